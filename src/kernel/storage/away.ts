import type { DatabaseFault } from './database.js';
import { isReadOnly } from './session.js';

const again = 'The request can be repeated safely with the same idempotency key.';

const refused_logins: ReadonlySet<string> = new Set(['28P01', '28000', '3D000']);

/** What a caller is told of a database that is there and does not do what it should; nothing where it simply cannot be reached. */
export function reasonOf(fault: unknown): { readonly message?: string } {
  if (isReadOnly(fault))
    return {
      message: `The database takes no writes at the moment: it is a standby, or is being switched over. Nothing was stored. ${again}`,
    };
  if ((fault as DatabaseFault).code === 'ESTALLED')
    return { message: `The database stores nothing at the moment: its commits wait for a standby, or for its disk. Reads go on. ${again}` };
  if (refused_logins.has((fault as DatabaseFault).code ?? ''))
    return { message: `The database does not let this service in at the moment. Nothing was stored. ${again}` };
  return {};
}
