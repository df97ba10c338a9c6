import type { Database } from '../storage/database.js';
import type { AuditRow } from '../storage/rows.js';
import type { Vault } from '../vault/vault.js';

/** The hashes are keyed, so the database alone is not enough to forge a chain. */
type Keyed = Pick<Vault, 'hash'>;

/** The end of the chain. A copy outside the database proves later that nothing was removed from the end. */
export type Head = { readonly place: number; readonly hash: string };

type Link = AuditRow & { readonly place: number; readonly hash: Buffer; readonly known: boolean };

const record_columns = ['created_at', 'action', 'actor', 'outcome', 'subject', 'doc'];
const of_record = record_columns.map((name) => `r.${name}`).join(', ');
const batch = 500;

/** The hash of a link: over the previous hash and every column of the record. */
const linked = ({ hash }: Keyed, before: Buffer, { account, id, created_at, action, actor, outcome, subject, doc }: AuditRow): Buffer =>
  hash('audit', JSON.stringify([before.toString('hex'), account, id, created_at.getTime(), action, actor, outcome, subject, doc]));

const beginning: Buffer = Buffer.alloc(0);

/**
 * Links new records in batches. One process does so at a time, and writers never wait for it, because a record is stored with its cause and linked
 * later. Returns the new head; null if there was nothing to link, or another process is linking.
 */
export async function linkRecords(database: Pick<Database, 'transaction'>, vault: Keyed): Promise<Head | null> {
  let head: Head | null = null;
  for (let next = await linkBatch(database, vault); next; next = next.more ? await linkBatch(database, vault) : null) head = next.head;
  return head;
}

async function linkBatch({ transaction }: Pick<Database, 'transaction'>, vault: Keyed): Promise<{ head: Head; more: boolean } | null> {
  return transaction(async (query) => {
    const [lock] = await query<{ mine: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtext('florin audit chain')) as mine`,
      values: [],
    });
    if (!lock?.mine) return null;
    const records = await query<AuditRow>({
      text: `select u.account, u.id, ${of_record} from (select account, id from audit_unlinked order by account, id) u,
        lateral (select * from audit_records where account = u.account and id = u.id offset 0) r limit ${batch}`,
      values: [],
    });
    if (records.length === 0) return null;
    const [last] = await query<{ place: number; hash: Buffer }>({
      text: 'select place, hash from audit_chain order by place desc limit 1',
      values: [],
    });
    const hashes: Buffer[] = [];
    for (const record of records) hashes.push(linked(vault, hashes.at(-1) ?? last?.hash ?? beginning, record));
    const [accounts, ids] = [records.map(({ account }) => account), records.map(({ id }) => id)];
    await query({
      text: `insert into audit_chain (place, account, id, hash)
        select $1::bigint + n, account, id, hash from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality u (account, id, hash, n)`,
      values: [last?.place ?? 0, accounts, ids, hashes],
    });
    await query({
      text: 'delete from audit_unlinked using unnest($1::text[], $2::text[]) u (account, id) where audit_unlinked.account = u.account and audit_unlinked.id = u.id',
      values: [accounts, ids],
    });
    const place = (last?.place ?? 0) + records.length;
    return { head: { place, hash: (hashes.at(-1) ?? beginning).toString('hex') }, more: records.length === batch };
  });
}

/** A problem in the audit record. */
export type Broken = { readonly place: number | null; readonly account: string; readonly id: string; readonly wrong: string };

/** The result of a full check: all records up to the head are unchanged except the broken ones; the rest are not linked yet. */
export type Checked = { readonly head: Head; readonly unlinked: number; readonly broken: readonly Broken[] };

const told_max = 20;

/** Checks every link, and that every record is linked or queued for linking. */
export async function checkChain({ transaction }: Pick<Database, 'transaction'>, vault: Keyed): Promise<Checked> {
  return transaction(async (query) => {
    await query({ text: 'set transaction isolation level repeatable read, read only', values: [] });
    await query({
      text: `set local statement_timeout = '10min'; set local enable_hashjoin = on; set local enable_seqscan = on`,
      values: [],
    });
    const broken: Broken[] = [];
    let head: Head = { place: 0, hash: '' };
    for (;;) {
      const links = await query<Link>({ text: links_after, values: [head.place] });
      for (const link of links) {
        const wrong = wrongIn(vault, head, link);
        if (wrong) broken.push({ place: link.place, account: link.account, id: link.id, wrong });
        head = { place: link.place, hash: link.hash.toString('hex') };
      }
      if (links.length < batch) break;
    }
    const [waiting] = await query<{ count: number }>({ text: 'select count(*)::int as count from audit_unlinked', values: [] });
    for (const [wrong, text] of Object.entries(strays_by_wrong)) {
      const strays = await query<{ account: string; id: string }>({ text, values: [] });
      broken.push(...strays.map((each) => ({ place: null, ...each, wrong })));
    }
    return { head, unlinked: waiting?.count ?? 0, broken: broken.slice(0, told_max) };
  });
}

function wrongIn(vault: Keyed, { place, hash: before }: Head, link: Link): string | null {
  if (link.place !== place + 1) return `the links from ${place + 1} to ${link.place - 1} are missing`;
  if (!link.known) return 'the record is missing';
  return linked(vault, Buffer.from(before, 'hex'), link).equals(link.hash) ? null : 'the record or its link was changed';
}

const links_after = `select c.place, c.hash, c.account, c.id, r.id is not null as known, ${of_record}
  from (select * from audit_chain where place > $1 order by place limit ${batch}) c
  left join lateral (select * from audit_records where account = c.account and id = c.id offset 0) r on true order by c.place`;

const unknown_to_chain = `select account, id from audit_records r
  where not exists (select from audit_chain c where c.account = r.account and c.id = r.id)
    and not exists (select from audit_unlinked u where u.account = r.account and u.id = r.id) limit ${told_max}`;

const never_linked = `select account, id from audit_unlinked u
  where not exists (select from audit_records r where r.account = u.account and r.id = u.id) order by account, id limit ${told_max}`;

const strays_by_wrong = {
  'it is neither linked nor queued for linking': unknown_to_chain,
  'the record is missing before it was linked': never_linked,
} as const;
