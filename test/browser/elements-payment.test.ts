import { expect, test } from 'vitest';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { bankFrame, evaluated, fillPayment, frameOf, openPage, useMerchant } from '../support/elements.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

type Payment = { readonly id: string; readonly client_secret: string };

const mounting = (client_secret: string, options = '{}'): string => `
  window.elements = stripe.elements({ clientSecret: '${client_secret}' });
  window.told = [];
  const element = elements.create('payment', ${options});
  for (const name of ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror']) element.on(name, (event) => told.push({ name, ...event }));
  const ready = new Promise((resolve) => element.on('ready', resolve));
  element.mount('#place');
  await ready;`;

/** A payment of twenty, and a tab with a Payment Element for it. */
async function opened(params: object = {}, options?: string): Promise<{ tab: Tab; client: Client; payment: Payment }> {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'eur', payment_method_types: ['card'], ...params });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, mounting(body.client_secret, options));
  return { tab, client, payment: body };
}

/** The answer of `confirmPayment` while the payer stays on the page. */
const confirmed = (tab: Tab): Promise<Record<string, Record<string, unknown>>> =>
  evaluated(tab, `return await stripe.confirmPayment({ elements, redirect: 'if_required' })`);

const statusOf = async (client: Client, { id }: Payment): Promise<string> => (await client.get(`/v1/payment_intents/${id}`)).body.status;

test('a card typed into the Payment Element pays, and the only requests go to Florin and the merchant', async () => {
  const { tab, client, payment } = await opened();
  await fillPayment(tab);
  expect(await confirmed(tab)).toMatchObject({ paymentIntent: { id: payment.id, status: 'succeeded', object: 'payment_intent' } });
  expect(await statusOf(client, payment)).toBe('succeeded');
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

test('without redirect: "if_required" the payer is redirected to the return_url, with the result', async () => {
  const { tab, payment } = await opened();
  await fillPayment(tab);
  const leaving = tab.page.waitForURL(`${merchant.url}/done**`);
  await tab.page.evaluate(`void stripe.confirmPayment({ elements, confirmParams: { return_url: '${merchant.url}/done?basket=7' } })`);
  await leaving;
  expect(Object.fromEntries(new URL(tab.page.url()).searchParams)).toEqual({
    basket: '7',
    payment_intent: payment.id,
    payment_intent_client_secret: payment.client_secret,
    redirect_status: 'succeeded',
  });
});

test('402 card_declined: the page gets the reason and the intent, and a working card then pays the same intent', async () => {
  const { tab, client, payment } = await opened();
  await fillPayment(tab, '4000000000000002');
  const { error } = await confirmed(tab);
  expect(error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { id: payment.id },
  });
  expect(String(error?.message)).not.toBe('');
  await frameOf(tab).getByLabel('Card number').fill('');
  await frameOf(tab).getByLabel('Card number').pressSequentially('4242424242424242');
  expect(await confirmed(tab)).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  expect(await statusOf(client, payment)).toBe('succeeded');
});

test('missing fields are reported in the frame, to the page and to screen readers, and the API is not called', async () => {
  const { tab, client, payment } = await opened();
  await frameOf(tab).getByLabel('Card number').pressSequentially('4242');
  expect(await confirmed(tab)).toEqual({
    error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  });
  const number = frameOf(tab).getByLabel('Card number');
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  expect(
    await frameOf(tab)
      .locator(`#${await number.getAttribute('aria-describedby')}`)
      .textContent(),
  ).toBe('Your card number is incomplete.');
  expect(await frameOf(tab).locator(':focus').getAttribute('name')).toBe('number');
  expect(await statusOf(client, payment)).toBe('requires_payment_method');
});

test('the element emits its events: ready, focus, change until it is complete, blur, escape', async () => {
  const { tab } = await opened();
  await fillPayment(tab);
  await tab.page.keyboard.press('Escape');
  await evaluated(tab, `elements.getElement('payment').blur()`);
  await tab.page.waitForFunction(`told.some(({ name }) => name === 'blur')`);
  const told = await evaluated<{ name: string; complete?: boolean; empty?: boolean; value?: object }[]>(tab, 'return told');
  expect(told[0]).toEqual({ name: 'ready', elementType: 'payment' });
  expect(told.map(({ name }) => name)).toEqual(expect.arrayContaining(['focus', 'escape', 'blur']));
  const changes = told.filter(({ name }) => name === 'change');
  expect(changes[0]).toMatchObject({ empty: false, complete: false, value: { type: 'card' } });
  expect(changes.at(-1)).toMatchObject({ empty: false, complete: true });
});

test('a client secret that opens nothing causes a loaderror', async () => {
  const tab = await browser.tab();
  await openPage(tab, merchant, merchant.service.client(), mounting('pi_1_secret_2').replace('await ready;', ''));
  await tab.page.waitForFunction(`told.some(({ name }) => name === 'loaderror')`);
  const [error] = await evaluated<{ error: { type: string } }[]>(tab, `return told.filter(({ name }) => name === 'loaderror')`);
  expect(error).toMatchObject({ elementType: 'payment', error: { type: 'invalid_request_error' } });
});

test('SEPA Direct Debit: a mistyped account number is reported at once, a valid one is debited under a mandate', async () => {
  const { tab, client, payment } = await opened({ payment_method_types: ['card', 'sepa_debit'] });
  await frameOf(tab).getByText('SEPA Direct Debit').click();
  await frameOf(tab).getByLabel('IBAN').pressSequentially('DE89370400440532013001');
  await frameOf(tab).getByText('Your IBAN is invalid.').waitFor();
  await frameOf(tab).getByLabel('IBAN').fill('');
  await frameOf(tab).getByLabel('IBAN').pressSequentially('DE89370400440532013000');
  await frameOf(tab).getByLabel('Full name').fill('Jo Weber');
  await frameOf(tab).getByLabel('Email').fill('jo@example.com');
  expect(await confirmed(tab)).toMatchObject({ paymentIntent: { status: 'processing' } });
  const { body } = await client.get(`/v1/payment_intents/${payment.id}`, { 'expand[0]': 'payment_method' });
  expect(body.payment_method).toMatchObject({
    type: 'sepa_debit',
    sepa_debit: { last4: '3000', country: 'DE' },
    billing_details: { name: 'Jo Weber' },
  });
});

test('a redirect method: the payer goes there, comes back, and the payment succeeds', async () => {
  const { tab, client, payment } = await opened({ payment_method_types: ['card', 'ideal'] });
  await frameOf(tab).getByText('iDEAL').click();
  await frameOf(tab).getByText('you continue with iDEAL').waitFor();
  await tab.page.evaluate(`void stripe.confirmPayment({ elements, confirmParams: { return_url: '${merchant.url}/done' } })`);
  await tab.page.getByRole('button', { name: 'Approve' }).click();
  await tab.page.waitForURL(`${merchant.url}/done**`);
  expect(new URL(tab.page.url()).searchParams.get('redirect_status')).toBe('succeeded');
  expect(await statusOf(client, payment)).toBe('succeeded');
});

test('all types of an intent are offered, the first of them at once and the others on demand, as tabs and as an accordion', async () => {
  const { tab } = await opened(
    { payment_method_types: undefined, automatic_payment_methods: { enabled: true } },
    `{ layout: 'accordion' }`,
  );
  const frame = frameOf(tab);
  expect(await frame.locator('.AccordionItem:visible').count()).toBe(5);
  await frame.getByRole('button', { name: 'More ways to pay' }).click();
  await frame.getByRole('radio', { name: 'Bancontact' }).check();
  await frame.getByLabel('Full name').fill('Jo Weber');
  await tab.page.waitForFunction(`told.at(-1).complete && told.at(-1).value.type === 'bancontact'`);
});

test("3D Secure: the bank's page opens in a dialog; the payer approves, and the payment succeeds", async () => {
  const { tab, client, payment } = await opened();
  await fillPayment(tab, '4000000000003220');
  const result = confirmed(tab);
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).click();
  expect(await result).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  expect(await tab.page.locator('dialog').count()).toBe(0);
  expect(await statusOf(client, payment)).toBe('succeeded');
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

test.each([
  ['fails it', async (tab: Tab) => bankFrame(tab).getByRole('button', { name: 'Fail authentication' }).click()],
  [
    'leaves the dialog',
    async (tab: Tab) => tab.page.getByTestId('florin-step').getByRole('button', { name: 'Cancel', exact: true }).click(),
  ],
  [
    'presses Escape in the page of the bank',
    async (tab: Tab) => {
      await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).focus();
      await tab.page.keyboard.press('Escape');
    },
  ],
  [
    'presses Escape beside it',
    async (tab: Tab) => {
      await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).waitFor();
      await tab.page.getByTestId('florin-step').getByRole('button', { name: 'Cancel', exact: true }).focus();
      await tab.page.keyboard.press('Escape');
    },
  ],
])('3D Secure: a payer who %s has paid nothing, and the page gets the error', async (_, act) => {
  const { tab, client, payment } = await opened();
  await fillPayment(tab, '4000000000003220');
  const result = confirmed(tab);
  await act(tab);
  const { error } = await result;
  expect(error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    message: 'Your bank has not confirmed this payment. Try again, or choose another payment method.',
    payment_intent: { id: payment.id },
  });
  expect(await statusOf(client, payment)).toBe('requires_payment_method');
  expect(await tab.page.locator('dialog').count()).toBe(0);
});

test("there is one way to leave the bank's dialog", async () => {
  const { tab } = await opened();
  await fillPayment(tab, '4000000000003220');
  const result = confirmed(tab);
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).waitFor();
  expect(await bankFrame(tab).getByRole('button').allTextContents()).toEqual(['Complete authentication', 'Fail authentication']);
  const cancel = tab.page.getByTestId('florin-step').getByRole('button', { name: 'Cancel', exact: true });
  expect(await cancel.count()).toBe(1);
  await cancel.click();
  await result;
});

test("the keyboard focus stays in the bank's dialog", async () => {
  const { tab } = await opened();
  await fillPayment(tab, '4000000000003220');
  await tab.page.evaluate(`void stripe.confirmPayment({ elements, redirect: 'if_required' })`);
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).waitFor();
  const inside: unknown[] = [];
  for (let stop = 0; stop < 8; stop++) {
    await tab.page.keyboard.press('Tab');
    inside.push(
      await tab.page.evaluate(
        `document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)`,
      ),
    );
  }
  expect(inside).toEqual(Array(8).fill(true));
  expect(await tab.page.getByRole('dialog', { name: 'Confirm with your bank' }).count()).toBe(1);
});
