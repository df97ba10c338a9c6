import { openReply, sealReply } from './replies.js';
import { resealSecret } from './secrets.js';
import { type Database, lock_keys, type Query, storing } from './stored-keys.js';
import { isTampered, type Vault } from './vault.js';

/** How far a rotation is: of what kind of row, how many it has sealed anew. */
export type Progress = { readonly kind: string; readonly sealed: number };

/** What came of it: how many rows were sealed anew, which ones could not be opened, and which keys no row names any more. */
export type Rotated = { readonly sealed: number; readonly tampered: readonly string[]; readonly retired: readonly string[] };

/** A row that was sealed with another key than the one in use. */
type Stale = { readonly account: string; readonly id: string; readonly object: string; readonly key_id: string; readonly old: Buffer };

/** A kind of sealed row: which of them are stale behind one, and how one of them is sealed anew. */
type Kind = {
  readonly name: string;
  /** Behind the row whose key is $1, $2 and $3; of another key than $4; how many bytes and rows at most. */
  readonly stale: string;
  readonly reseal: (vault: Vault, row: Stale) => Buffer;
  /** Puts the new in the place of the old, where that is still there: $1 to $5 are arrays of key, old and new. */
  readonly put: string;
};

const rows_max = 500;
const bytes_max = 8 * 1024 * 1024;

/** At least one row, and no more than fit into memory well: a file can be as long as all else. */
const bounded = (rows: string, order: string): string => `select account, object, id, key_id, old from (
    select *, row_number() over (order by ${order}) as place, sum(length(old)) over (order by ${order}) as bytes from (${rows} limit ${rows_max}) stale) sized
  where place = 1 or bytes <= ${bytes_max} order by ${order}`;

const given = 'unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bytea[]) u (account, object, id, old, fresh)';

const kinds: readonly Kind[] = [
  {
    name: 'card and bank account numbers and files',
    stale: bounded(
      `select account, '' as object, id, key_id, sealed as old from vault
        where (account, id) > ($1::text, $3::text) and $2::text is not null and key_id <> $4 order by account, id`,
      'account, id',
    ),
    reseal: (vault, { account, id, key_id, old }) => vault.seal(vault.open(old, key_id, `${account} ${id}`), `${account} ${id}`).sealed,
    put: `update vault it set key_id = $6, sealed = u.fresh from ${given}
      where u.object is not null and it.account = u.account and it.id = u.id and it.sealed = u.old`,
  },
  {
    name: 'signing secrets',
    // A version more, so that whoever is about to store the endpoint with the secret as it was has lost the race and reads again.
    stale: bounded(
      `select account, object, id, split_part(secret, '.', 1) as key_id, convert_to(secret, 'UTF8') as old from objects
        where (account, object, id) > ($1::text, $2::text, $3::text) and object = 'webhook_endpoint' and secret is not null
          and split_part(secret, '.', 1) <> $4 order by account, object, id`,
      'account, object, id',
    ),
    reseal: (vault, { account, id, old }) => Buffer.from(resealSecret(vault, account, id, old.toString())),
    put: `update objects it set secret = convert_from(u.fresh, 'UTF8'), version = it.version + 1 from ${given}
      where $6::text is not null and it.account = u.account and it.object = u.object and it.id = u.id and it.secret = convert_from(u.old, 'UTF8')`,
  },
  {
    name: 'kept replies',
    stale: bounded(
      `select account, '' as object, key as id, '' as key_id, reply as old from idempotency
        where (account, key) > ($1::text, $3::text) and $2::text is not null and reply is not null
          and substring(reply from 1 for position('\\000'::bytea in reply) - 1) <> convert_to($4, 'UTF8') order by account, key`,
      'account, id',
    ),
    reseal: (vault, { account, id, old }) => sealReply(vault, account, id, openReply(vault, account, id, old)),
    put: `update idempotency it set reply = u.fresh from ${given}
      where $6::text is not null and u.object is not null and it.account = u.account and it.key = u.id and it.reply = u.old`,
  },
];

/**
 * Seals every row anew that was sealed with another key than the one in use, in batches and beside all that goes on. One that is interrupted
 * is begun again and finds what is left. Keys that no row names after it are retired: the ring may lack them from then on.
 */
export async function rotate(database: Database, vault: Vault, told: (progress: Progress) => void, finish: Finish): Promise<Rotated> {
  const tampered: string[] = [];
  let sealed = 0;
  for (const kind of kinds) sealed += await rotateKind(database, vault, kind, told, tampered);
  // What processes have sealed meanwhile that were started with another key in front.
  for (const kind of kinds) sealed += await rotateKind(database, vault, kind, () => {}, []);
  const retired = await retire(database, vault, tampered.length > 0, finish);
  return { sealed, tampered, retired };
}

/** What belongs into the transaction that ends a rotation. */
export type Finish = (query: Query, outcome: 'failed' | 'succeeded') => Promise<void>;

async function rotateKind(
  { transaction }: Database,
  vault: Vault,
  kind: Kind,
  told: (progress: Progress) => void,
  tampered: string[],
): Promise<number> {
  let after: Pick<Stale, 'account' | 'object' | 'id'> = { account: '', object: '', id: '' };
  let sealed = 0;
  for (;;) {
    const rows = await transaction(async (query) => {
      await query({ text: `set local statement_timeout = '10min'`, values: [] });
      const stale = await query<Stale>({ text: kind.stale, values: [after.account, after.object, after.id, vault.key_ids[0]] });
      const fresh = stale.flatMap((row) => resealed(vault, kind, row, tampered));
      const column = (name: 'account' | 'object' | 'id' | 'old' | 'fresh'): unknown[] => fresh.map((row) => row[name]);
      const values = [column('account'), column('object'), column('id'), column('old'), column('fresh'), vault.key_ids[0]];
      if (fresh.length) await query({ text: kind.put, values });
      sealed += fresh.length;
      return stale;
    });
    const last = rows.at(-1);
    if (!last) return sealed;
    after = last;
    told({ kind: kind.name, sealed });
  }
}

function resealed(vault: Vault, kind: Kind, row: Stale, tampered: string[]): (Stale & { readonly fresh: Buffer })[] {
  try {
    return [{ ...row, fresh: kind.reseal(vault, row) }];
  } catch (error) {
    if (!isTampered(error)) throw error;
    tampered.push(error.tampered);
    return [];
  }
}

/** Forgets the keys that no row names. A row that does not open needs its key until somebody has looked at it. */
const retire = ({ transaction }: Database, vault: Vault, isKept: boolean, finish: Finish): Promise<string[]> =>
  transaction(async (query) => {
    await query(lock_keys);
    await query({ text: `set local statement_timeout = '10min'`, values: [] });
    const [current = ''] = vault.key_ids;
    for (const { stale } of kinds) if ((await query({ text: stale, values: ['', '', '', current] })).length) isKept = true;
    await finish(query, isKept ? 'failed' : 'succeeded');
    if (isKept) return [];
    const stored = await query<{ id: string }>({ text: 'select id from vault_keys', values: [] });
    if (!stored.some(({ id }) => id === current)) await query(storing(vault, current));
    const gone = await query<{ id: string }>({ text: 'delete from vault_keys where id <> $1 returning id', values: [current] });
    return gone.map(({ id }) => id).sort();
  });
