import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../base/errors.js';
import { multipart_max_bytes } from '../bodies/multipart.js';
import { hasRoom } from '../storage/room.js';
import { type Access, authorize } from './authorize.js';
import type { Serving } from './routes.js';

const under_way_max_bytes = 8 * multipart_max_bytes;

/** Of all the files that are being sent to this process: their memory is bounded, however many they are. */
let under_way_bytes = 0;

/** Settles, before the bytes of a file are taken, who may send it, whether its account has room, and whether it is this one's turn. */
export async function admit(
  { authenticate, engine }: Serving,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { caller: remembered, now } = await authenticate(engine, request.headers.authorization, request.ip);
  const caller = (await now?.()) ?? remembered;
  request.caller = caller;
  authorize(caller, access, null, []);
  if (!(await hasRoom(engine.database, caller.account))) throw refused({ code: 'file_storage_exceeded' });
  const bytes = Math.min(Number(request.headers['content-length'] ?? multipart_max_bytes), multipart_max_bytes);
  if (under_way_bytes + bytes > under_way_max_bytes)
    throw refused({ code: 'rate_limit', message: 'Too many large files are being sent at once. Retry in a moment.' });
  under_way_bytes += bytes;
  reply.raw.once('close', () => {
    under_way_bytes -= bytes;
  });
}
