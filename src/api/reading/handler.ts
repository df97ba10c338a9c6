import type { Download, Handler } from '../../kernel/base/handler.js';
import { refuseNow } from '../../kernel/base/refusal.js';
import type { Document } from '../../kernel/base/resource.js';
import { clockOffset, resourceOf } from '../../kernel/engine/engine.js';
import { eventForSdks } from '../present/present.js';
import { once } from './once.js';
import type { Answer, Means } from './read-request.js';
import { readerFor } from './reader.js';

/** A handler writes separately, so its reply is stored under the key afterwards; its writes can be repeated without harm. */
export const handling =
  ({ contents, origin, present, print }: Means, { routes, handle, answers, page, forgets_replies }: Handler): Answer =>
  ({ engine, caller, sure, params, path, view, key, request_id, audit }) =>
    once(engine, caller, { key: forgets_replies ? null : key, request_id }, async () => {
      if (!routes[0]?.startsWith('GET ')) await sure;
      const now = Math.floor((engine.now_ms() + clockOffset(engine, caller)) / 1000);
      const { account_id: account, livemode } = caller;
      const found = await handle({
        params,
        path,
        read: readerFor(engine, { contents, origin, print }, caller, audit),
        account,
        livemode,
        now,
        refuse: refuseNow,
      });
      if (answers === 'bytes') return { status: 200, text: '', download: found as Download };
      if (page)
        return { status: 200, text: await present({ resource: page, text: JSON.stringify(found), secret: null }, caller.account, view) };
      const dated = view.version !== null && (found as Document).object === 'event';
      return {
        status: 200,
        text: JSON.stringify(dated ? eventForSdks(resourceOf(engine.index, 'event'), found as Document, view.version) : found),
      };
    });
