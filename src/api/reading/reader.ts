import type { Privileged } from '../../kernel/audit/record.js';
import type { Reader } from '../../kernel/base/handler.js';
import { filled } from '../../kernel/base/members.js';
import type { AnyResource, It } from '../../kernel/base/resource.js';
import { type Caller, type Engine, otherTenant } from '../../kernel/engine/engine.js';
import { mayTouch } from '../../kernel/engine/perform.js';
import { activityOf } from '../../kernel/ledger/activity.js';
import { balancesOf } from '../../kernel/ledger/balances.js';
import { attentionOf } from '../../kernel/storage/attention.js';
import { sql } from '../../kernel/storage/database.js';
import { ratesInUse } from '../../kernel/storage/exchange-rates.js';
import { resendToListeners } from '../../kernel/storage/listeners.js';
import { wantOf } from '../../kernel/storage/load.js';
import { occurrencesOf } from '../../kernel/storage/occurrences.js';
import { revenueAt } from '../../kernel/storage/revenue.js';
import { summedUp } from '../../kernel/storage/usage.js';
import { type Contents, openContents } from '../../kernel/vault/vault.js';
import { listen } from './listen.js';
import { advanceWithConnected, clockShown } from './own-clock.js';
import type { Means } from './read-request.js';
import { resend } from './resend.js';
import { sandboxOf } from './sandbox.js';

/** The reads of a handler, on behalf of its caller. */
export const readerFor = (
  engine: Engine,
  { contents: files, origin, print }: Pick<Means, 'contents' | 'origin' | 'print'>,
  caller: Caller,
  audit: Privileged | null,
): Reader => ({
  balances: (names) => balancesOf(engine.database, caller.account, names),
  find: (resource, id, account) => find(engine, caller, resource, id, account),
  newest: async (resource, limit) => {
    const { rows } = await engine.list({ account: caller.account, resource, filters: {}, limit });
    return rows.map(({ doc }) => whole(resource, doc));
  },
  processors: (account_id, verb) => engine.processorsOf({ account_id, livemode: caller.livemode }, verb),
  fingerprint: (secret) => engine.vault.fingerprint(caller.account, secret),
  contents: (id) => contents(engine, caller.account, id),
  pieces: (asked) => files.read({ ...asked, account: caller.account }),
  print,
  usage: (asked) => summedUp(engine.database, caller.account, asked),
  activity: (asked) => activityOf(engine.database, caller.account, asked),
  occurrences: (asked) => occurrencesOf(engine.database, caller.account, asked),
  revenue: (asked) => revenueAt(engine.database, caller.account, asked),
  attention: (since) => attentionOf(engine.database, caller.account, since),
  rates: () => ratesInUse(engine.reads),
  clock: () => clockShown(engine, caller),
  advanceClock: async (to) => {
    await advanceWithConnected(engine, caller, to * 1000);
    return clockShown(engine, caller);
  },
  resend: (resending) => resend(engine, caller, resending),
  resendToListeners: async (id, account) => {
    await resendToListeners(engine.database, { account: booksIn(caller, account), id });
  },
  listen: (listening) => listen(engine, caller, origin(), listening),
  sandbox: sandboxOf(engine, caller, audit),
});

/** The tenant key of the caller's account, or of another one in the same mode. */
const booksIn = (caller: Caller, account = caller.account_id): string =>
  account === caller.account_id ? caller.account : otherTenant(caller, account).account;

async function find<R extends AnyResource>(
  engine: Engine,
  caller: Caller,
  resource: R,
  id: string,
  account?: string,
): Promise<It<R> | null> {
  const books = booksIn(caller, account);
  if (books !== caller.account && !(await isConnected(engine, books, caller.account))) return null;
  const [row] = await engine.load([wantOf(resource, books, id)]);
  return row && !row.deleted && mayTouch(caller, row, null) ? whole(resource, row.doc) : null;
}

/** A stored object, in which a member that was added to its resource later has its default. */
const whole = <R extends AnyResource>(resource: R, doc: string): It<R> => filled(resource.fields, JSON.parse(doc)) as It<R>;

async function isConnected({ database }: Engine, account: string, platform: string): Promise<boolean> {
  const rows = await database.query(sql`select from connections where account = ${account} and platform = ${platform}`);
  return rows.length > 0;
}

/** An object's vault content; a separate statement, because few requests need it. */
export async function contents({ database, vault }: Engine, account: string, id: string): Promise<Contents> {
  const text = 'select key_id, sealed from vault where account = $1 and id = $2';
  const [row] = await database.query<{ key_id: string; sealed: Buffer }>({ text, values: [account, id] });
  return row ? openContents(vault, account, id, row) : {};
}
