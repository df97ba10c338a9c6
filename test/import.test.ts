import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import type { Client } from './support/service.js';
import { commonService } from './support/services.js';

const folder = mkdtempSync(join(tmpdir(), 'florin-import-'));

let source: Client;
let url: string;
let newClient: () => Client;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const service = await commonService();
  newClient = () => service.client();
  source = service.client();
  url = service.url;
  ids = await fill(source);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = async (client: Client, path: string, params: object): Promise<Record<string, never>> => {
  const { status, body, text } = await client.post(`/v1/${path}`, { ...params });
  expect(status, text).toBe(200);
  return body;
};

/** A small shop, as an account at another processor has it. */
async function fill(client: Client): Promise<Readonly<Record<string, string>>> {
  await made(client, 'products', { id: 'prod_tea', name: 'Tea' });
  const price = await made(client, 'prices', {
    product: 'prod_tea',
    currency: 'usd',
    unit_amount: 1900,
    recurring: { interval: 'month' },
    lookup_key: 'tea',
  });
  await made(client, 'products/prod_tea', { default_price: price.id });
  await made(client, 'coupons', { id: 'WELCOME', percent_off: 20, duration: 'once' });
  const customer = await made(client, 'customers', {
    name: 'Jo',
    email: 'jo@example.com',
    address: { city: 'Bern', country: 'CH' },
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const subscription = await made(client, 'subscriptions', {
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
    metadata: { plan: 'a' },
  });
  const ended = await made(client, 'subscriptions', { customer: customer.id, items: [{ price: price.id }] });
  await client.del(`/v1/subscriptions/${ended.id}`);
  const { default_payment_method: card } = customer.invoice_settings as unknown as { default_payment_method: string };
  return { price: price.id ?? '', customer: customer.id ?? '', subscription: subscription.id ?? '', card };
}

type Run = { readonly code: number; readonly said: string; readonly error: string };

const florin = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> =>
  new Promise((settle) => {
    const env = { PATH: process.env.PATH, HOME: folder, FLORIN_URL: url, ...environment };
    execFile(process.execPath, [program, ...args], { env, cwd: folder }, (failure, stdout, stderr) =>
      settle({ code: failure ? Number(failure.code) : 0, said: stdout, error: stderr }),
    );
  });

const exported = (name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, 'exported', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('an account is exported as JSON lines, a file for each list', async () => {
  const { code, said, error } = await florin(['export', 'exported', '--key', source.key, '--json']);
  expect([code, error]).toEqual([0, '']);
  const counts = JSON.parse(said);
  expect(counts).toMatchObject({ customers: 1, products: 1, prices: 1, coupons: 1, subscriptions: 1, invoices: 2 });
  for (const [name, count] of Object.entries(counts)) expect(exported(name), name).toHaveLength(count as number);
  expect(readdirSync(join(folder, 'exported')).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await florin(['export', 'exported', '--key', source.key])).toMatchObject({
    code: 2,
    error: expect.stringContaining('exported has files'),
  });
  expect(await florin(['export', 'other', '--only', 'nothing', '--key', source.key])).toMatchObject({ code: 2 });
});

const cards = (): string => {
  const card = { id: ids.card, number: '4242 4242 4242 4242', exp_month: 8, exp_year: 2040, name: 'Jo', address_city: 'Bern' };
  writeFileSync(join(folder, 'cards.json'), JSON.stringify({ customers: [{ id: ids.customer, cards: [card] }] }));
  return 'cards.json';
};

test('a dry run checks everything and creates nothing', async () => {
  const target = newClient();
  const from = ['--from', 'exported', '--methods', cards(), '--key', target.key, '--checkpoint', 'dry.jsonl'];
  const { code, said } = await florin(['import', 'stripe', ...from, '--dry-run']);
  expect([code, said]).toEqual([0, expect.stringMatching(/^customers {8}1 would be created.*Nothing was created\.\n$/ms)]);
  expect([(await target.get('/v1/customers')).body.data, existsSync(join(folder, 'dry.jsonl'))]).toEqual([[], false]);
});

test('an export is imported with its cards, and an interrupted import continues without a second object', async () => {
  const target = newClient();
  const args = [
    'import',
    'stripe',
    '--from',
    'exported',
    '--methods',
    cards(),
    '--key',
    target.key,
    '--checkpoint',
    'done.jsonl',
    '--json',
  ];
  const first = await florin(args);
  expect([first.code, first.error]).toEqual([0, '']);
  expect(JSON.parse(first.said)).toMatchObject({
    payment_methods: { created: 1, failed: [] },
    subscriptions: { created: 1, failed: [] },
    differences: [],
  });
  const [customer] = (await target.get('/v1/customers')).body.data;
  expect(customer).toMatchObject({ name: 'Jo', address: { city: 'Bern' }, metadata: { stripe_id: ids.customer } });
  const [subscription] = (await target.get('/v1/subscriptions')).body.data;
  const [before] = exported('subscriptions');
  expect(subscription).toMatchObject({
    current_period_end: before?.current_period_end,
    metadata: { plan: 'a', stripe_id: ids.subscription },
  });
  expect((await target.get('/v1/charges')).body.data).toEqual([]);
  const { body: method } = await target.get(`/v1/payment_methods/${customer.invoice_settings.default_payment_method}`);
  expect(method).toMatchObject({
    customer: customer.id,
    card: { last4: '4242', exp_year: 2040 },
    billing_details: { address: { city: 'Bern' } },
  });
  expect((await target.get('/v1/products/prod_tea')).body).toMatchObject({ default_price: expect.stringMatching(/^price_/) });

  const checkpoint = join(folder, 'done.jsonl');
  expect(readFileSync(checkpoint, 'utf8')).not.toContain('4242');
  const lines = readFileSync(checkpoint, 'utf8').trim().split('\n');
  writeFileSync(checkpoint, `${lines.slice(0, 3).join('\n')}\n`);
  const again = JSON.parse((await florin(args)).said);
  expect([again.products.before, again.customers.failed, again.differences]).toEqual([1, [], []]);
  expect(readFileSync(checkpoint, 'utf8').trim().split('\n').sort()).toEqual(lines.sort());
  expect((await target.get('/v1/customers')).body.data).toHaveLength(1);
  expect((await target.get('/v1/subscriptions')).body.data).toHaveLength(1);
});

test('an API is read page by page, and what cannot be imported is listed', async () => {
  const target = newClient();
  const args = ['import', 'stripe', '--stripe-url', url, '--key', target.key, '--checkpoint', 'api.jsonl', '--per-second', '500'];
  const { code, said } = await florin(args, { STRIPE_API_KEY: source.key });
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/subscriptions {4}1 created, 0 from before, 1 left out, 0 failed\n {2}sub_\w+ has ended/),
  ]);
  // Without its checkpoint, the idempotency keys still prevent second objects for a day.
  writeFileSync(join(folder, 'api.jsonl'), '');
  const again = await florin(args, { STRIPE_API_KEY: source.key });
  expect([again.code, again.said]).toEqual([0, expect.stringContaining('subscriptions    1 created')]);
  expect((await target.get('/v1/subscriptions')).body.data).toHaveLength(1);
});

test('the source is required, and a broken file is named without its content', async () => {
  expect(await florin(['import', 'stripe', '--key', source.key])).toMatchObject({
    code: 2,
    error: expect.stringContaining('set STRIPE_API_KEY'),
  });
  expect(await florin(['import', 'stripe', '--key', source.key, '--from', 'nowhere'])).toMatchObject({
    code: 2,
    error: 'There is no folder nowhere.\n',
  });
  writeFileSync(join(folder, 'broken.jsonl'), '{"number":"4242424242424242"');
  const broken = await florin(['import', 'stripe', '--key', source.key, '--from', 'exported', '--methods', 'broken.jsonl']);
  expect(broken).toMatchObject({ code: 2, error: 'broken.jsonl, line 1 is not JSON.\n' });
});
