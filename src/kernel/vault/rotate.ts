import { openReply, openWhole, sealReply, sealWhole } from './replies.js';
import { resealSecret } from './secrets.js';
import { type Database, lock_keys, type Query, storing } from './stored-keys.js';
import { isTampered, type Vault } from './vault.js';

/** The progress of a rotation: the kind of row, and the number of resealed rows. */
export type Progress = { readonly kind: string; readonly sealed: number };

/** The result: the number of resealed rows, the rows that could not be decrypted, and the keys that no row names. */
export type Rotated = { readonly sealed: number; readonly tampered: readonly string[]; readonly retired: readonly string[] };

/** A row that was not sealed with the current key: its key, and the account and object that it was sealed for. */
type Stale = {
  readonly account: string;
  readonly object: string;
  readonly id: string;
  readonly owner: string;
  readonly subject: string;
  readonly key_id: string;
  readonly old: Buffer;
};

/** A kind of sealed row: the query for stale rows, and how a row is resealed. */
type Kind = {
  readonly name: string;
  /** After the row with the key $1, $2, $3; not sealed with key $4; limited in bytes and rows. */
  readonly stale: string;
  readonly reseal: (vault: Vault, row: Stale) => Buffer;
  /** Replaces the old value if it is unchanged: $1 to $5 are arrays of the row key, the old and the new value. */
  readonly put: string;
};

const rows_max = 500;
const bytes_max = 8 * 1024 * 1024;

/** At least one row, and a total size that fits into memory: a single file can be that large. */
const bounded = (rows: string, order: string): string => `select account, object, id, owner, subject, key_id, old from (
    select *, row_number() over (order by ${order}) as place, sum(length(old)) over (order by ${order}) as bytes from (${rows} limit ${rows_max}) stale) sized
  where place = 1 or bytes <= ${bytes_max} order by ${order}`;

const given = 'unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bytea[]) u (account, object, id, old, fresh)';

const resealedSecret: Kind['reseal'] = (vault, { owner, subject, old }) => Buffer.from(resealSecret(vault, owner, subject, old.toString()));

const resealedReply: Kind['reseal'] = (vault, { owner, subject, old }) =>
  sealReply(vault, owner, subject, openReply(vault, owner, subject, old));

const resealedWhole: Kind['reseal'] = (vault, { owner, subject, old }) =>
  sealWhole(vault, `${owner} ${subject}`, openWhole(vault, `${owner} ${subject}`, old));

/** The id of the key in front of sealed bytes. */
const in_front = `convert_from(substring(sealed from 1 for position('\\000'::bytea in sealed) - 1), 'UTF8')`;

/** The rows of a table that snapshots have. */
const ofSnapshots = (of: string, key_id: string, reseal: Kind['reseal']): Kind => ({
  name: `${of} of snapshots`,
  stale: bounded(
    `select * from (select account, snapshot as object, lpad(place::text, 19, '0') as id, owner, subject, '' as key_id, sealed as old from snapshot_rows
      where of = '${of}' and sealed is not null and ${key_id} <> $4) stored
      where (account, object, id) > ($1::text, $2::text, $3::text) order by account, object, id`,
    'account, object, id',
  ),
  reseal,
  put: `update snapshot_rows it set sealed = u.fresh from ${given}
    where $6::text is not null and it.account = u.account and it.snapshot = u.object and it.of = '${of}' and it.place = u.id::bigint and it.sealed = u.old`,
});

const kinds: readonly Kind[] = [
  {
    name: 'card numbers, bank account numbers and files',
    stale: bounded(
      `select account, '' as object, id, account as owner, id as subject, key_id, sealed as old from vault
        where (account, id) > ($1::text, $3::text) and $2::text is not null and key_id <> $4 order by account, id`,
      'account, id',
    ),
    reseal: (vault, { owner, subject, key_id, old }) =>
      vault.seal(vault.open(old, key_id, `${owner} ${subject}`), `${owner} ${subject}`).sealed,
    put: `update vault it set key_id = $6, sealed = u.fresh from ${given}
      where u.object is not null and it.account = u.account and it.id = u.id and it.sealed = u.old`,
  },
  {
    name: 'signing secrets',
    // The version rises, so that a concurrent write of the endpoint with the old secret fails and is retried.
    stale: bounded(
      `select account, object, id, account as owner, id as subject, split_part(secret, '.', 1) as key_id, convert_to(secret, 'UTF8') as old from objects
        where (account, object, id) > ($1::text, $2::text, $3::text) and object = 'webhook_endpoint' and secret is not null
          and split_part(secret, '.', 1) <> $4 order by account, object, id`,
      'account, object, id',
    ),
    reseal: resealedSecret,
    put: `update objects it set secret = convert_from(u.fresh, 'UTF8'), version = it.version + 1 from ${given}
      where $6::text is not null and it.account = u.account and it.object = u.object and it.id = u.id and it.secret = convert_from(u.old, 'UTF8')`,
  },
  {
    name: 'stored replies',
    stale: bounded(
      `select account, '' as object, key as id, account as owner, key as subject, '' as key_id, reply as old from idempotency
        where (account, key) > ($1::text, $3::text) and $2::text is not null and reply is not null
          and substring(reply from 1 for position('\\000'::bytea in reply) - 1) <> convert_to($4, 'UTF8') order by account, key`,
      'account, id',
    ),
    reseal: resealedReply,
    put: `update idempotency it set reply = u.fresh from ${given}
      where $6::text is not null and u.object is not null and it.account = u.account and it.key = u.id and it.reply = u.old`,
  },
  ofSnapshots('vault', in_front, resealedWhole),
  ofSnapshots('objects', `split_part(convert_from(sealed, 'UTF8'), '.', 1)`, resealedSecret),
  ofSnapshots('idempotency', in_front, resealedReply),
];

/**
 * Reseals every row that was not sealed with the current key, in batches and beside running processes. An interrupted rotation can be started again
 * and continues. Keys that no row names afterwards are retired: the ring may lack them from then on.
 */
export async function rotate(database: Database, vault: Vault, told: (progress: Progress) => void, finish: Finish): Promise<Rotated> {
  const tampered: string[] = [];
  let sealed = 0;
  for (const kind of kinds) sealed += await rotateKind(database, vault, kind, told, tampered);
  // Rows that processes with another current key have sealed during the rotation.
  for (const kind of kinds) sealed += await rotateKind(database, vault, kind, () => {}, []);
  const retired = await retire(database, vault, tampered.length > 0, finish);
  return { sealed, tampered, retired };
}

/** Work in the transaction that ends a rotation. */
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

/** Deletes the keys that no row names. If a row could not be decrypted, all keys are kept until it is examined. */
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
