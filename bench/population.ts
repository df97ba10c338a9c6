import type pg from 'pg';
import { id_length, idBound } from '../src/base/ids.js';

/** An account of the bench, with a customer who owns a payment method. */
export type Owner = {
  readonly key: string;
  readonly account: string;
  readonly customer: string;
  readonly email: string;
  readonly payment_method: string;
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
  for (let made = 0; made < number % 3; made++) await call(port, key, '/v1/webhook_endpoints', endpoint);
  const { id, invoice_settings } = await call(port, key, '/v1/customers', {
    email,
    name: `Customer ${number}`,
    payment_method: 'pm_card_visa',
  });
  const payment_method = invoice_settings?.default_payment_method ?? '';
  // The card's checks become known at its first use; from then on it does not change any more.
  await call(port, key, '/v1/setup_intents', { customer: id, payment_method, confirm: true });
  return { key, account: `acct_${String(number).padStart(id_length, '0')}_test`, customer: id, email, payment_method };
}

/** Settles that many accounts over the API, some at once, and by each of the services in turn, which also warms them up. */
export async function settleAccounts(ports: readonly number[], count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) owners[number] = await settle(ports[number % ports.length] ?? 0, number);
  };
  await Promise.all(Array.from({ length: 24 }, work));
  return owners;
}

/** A setup intent as the API makes it, to be copied. */
export async function exemplar(port: number, owner: Owner): Promise<{ id: string; owner: Owner }> {
  const { id } = await call(port, owner.key, '/v1/setup_intents', {
    customer: owner.customer,
    description: 'Card on file for order 1001',
    metadata: { order: '1001', channel: 'web' },
  });
  return { id, owner };
}

/** Where copies go, and their numbers. */
export type Copying = { readonly owners: readonly Owner[]; readonly first: number; readonly count: number };

const prefix = 'seti';
const time_code = idBound(prefix, Date.now());

/** The id of a copy. */
export const copyId = (number: number): string =>
  `${time_code}${String(number).padStart(prefix.length + 1 + id_length - time_code.length, '0')}`;

/** Copies a setup intent into many accounts in turn, so that neighbours on disk belong to different accounts as they do in service. */
export async function copy(
  database: pg.Client,
  { id, owner }: { id: string; owner: Owner },
  { owners, first, count }: Copying,
): Promise<void> {
  const { rows } = await database.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = 'objects' and column_name not in ('account', 'id')`,
  );
  const changed = (text: string): string => `replace(replace(${text}, $1, fresh.id), $2, fresh.customer)`;
  const columns = rows.map(({ name, type }) =>
    type === 'json' ? `${changed(`it.${name}::text`)}::json` : type === 'text' ? changed(`it.${name}`) : `it.${name}`,
  );
  await database.query(
    `insert into objects (account, id, ${rows.map(({ name }) => name).join(', ')})
     select fresh.account, fresh.id, ${columns.join(', ')}
     from objects it cross join (
       select account, customer, $6 || lpad(n::text, $7, '0') as id
       from generate_series($8::int, $8::int + $9::int - 1) n
       join unnest($4::text[], $5::text[]) with ordinality as owner (account, customer, place) on place - 1 = n % cardinality($4)
       order by n) fresh
     where it.account = $3 and it.object = 'setup_intent' and it.id = $1`,
    [
      id,
      owner.customer,
      owner.account,
      owners.map(({ account }) => account),
      owners.map(({ customer }) => customer),
      time_code,
      prefix.length + 1 + id_length - time_code.length,
      first,
      count,
    ],
  );
}
