import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { useMerchant } from '../support/elements.js';
import { shopSession, statusOf, thanksAt } from '../support/hosted.js';
import { type OtherBrowser, other_browsers, type Visit } from '../support/other-browsers.js';

const merchant = useMerchant();

const number = '[data-testid="number"]';
const authenticate = '[data-testid="outcome-succeed"]';
const element = ['iframe[title="Secure payment input frame"]'];
const bank = ['[data-testid="florin-step"] iframe'];

const typeCard = async (visit: Visit, digits: string): Promise<void> => {
  await visit.type(number, digits);
  await visit.type('[data-testid="exp"]', '1234');
  await visit.type('[data-testid="cvc"]', '123');
};

describe.each(other_browsers)('in $name', ({ missing, start }) => {
  let browser: OtherBrowser | undefined;
  let visit: Visit;
  beforeAll(async () => {
    if (!missing) browser = await start();
  });
  afterAll(() => browser?.stop());
  beforeEach(async ({ skip }) => {
    if (!browser) return skip(`${missing} here`);
    visit = await browser.visit();
  });

  test('a payer pays on the page of a checkout with a card that requires authentication, and is redirected to the success_url', async () => {
    const shop = merchant.service.client();
    const session = await shopSession(merchant.service, shop);
    await visit.open(session.url);
    expect(await visit.text('[data-testid="amount"]')).toBe('$10.00');
    await visit.type('[data-testid="email"]', 'jo@example.com');
    await visit.type('[data-testid="name"]', 'Jo Doe');
    await typeCard(visit, '4000000000003220');
    await visit.press('[data-testid="submit"]');
    await visit.press(authenticate);
    await expect.poll(() => visit.address()).toBe(thanksAt(merchant.service).replace('{CHECKOUT_SESSION_ID}', session.id));
    expect(await statusOf(shop, session)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  test('a payer pays an invoice, and the page says so', async () => {
    const client = merchant.service.client();
    const { id: customer } = await must(client.post('/v1/customers', { name: 'Jo Doe', email: 'jo@example.com' }));
    const { id } = await must(client.post('/v1/invoices', { customer, collection_method: 'send_invoice', days_until_due: 30 }));
    await must(client.post('/v1/invoiceitems', { customer, invoice: id, amount: 12_900, currency: 'usd', description: 'Two tickets' }));
    const { hosted_invoice_url } = await must(client.post(`/v1/invoices/${id}/finalize`));
    await visit.open(hosted_invoice_url);
    expect(await visit.text('h1')).toContain('$129.00');
    await typeCard(visit, '4242424242424242');
    await visit.press('form button[type="submit"]');
    await expect.poll(() => visit.text('main')).toContain('This invoice is paid.');
    expect((await client.get(`/v1/invoices/${id}`)).body.status).toBe('paid');
  });

  test("a card typed into the Payment Element on a merchant's page pays after the dialog of the bank", async () => {
    const client = merchant.service.client();
    const intent = await must(client.post('/v1/payment_intents', { amount: 2000, currency: 'eur', payment_method_types: ['card'] }));
    await visit.open(`${merchant.url}/shop`);
    await visit.run(`(async () => {
      globalThis.stripe = await loadStripe('${client.publishable_key}');
      globalThis.elements = stripe.elements({ clientSecret: '${intent.client_secret}' });
      const element = elements.create('payment');
      const ready = new Promise((resolve) => element.on('ready', () => resolve(true)));
      element.mount('#place');
      return ready;
    })()`);
    await visit.type('input[name="number"]', '4000000000003220', element);
    await visit.type('input[name="expiry"]', '1234', element);
    await visit.type('input[name="cvc"]', '123', element);
    await visit.choose('select[name="country"]', 'DE', element);
    await visit.run(`globalThis.result = stripe.confirmPayment({ elements, redirect: 'if_required' }); true`);
    await visit.press(authenticate, bank);
    expect(await visit.run('result')).toMatchObject({ paymentIntent: { id: intent.id, status: 'succeeded' } });
  });

  test('a merchant signs in to the dashboard, sees a payment in the list and opens it', async () => {
    const client = merchant.service.client();
    const paid = { amount: 4200, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' };
    const { id } = await must(client.post('/v1/payment_intents', paid));
    await visit.open(`${merchant.service.url}/dashboard/payments`);
    await visit.type('input[type="password"]', client.key);
    await visit.press('button[type="submit"]');
    expect(await visit.text(`tr[data-id="${id}"]`)).toContain('€42.00');
    await visit.press(`tr[data-id="${id}"] td:first-child a`);
    await expect.poll(() => visit.address()).toBe(`${merchant.service.url}/dashboard/payments/${id}`);
    await expect.poll(() => visit.text('main h1')).toContain('€42.00');
  });
});
