import type { DatabaseFault } from './database.js';
import { isReadOnly } from './session.js';

const again = 'The request can be repeated safely with the same idempotency key.';

const refused_logins: ReadonlySet<string> = new Set(['28P01', '28000', '3D000']);

/** The error message for a reachable database that cannot serve requests; empty if it is simply unreachable. */
export function reasonOf(fault: unknown): { readonly message?: string } {
  if (isReadOnly(fault))
    return {
      message: `The database accepts no writes at the moment: it is a standby, or a failover is in progress. Nothing was stored. ${again}`,
    };
  if ((fault as DatabaseFault).code === 'ESTALLED')
    return {
      message: `The database stores nothing at the moment: its commits wait for a standby, or for its disk. Reads still work. ${again}`,
    };
  if (refused_logins.has((fault as DatabaseFault).code ?? ''))
    return { message: `The database refuses this service's login at the moment. Nothing was stored. ${again}` };
  return {};
}
