import { invariants_of_balances } from './checks.js';
import { invariants_of_conversions } from './conversions.js';
import { invariants_of_invoices } from './invoices.js';
import { invariants_of_issuing } from './issuing.js';
import { movements } from './movements.js';
import { invariants_of_subscriptions } from './subscriptions.js';
import { invariants_of_transfers } from './transfers.js';

type Statement = { readonly text: string; readonly values: readonly unknown[] };
type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** The database interface that the ledger needs. */
type Database = { readonly query: Query; transaction<T>(work: (query: Query) => Promise<T>): Promise<T> };

/** The balance of a ledger account in one currency, in minor units. */
export type Balance = { readonly name: string; readonly currency: string; readonly amount: number };

/** The balances of the named ledger accounts in every currency: rolled-up totals plus later entries. */
export async function balancesOf(database: Database, account: string, names: readonly string[]): Promise<Balance[]> {
  return database.query<Balance>({
    text: `select name, currency, balance_of($1, name, currency) as amount from (
        select ledger_account as name, currency from balances where account = $1 and ledger_account = any ($2)
        union select unnest(array[debit, credit]), currency from entries where account = $1 and written_in >= (select upto from ledger_watermark)
      ) known where name = any ($2) order by name, currency`,
    values: [account, names],
  });
}

/**
 * Adds the entries below the oldest running transaction to the totals, and moves the watermark there. A window by transaction id cannot miss an entry
 * that commits late (design 5). Returns the number of entries, or 'rebased' if the ledger came from another cluster.
 */
export async function rollUp(database: Database): Promise<number | 'rebased'> {
  return database.transaction(async (query) => {
    await query({ text: `set local statement_timeout = '10min'`, values: [] });
    const text = `select upto::text as upto, pg_snapshot_xmin(pg_current_snapshot())::text as next, ledger_is_foreign() as is_foreign
      from ledger_watermark for update skip locked`;
    const [mark] = await query<{ upto: string; next: string; is_foreign: boolean }>({ text, values: [] });
    if (mark?.is_foreign && (await rebaseIn(query))) return 'rebased';
    // Never backwards: entries in the totals must not be added again.
    if (!mark || BigInt(mark.next) <= BigInt(mark.upto)) return 0;
    const [rolled] = await query<{ count: number }>({ text: rolling, values: [mark.upto, mark.next] });
    await query({ text: 'update ledger_watermark set upto = $1::xid8', values: [mark.next] });
    return rolled?.count ?? 0;
  });
}

const rolling = `with fresh as (select * from entries where written_in >= $1::xid8 and written_in < $2::xid8),
  sides as (select account, debit as ledger_account, currency, -amount as amount from fresh union all select account, credit, currency, amount from fresh),
  rolled as (insert into balances as it (account, ledger_account, currency, total)
    select account, ledger_account, currency, sum(amount)::bigint from sides group by 1, 2, 3 order by 1, 2, 3
    on conflict (account, ledger_account, currency) do update set total = it.total + excluded.total)
  select count(*)::int as count from fresh`;

/**
 * After a restore into another cluster, transaction ids are meaningless: a watermark in the future would hide every new entry. Then all restored
 * entries are summed up again and marked as old. Returns whether that was needed.
 */
export const rebase = (database: Database): Promise<boolean> =>
  database.transaction(async (query) => {
    await query({ text: `set local statement_timeout = '1h'`, values: [] });
    return rebaseIn(query);
  });

/** The log message. */
export const ledger_rebased = 'the ledger was restored from another cluster; its totals were recalculated';

async function rebaseIn(query: Query): Promise<boolean> {
  const [answer] = await query<{ was_foreign: boolean }>({ text: 'select rebase_ledger() as was_foreign', values: [] });
  return answer?.was_foreign ?? false;
}

/** The merchant's funds in the ledger, compared with the balance transactions of that status. */
const fundsAsExplained = (status: 'pending' | 'available', ledger_account: string, of: 'payments' | 'issuing' = 'payments'): string =>
  `select account, currency, sum(amount) as unexplained from (
    select account, currency, amount from ledger_balances where ledger_account = '${ledger_account}'
    union all select account, doc ->> 'currency', -(doc ->> 'net')::bigint from objects
      where object = 'balance_transaction' and doc ->> 'status' = '${status}' and coalesce(doc ->> 'balance_type', 'payments') = '${of}') funds
  group by account, currency having sum(amount) <> 0`;

/** The allow-list as rows. */
const allowed = Object.entries(movements)
  .map(([name, { debit, credit }]) => `('${name}', '${debit}', '${credit}')`)
  .join(', ');

/** The amount that an object must have moved by its status, compared with its entries. */
const movedAsTold = (view: string, expected: string, there: string | readonly string[], ...back: readonly string[]): string =>
  `select it.account, it.id, it.status, ${expected} as expected, coalesce((select sum(case when e.movement in (${quoted([there].flat())}) then e.amount else -e.amount end)::bigint
      from entries e where e.account = it.account and e.source = it.id and e.movement in (${quoted([...[there].flat(), ...back])})), 0) as moved
    from ${view} it`;

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The amount of an object while it is in one of these statuses. */
const heldWhile = (...statuses: readonly string[]): string =>
  `case when it.status in (${statuses.map((status) => `'${status}'`).join(', ')}) then it.amount else 0 end`;

const moved_as_told = [
  // A transfer's payment in the destination account is also a charge.
  movedAsTold('charges', 'it.amount_captured', ['charge_captured', 'transferred_in']),
  movedAsTold(
    'refunds',
    `case when it.balance_transaction is null then 0 else ${heldWhile('pending', 'requires_action', 'succeeded')} end`,
    ['charge_refunded', 'transfer_taken_back'],
    'refund_failed',
  ),
  movedAsTold('disputes', heldWhile('needs_response', 'under_review', 'lost'), 'dispute_opened', 'dispute_won'),
  movedAsTold(
    'payouts',
    `greatest(${heldWhile('pending', 'in_transit')}, 0)`,
    'payout_created',
    'payout_paid',
    'payout_failed',
    'payout_canceled',
  ),
  // A payout below zero reverses another one, and moves nothing until it is paid.
  movedAsTold('payouts', `greatest(-(${heldWhile('paid')}), 0)`, 'payout_reversed', 'reversal_returned'),
].join(' union all ');

/** The invariants that must always hold in every database: each query finds nothing (promises 7 and 8). */
export const invariants = {
  'the ledger watermark is of this cluster':
    'select upto::text as upto, cluster, this_cluster() as here from ledger_watermark where ledger_is_foreign()',
  ...invariants_of_balances,
  'every entry is a movement of the allow-list': `select account, id, movement, debit, credit, source from entries
    where (movement, debit, credit) not in (values ${allowed})`,
  'every object has moved the amount of its status': `select * from (${moved_as_told}) of where moved <> expected`,
  'every object has moved the sum of its balance transactions': `select account, source, currency, sum(amount) as unexplained from (
      select account, source, currency, amount from ledger_entries where ledger_account in ('merchant_pending', 'merchant_available', 'issuing_available')
      union all select account, source, currency, -net from balance_transactions) funds
    group by account, source, currency having sum(amount) <> 0`,
  'pending funds equal the pending balance transactions': fundsAsExplained('pending', 'merchant_pending'),
  'available funds equal the available balance transactions': fundsAsExplained('available', 'merchant_available'),
  'funds of issued cards equal their balance transactions': fundsAsExplained('available', 'issuing_available', 'issuing'),
  'customers have moved the sum of their cash transactions': `select account, source, currency, sum(amount) as unexplained from (
      select account, source, currency, amount from ledger_entries where ledger_account = 'customer_cash'
      union all select account, id, doc ->> 'currency', -(doc ->> 'net_amount')::bigint from objects where object = 'customer_cash_balance_transaction') cash
    group by account, source, currency having sum(amount) <> 0`,
  'cash balances are the sums of their transactions': `select account, customer, currency, sum(amount) as unexplained from (
      select account, customer, doc ->> 'currency' as currency, -(doc ->> 'net_amount')::bigint as amount
        from objects where object = 'customer_cash_balance_transaction'
      union all select o.account, o.doc ->> 'customer', held.key, held.value::bigint from objects o,
        json_each_text(case json_typeof(o.doc -> 'available') when 'object' then o.doc -> 'available' else '{}' end) held
        where o.object = 'cash_balance' and not o.deleted) cash
    group by account, customer, currency having sum(amount) <> 0`,
  'balances of customers are the sums of their transactions': `select account, customer, sum(amount) as unexplained from (
      select t.account, t.customer, (t.doc ->> 'amount')::bigint as amount from objects t where t.object = 'customer_balance_transaction'
        and exists (select from objects c where c.account = t.account and c.object = 'customer' and c.id = t.customer and not c.deleted)
      union all select account, id, -coalesce((doc ->> 'balance')::bigint, 0) from objects where object = 'customer' and not deleted) moved
    group by account, customer having sum(amount) <> 0`,
  ...invariants_of_conversions,
  ...invariants_of_invoices,
  ...invariants_of_issuing,
  ...invariants_of_subscriptions,
  ...invariants_of_transfers,
  'every entry has an object as its source': `select e.account, e.id, e.source from entries e
    where not exists (select from objects o where o.account = e.account and o.object = any (array['application_fee', 'charge', 'customer_cash_balance_transaction', 'dispute', 'fee_refund', 'issuing.authorization', 'issuing.dispute', 'issuing.transaction', 'payout', 'refund', 'topup', 'transfer', 'transfer_reversal']) and o.id = e.source)`,
  // Sums of a union, because a join with sums is quadratic where a server has no statistics yet.
  'captured less refunded is never below zero': `select account, id, sum(captured) as amount_captured, sum(refunded) as refunded from (
      select account, id, amount_captured as captured, 0 as refunded, amount - amount_refunded as remaining from charges
      union all select account, charge, 0, amount, 0 from refunds
        where status not in ('failed', 'canceled') and balance_transaction is not null and charge is not null) moved
    group by account, id
    having sum(refunded) > sum(captured) or sum(captured) > 0 and sum(captured) - sum(refunded) <> sum(remaining)`,
  'a refunded authorization was voided in full, and once': `select r.account, r.charge, r.amount as refunded, c.amount, c.amount_captured, c.amount_refunded
    from (select account, charge, sum(amount) as amount from refunds
      where status = 'succeeded' and balance_transaction is null group by account, charge) r
    left join charges c on c.account = r.account and c.id = r.charge
    where r.amount is distinct from c.amount or c.amount_refunded <> c.amount or c.amount_captured <> 0`,
  'a succeeded payment has exactly one successful charge': `select account, id, sum(charges) as charges from (
      select account, id, 0 as charges, true as is_payment from payment_intents where status = 'succeeded'
      union all select account, payment_intent, 1, false from charges where status = 'succeeded') paid
    group by account, id having bool_or(is_payment) and sum(charges) <> 1`,
  'filter columns equal the members of documents': `select account, object, id from objects where not deleted and (customer is distinct from doc ->> 'customer' and customer is not null
    or status is distinct from doc ->> 'status' and status is not null or destination is distinct from doc ->> 'destination' and destination is not null)`,
  'every job has its subject': `select j.account, j.id from jobs j where j.queue = 'webhook' and not exists (select from events e where e.account = coalesce(j.payload ->> 'of', j.account) and e.id = j.subject)
    and not exists (select from archived_events e where e.account = coalesce(j.payload ->> 'of', j.account) and e.id = j.subject)`,
} as const;

/** The rows that violate an invariant. */
export type Violation = { readonly invariant: string; readonly rows: readonly object[] };

/**
 * Checks every invariant as of one moment, of the whole database or of some tenants; an empty result means that all hold. Tenants that move funds
 * between each other must be checked together: see `familiesOf`.
 */
export async function audit(database: Database, among: readonly string[] | null = null): Promise<Violation[]> {
  return database.transaction(async (query) => {
    await query({ text: 'set transaction isolation level repeatable read, read only', values: [] });
    await query({ text: `set local statement_timeout = '10min'`, values: [] });
    await query({ text: 'set local enable_seqscan = on; set local enable_hashjoin = on', values: [] });
    const prefix = among && (await restriction(query));
    const found: Violation[] = [];
    for (const [invariant, text] of Object.entries(invariants)) {
      const restricted = prefix === null ? `${text} limit 20` : `${prefix} select * from (${text}) violating limit 20`;
      const rows = await query<object>({ text: restricted, values: among ? [among] : [] });
      if (rows.length) found.push({ invariant, rows });
    }
    return found;
  });
}

/** A `with` that shadows each table and view with an account: the query after it reads only rows of the tenants in `$1`. */
async function restriction(query: Query): Promise<string> {
  const text = `select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'account' order by 1`;
  const tables = await query<{ name: string }>({ text, values: [] });
  const parts = tables.map(({ name }) => `${name} as not materialized (select * from ${name} where account = any ($1::text[]))`);
  return `with ${parts.join(', ')}`;
}

/** The tenants that may move funds between each other: an account in one mode, and the accounts that are connected to it. */
export type Family = { readonly account: string; readonly members: readonly string[] };

/** The families of all accounts after one, ordered by account; or the one family that an account, in either mode, belongs to. */
export const familiesOf = (database: Database, { after = '', of = null }: { after?: string; of?: string | null }): Promise<Family[]> =>
  database.query<Family>({
    text: `select root.account, array[root.account] || coalesce(array_agg(c.account order by c.account) filter (where c.account is not null), '{}') as members
      from objects root left join connections c on c.platform = root.account
      where root.object = 'account' and root.account > $1 and not exists (select from connections where connections.account = root.account)
      group by root.account having $2::text is null or bool_or(root.account in ($2, $2 || '_test') or c.account in ($2, $2 || '_test'))
      order by root.account`,
    values: [after, of],
  });
