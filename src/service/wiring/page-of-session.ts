import type { Authenticate } from '../../api/keys/authenticate.js';
import { errors } from '../../kernel/base/errors.js';
import { isRefused } from '../../kernel/base/refusal.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import type { PageOfSession } from '../../pages/checkout/pay-routes.js';
import { isUnanswered, unanswered } from '../../pages/kit/pages.js';
import { session } from '../../resources/checkout/checkout/session.js';

/** Finds the payer view of a session for a publishable key, with the API's limits for wrong keys. */
export const pageOfSession =
  (engine: Engine, authenticate: Authenticate): PageOfSession =>
  async ({ key, account, id, remote_address }) => {
    if (!key.startsWith('pk_')) return null;
    try {
      const caller = await inTime(engine, authenticate({ authorization: `Bearer ${key}` }, remote_address, account).now);
      return engine.pageUrl('visit', caller.account, { object: session.object, id }, id);
    } catch (error) {
      const status = isRefused(error) ? (error.refusal.status ?? errors[error.refusal.code].status) : 503;
      if (isUnanswered(status)) throw unanswered(status);
      return null;
    }
  };
