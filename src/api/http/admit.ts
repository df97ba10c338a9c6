import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../../kernel/base/refusal.js';
import type { uploadIn } from '../../kernel/base/upload.js';
import { idTime } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import { multipart_max_bytes, type TakeFile } from '../bodies/multipart.js';
import { type Access, authorize } from './authorize.js';
import { timed } from './database-time.js';
import type { Serving } from './routes.js';

/** A file upload of a request: the id of its future object, and the consumer of its bytes. */
export type Coming = { readonly id: string; readonly take: TakeFile };

/** Identifies the caller before the body is read; the key is revalidated when the request is answered. */
export const identifying =
  ({ authenticate, engine }: Serving) =>
  async (request: FastifyRequest): Promise<void> => {
    const { cached, now } = authenticate(request.headers, request.ip, accountIn(request));
    const caller = cached ?? (await inTime(timed(engine, request.database), now));
    request.recognized = { caller, now };
    request.caller = caller;
  };

/** The account to act for, from the header or the path; null for the key's own account. */
function accountIn({ headers, params }: FastifyRequest): string | null {
  const { account = null } = params as { readonly account?: string };
  const named = headers['stripe-account'] ?? account;
  if (named === null) return null;
  if (Array.isArray(named) || (account !== null && named !== account) || !/^\w{1,255}$/.test(named))
    throw refused({ code: 'account_invalid' });
  return named;
}

type Taking = { readonly access: Access; readonly prefix: string; readonly file: NonNullable<ReturnType<typeof uploadIn>> };

/** Before the bytes of a file are read: checks the caller's permission and the account's space, and waits for a place. */
export const admitting =
  ({ engine, contents }: Serving, { access, prefix, file }: Taking) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!/^\s*multipart\//i.test(request.headers['content-type'] ?? '')) return;
    const caller = await inTime(timed(engine, request.database), request.recognized.now);
    authorize(caller, access, { client_secret: null, path: {}, sent: {} });
    const bytes = Number(request.headers['content-length'] ?? multipart_max_bytes);
    if (bytes > multipart_max_bytes) throw refused({ code: 'body_too_large' });
    const id = engine.ids.fresh(prefix, idTime(engine.now_ms(), caller));
    const sending = await contents.send({ account: caller.account, file: id }, bytes);
    let is_taken = false;
    const take: TakeFile = (name, filename, stream) => {
      if (is_taken || name !== file.name) return null;
      is_taken = true;
      return sending.take(filename, stream, file.inspect());
    };
    request.coming = { id, take };
    reply.raw.once('close', () => void sending.end(!isLost(request, reply)));
  };

/** Whether a file certainly has no object. A client that closes the connection after the upload may still have created one. */
function isLost({ body }: FastifyRequest, reply: FastifyReply): boolean {
  if (body === undefined) return true;
  const { raw, statusCode } = reply;
  return raw.headersSent && ((statusCode >= 400 && statusCode < 500) || reply.hasHeader('idempotent-replayed'));
}
