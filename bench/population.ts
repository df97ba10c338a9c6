import type pg from 'pg';
import { id_length, idBound } from '../src/kernel/base/ids.js';
import { payment } from './bodies.js';

/** An account of the bench, with a customer who owns a payment method. */
export type Owner = {
  readonly key: string;
  readonly account: string;
  readonly customer: string;
  readonly email: string;
  readonly payment_method: string;
  readonly endpoints: number;
};

const keyOf = (number: number): string => `sk_test_bench${String(number).padStart(8, '0')}`;

/** Opens accounts as their key rows alone; the first number is 0. */
export const openAccounts = (database: pg.Client, count: number): Promise<unknown> =>
  database.query(
    `insert into keys (hash, id, account, account_id, livemode, kind, name, hint, created_at)
     select sha256(convert_to(key, 'UTF8')), 'key_' || ending, 'acct_' || ending || '_test', 'acct_' || ending, false, 'secret', 'bench', right(key, 4), now()
     from unnest($1::text[]) with ordinality as u (key, number), lpad((number - 1)::text, ${id_length}, '0') as ending`,
    [Array.from({ length: count }, (_, number) => keyOf(number))],
  );

/** What a caller of the API gets back. */
type Called = { readonly id: string; readonly invoice_settings?: { readonly default_payment_method: string } };

async function call(port: number, key: string, path: string, body: object): Promise<Called> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Called;
}

/** Makes a customer with a card, and for a third of the accounts each none, one or two webhook endpoints. */
async function settle(port: number, number: number): Promise<Owner> {
  const key = keyOf(number);
  const email = `customer-${number}@example.com`;
  const endpoint = { url: 'http://127.0.0.1:9/webhooks', enabled_events: ['*'] };
  const endpoints = number % 3;
  for (let made = 0; made < endpoints; made++) await call(port, key, '/v1/webhook_endpoints', endpoint);
  const { id, invoice_settings } = await call(port, key, '/v1/customers', {
    email,
    name: `Customer ${number}`,
    payment_method: 'pm_card_visa',
  });
  const payment_method = invoice_settings?.default_payment_method ?? '';
  // The card's checks become known at its first use; from then on it no longer changes.
  await call(port, key, '/v1/setup_intents', { customer: id, payment_method, confirm: true });
  return { key, account: `acct_${String(number).padStart(id_length, '0')}_test`, customer: id, email, payment_method, endpoints };
}

/** Settles that many accounts over the API, some at once, and by each service in turn, which also warms them up. Only the sandbox checks cards. */
export async function settleAccounts(ports: readonly number[], count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) owners[number] = await settle(ports[number % ports.length] ?? 0, number);
  };
  await Promise.all(Array.from({ length: 24 }, work));
  return owners;
}

/** A payment as the service stores it, to be copied. */
export type Exemplar = { readonly id: string; readonly order: string; readonly owner: Owner };

/** Makes the payment to be copied over the API. */
export async function exemplar(port: number, owner: Owner): Promise<Exemplar> {
  const order = 'order-exemplar';
  const { id } = await call(port, owner.key, '/v1/payment_intents', payment(owner, order));
  return { id, order, owner };
}

/** Where copies go, and their numbers. */
export type Copying = { readonly owners: readonly Owner[]; readonly first: number; readonly count: number };

const prefix = 'pi';
const time_code = idBound(prefix, Date.now());
const number_length = prefix.length + 1 + id_length - time_code.length;

/** The id of a copy. */
export const copyId = (number: number): string => `${time_code}${String(number).padStart(number_length, '0')}`;

/** The merchant's own number of a copy. */
export const copiedOrder = (number: number): string => `order-${number}`;

/** A connection for each table that is filled; they are filled at the same time. */
export type Fillers = Readonly<Record<'objects' | 'searches', pg.Client>>;

/**
 * Copies a payment, as it is and as search sees it, into many accounts in turn, so that neighbours on disk belong to different accounts
 * as they do in service.
 */
export const copy = ({ objects, searches }: Fillers, of: Exemplar, copying: Copying): Promise<unknown> =>
  Promise.all([copyRow(objects, 'objects', of, copying), copyRow(searches, 'searches', of, copying)]);

async function copyRow(
  database: pg.Client,
  table: keyof Fillers,
  { id, order, owner }: Exemplar,
  { owners, first, count }: Copying,
): Promise<void> {
  const { rows } = await database.query<{ name: string; type: string }>(
    'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
    [table],
  );
  const names = rows.map(({ name }) => name).join(', ');
  await database.query(
    `insert into ${table} (${names})
     select ${rows.map(copied).join(', ')}
     from ${table} it cross join (
       select account, customer, $5 || lpad(n::text, $6, '0') as id, 'order-' || n as placed
       from generate_series($7::int, $7::int + $8::int - 1) n
       join unnest($9::text[], $10::text[]) with ordinality as owner (account, customer, place) on place - 1 = n % cardinality($9)
       order by n) fresh
     where it.account = $1 and it.object = 'payment_intent' and it.id = $2`,
    [
      owner.account,
      id,
      owner.customer,
      order,
      ...[time_code, number_length, first, count],
      owners.map(({ account }) => account),
      owners.map(({ customer }) => customer),
    ],
  );
}

/** A column with whatever tells copies apart replaced; search knows ids in lower case. */
function copied({ name, type }: { name: string; type: string }): string {
  if (!['text', 'json', 'jsonb'].includes(type)) return `it.${name}`;
  const pairs = [
    ['$1', 'fresh.account'],
    ['$2', 'fresh.id'],
    ['$3', 'fresh.customer'],
    ['lower($3)', 'lower(fresh.customer)'],
    ['$4', 'fresh.placed'],
  ];
  const text = pairs.reduce((before, [from, to]) => `replace(${before}, ${from}, ${to})`, `it.${name}::text`);
  return `${text}::${type}`;
}
