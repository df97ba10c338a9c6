import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
  await service.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into it.
type Body = any;

const get = async ({ client }: ClockedShop, path: string): Promise<Body> => (await client.get(path)).body;

/** A pending update of 10 euros when requested on the 16th: the customer's card was declined. */
async function waiting(at = '2026-04-16') {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const inEuros = (amount: number) => shop.price(amount, { currency: 'eur' });
  const [price, dearer] = [await inEuros(1000), await inEuros(3000)];
  const sub = await shop.subscribe([{ price }]);
  await shop.advance(at);
  const { client, customer } = shop;
  const declines = await made(client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer });
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: declines.id } });
  const path = `/v1/subscriptions/${sub.id}`;
  const item = sub.items.data[0].id;
  const changed = await made(client, path, {
    items: [{ id: item, price: dearer }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(changed.pending_update).not.toBe(null);
  const invoice: string = changed.latest_invoice;
  return { shop, path, item, price, invoice };
}

type Of = Awaited<ReturnType<typeof waiting>>;

const drops: [string, (of: Of) => Promise<unknown>][] = [
  [
    'another change replaces it',
    ({ shop, path, item }) => made(shop.client, path, { items: [{ id: item, quantity: 2 }], proration_behavior: 'none' }),
  ],
  ['23 hours pass without a payment', ({ shop }) => shop.advance('2026-04-17')],
  ['the subscription is renewed', ({ shop }) => shop.advance('2026-05-01T02:00')],
  ['the subscription ends', ({ shop, path }) => shop.client.del(path)],
];

/** The state of the update, its invoice and the customer. */
async function standing({ shop, path, invoice }: Of) {
  const { pending_update, items } = await get(shop, path);
  const { status, amount_paid, amount_overpaid, auto_advance } = await get(shop, `/v1/invoices/${invoice}`);
  const { balance } = await get(shop, `/v1/customers/${shop.customer}`);
  return { pending_update, price: items.data[0].price.id, bill: [status, amount_paid, amount_overpaid, auto_advance], balance };
}

test.each(drops)('a partly paid update is dropped when %s, and the payment is credited to the customer', async (how, drop) => {
  const of = await waiting();
  const { client, customer } = of.shop;
  const part = { amount: 400, currency: 'eur', customer, payment_method: 'pm_card_visa', confirm: true };
  const { id } = await made(client, '/v1/payment_intents', part);
  const partly = await made(client, `/v1/invoices/${of.invoice}/attach_payment`, { payment_intent: id });
  expect([partly.status, partly.amount_paid]).toEqual(['open', 400]);
  await drop(of);
  const dropped = { pending_update: null, price: of.price, bill: ['void', 0, 400, false] };
  // Their credit pays a part of the next period.
  expect(await standing(of)).toEqual({ ...dropped, balance: how.includes('renewed') ? 0 : -400 });
  const { data } = await get(of.shop, `/v1/customers/${customer}/balance_transactions`);
  const [owed] = data.filter(({ type }: Body) => type === 'invoice_overpaid');
  expect([owed.amount, owed.invoice]).toEqual([-400, of.invoice]);
  expect((await get(of.shop, '/v1/events?type=invoice.overpaid')).data.length).toBe(1);
});

async function paysByDebit({ shop: { client, customer }, invoice }: Of, iban: string): Promise<void> {
  const billing_details = { name: 'Jo', email: 'jo@example.com' };
  const { id } = await made(client, '/v1/payment_methods', { type: 'sepa_debit', sepa_debit: { iban }, billing_details });
  await made(client, `/v1/payment_methods/${id}/attach`, { customer });
  await made(client, `/v1/invoices/${invoice}/pay`, { payment_method: id, off_session: false });
}

const [arrives, fails] = ['DE89370400440532013000', 'DE62370400440532013001'] as const;

test.each(drops.filter(([how]) => !how.includes('23')))(
  'a debit of an update that arrives after %s is credited to the customer',
  async (_, drop) => {
    const of = await waiting('2026-04-30');
    await paysByDebit(of, arrives);
    await drop(of);
    expect(await standing(of)).toMatchObject({ pending_update: null, price: of.price, bill: ['void', 0, 0, false] });
    await of.shop.advance('2026-05-20');
    expect((await standing(of)).bill).toEqual(['void', 0, 67, false]);
    const { data } = await get(of.shop, `/v1/customers/${of.shop.customer}/balance_transactions`);
    expect(data.filter(({ type }: Body) => type === 'invoice_overpaid').map(({ amount }: Body) => amount)).toEqual([-67]);
  },
);

test('an update with a debit in flight waits, and applies when the money has arrived', async () => {
  const of = await waiting();
  await paysByDebit(of, arrives);
  await of.shop.advance('2026-04-29');
  const { items, pending_update } = await get(of.shop, of.path);
  expect([pending_update, items.data[0].price.id === of.price, (await standing(of)).bill]).toEqual([null, false, ['paid', 1000, 0, false]]);
});

test('an update whose debit is in flight for longer than its expiry is dropped when the debit fails', async () => {
  const of = await waiting();
  await paysByDebit(of, fails);
  await of.shop.advance('2026-04-29');
  expect(await standing(of)).toEqual({ pending_update: null, price: of.price, bill: ['void', 0, 0, false], balance: 0 });
});
