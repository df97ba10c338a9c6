import { expect, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.js';
import { bankFrame, evaluated, fillPayment, frameOf, openPage, typeCard, useMerchant } from '../support/elements.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

type Result = Record<string, Record<string, unknown> | undefined>;

/** A tab on the merchant's page after a script, and the account that it pays. */
async function opened(script: string): Promise<{ tab: Tab; client: Client }> {
  const client = merchant.service.client();
  await client.get('/v1/account');
  const tab = await browser.tab();
  await openPage(tab, merchant, client, script);
  return { tab, client };
}

const card_element = `
  window.elements = stripe.elements();
  window.card = elements.create('card', { style: { base: { fontSize: '18px' } } });
  window.told = [];
  card.on('change', (event) => told.push(event));
  const ready = new Promise((resolve) => card.on('ready', resolve));
  card.mount('#place');
  await ready;`;

const card_frame = 'Secure card payment input frame';

async function fillCard(tab: Tab, number?: string): Promise<void> {
  await typeCard(frameOf(tab, card_frame), number);
  await frameOf(tab, card_frame).getByLabel('Postal code').pressSequentially('10115');
}

const intentFor = async (
  client: Client,
  kind: 'payment_intents' | 'setup_intents',
  params: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; client_secret: string }> =>
  (await client.post(`/v1/${kind}`, kind === 'payment_intents' ? { amount: 2000, currency: 'usd', ...params } : params)).body;

test("confirmCardPayment: a Card Element pays, with the page's billing details and the payer's code", async () => {
  const { tab, client } = await opened(card_element);
  await fillCard(tab);
  const { id, client_secret } = await intentFor(client, 'payment_intents');
  const result = await evaluated<Result>(
    tab,
    `return await stripe.confirmCardPayment('${client_secret}', { payment_method: { card, billing_details: { name: 'Jo Weber' } } })`,
  );
  expect(result).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  const { body } = await client.get(`/v1/payment_intents/${id}`, { 'expand[0]': 'payment_method' });
  expect(body.payment_method).toMatchObject({
    billing_details: { name: 'Jo Weber', address: { postal_code: '10115' } },
    card: { last4: '4242' },
  });
});

test('the Card Element reports brand, completeness and mistakes as Stripe does, and marks its container', async () => {
  const { tab } = await opened(card_element);
  await frameOf(tab, card_frame).getByLabel('Card number').pressSequentially('4242424242424241');
  await tab.page.waitForFunction(`told.at(-1).error !== undefined`);
  expect(await evaluated(tab, 'return told.at(-1)')).toMatchObject({
    elementType: 'card',
    brand: 'visa',
    empty: false,
    complete: false,
    error: { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' },
  });
  const classes = await tab.page.locator('#place').getAttribute('class');
  expect(classes?.split(' ')).toEqual(expect.arrayContaining(['StripeElement', 'StripeElement--invalid']));
  await evaluated(tab, 'card.clear()');
  await tab.page.waitForFunction(`told.at(-1).empty`);
  await fillCard(tab, '378282246310005'.slice(0, 15));
  expect(await evaluated(tab, 'return told.at(-1).brand')).toBe('amex');
});

test('three separate fields are one card: they find each other, and the code has the length of the brand', async () => {
  const { tab, client } = await opened(`
    window.elements = stripe.elements();
    const places = { cardNumber: '#place', cardExpiry: '#second', cardCvc: '#third' };
    window.parts = {};
    await Promise.all(Object.entries(places).map(([type, place]) => new Promise((resolve) => {
      parts[type] = elements.create(type);
      parts[type].on('ready', resolve);
      parts[type].mount(place);
    })));`);
  await frameOf(tab, 'Secure card number input frame').getByLabel('Card number').pressSequentially('378282246310005');
  await frameOf(tab, 'Secure expiration date input frame').getByLabel('Expiration date').pressSequentially('1234');
  const code = frameOf(tab, 'Secure CVC input frame').getByLabel('Security code');
  await code.pressSequentially('123');
  await tab.page.waitForFunction(`!document.querySelector('#third').classList.contains('StripeElement--complete')`);
  await code.pressSequentially('4');
  await tab.page.waitForFunction(`document.querySelector('#third').classList.contains('StripeElement--complete')`);
  const result = await evaluated<Result>(
    tab,
    `return await stripe.createPaymentMethod({ type: 'card', card: elements.getElement('cardNumber') })`,
  );
  expect(result).toMatchObject({
    paymentMethod: { object: 'payment_method', card: { brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2034 } },
  });
  const { id } = await intentFor(client, 'payment_intents');
  const method = String(result.paymentMethod?.id);
  expect((await client.post(`/v1/payment_intents/${id}/confirm`, { payment_method: method })).body).toMatchObject({ status: 'succeeded' });
});

test('createToken and createPaymentMethod reveal only the public details of the card', async () => {
  const { tab, client } = await opened(card_element);
  await fillCard(tab);
  const result = await evaluated<Result>(tab, `return await stripe.createToken(card, { name: 'Jo Weber' })`);
  expect(result.token).toMatchObject({ object: 'token', type: 'card', card: { last4: '4242', name: 'Jo Weber', address_zip: '10115' } });
  expect(JSON.stringify(result)).not.toContain('4242424242424242');
  const { body } = await client.post('/v1/charges', { amount: 500, currency: 'usd', source: result.token?.id });
  expect(body).toMatchObject({ object: 'charge', paid: true });
  expect(await evaluated(tab, `return await stripe.createToken('pii', { id_number: '000000000' })`)).toMatchObject({
    token: { type: 'pii' },
  });
  expect(await evaluated(tab, `return await stripe.createSource(card)`)).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('3D Secure by confirmCardPayment with a saved card, by handleCardAction, and by handleNextAction', async () => {
  const { tab, client } = await opened('');
  const approve = (): Promise<void> => bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).click();
  const first = await intentFor(client, 'payment_intents');
  const confirming = evaluated<Result>(
    tab,
    `return await stripe.confirmCardPayment('${first.client_secret}', { payment_method: 'pm_card_authenticationRequired' })`,
  );
  await approve();
  expect(await confirming).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  const by_hand = { payment_method: 'pm_card_authenticationRequired', confirmation_method: 'manual', confirm: true };
  const second = await intentFor(client, 'payment_intents', by_hand);
  const handling = evaluated<Result>(tab, `return await stripe.handleCardAction('${second.client_secret}')`);
  await approve();
  expect(await handling).toMatchObject({ paymentIntent: { status: 'requires_confirmation' } });
  const third = await intentFor(client, 'payment_intents', { ...by_hand, confirmation_method: 'automatic' });
  const next = evaluated<Result>(tab, `return await stripe.handleNextAction({ clientSecret: '${third.client_secret}' })`);
  await approve();
  expect(await next).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  expect(await evaluated(tab, `return await stripe.handleCardAction('${third.client_secret}')`)).toMatchObject({
    error: { type: 'invalid_request_error' },
  });
});

test("handleActions: false leaves the payer's step to the page", async () => {
  const { tab, client } = await opened('');
  const { client_secret } = await intentFor(client, 'payment_intents');
  const data = `{ payment_method: 'pm_card_authenticationRequired' }, { handleActions: false }`;
  const result = await evaluated<Result>(tab, `return await stripe.confirmCardPayment('${client_secret}', ${data})`);
  expect(result.paymentIntent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
  expect(await tab.page.locator('dialog').count()).toBe(0);
});

test('a card is saved for later: confirmSetup with a Payment Element, and confirmCardSetup with a Card Element', async () => {
  const { tab, client } = await opened(card_element);
  await fillCard(tab);
  const first = await intentFor(client, 'setup_intents');
  const kept = await evaluated<Result>(tab, `return await stripe.confirmCardSetup('${first.client_secret}', { payment_method: { card } })`);
  expect(kept).toMatchObject({ setupIntent: { id: first.id, status: 'succeeded' } });
  const second = await intentFor(client, 'setup_intents');
  await evaluated(
    tab,
    `window.group = stripe.elements({ clientSecret: '${second.client_secret}' });
     await new Promise((resolve) => { const element = group.create('payment'); element.on('ready', resolve); element.mount('#second'); });`,
  );
  await frameOf(tab).getByText('allow the merchant to charge your card').waitFor();
  await fillPayment(tab, '4000000000003220');
  const result = evaluated<Result>(tab, `return await stripe.confirmSetup({ elements: group, redirect: 'if_required' })`);
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).click();
  expect(await result).toMatchObject({ setupIntent: { id: second.id, status: 'succeeded' } });
});

test('the payer chooses before there is an intent: a confirmation token pays one that the server creates', async () => {
  const { tab, client } = await opened(`
    window.elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd', paymentMethodTypes: ['card'] });
    await new Promise((resolve) => { const element = elements.create('payment'); element.on('ready', resolve); element.mount('#place'); });`);
  const early = evaluated(
    tab,
    `return await stripe.createConfirmationToken({ elements }).catch(({ name, message }) => ({ name, message }))`,
  );
  expect(await early).toMatchObject({ name: 'IntegrationError', message: expect.stringContaining('elements.submit()') });
  expect(await evaluated(tab, 'return await elements.submit()')).toMatchObject({ error: { code: 'incomplete_number' } });
  await fillPayment(tab);
  expect(await evaluated(tab, 'return await elements.submit()')).toEqual({ selectedPaymentMethod: 'card' });
  const params = `{ return_url: '${merchant.url}/done' }`;
  const { confirmationToken } = await evaluated<Result>(
    tab,
    `return await stripe.createConfirmationToken({ elements, params: ${params} })`,
  );
  expect(confirmationToken).toMatchObject({ object: 'confirmation_token', payment_method_preview: { card: { last4: '4242' } } });
  const { id } = await intentFor(client, 'payment_intents');
  const { body } = await client.post(`/v1/payment_intents/${id}/confirm`, { confirmation_token: confirmationToken?.id });
  expect(body).toMatchObject({ status: 'succeeded' });
});

test('the payer chooses before there is an intent: confirmPayment with the client secret of a later one', async () => {
  const { tab, client } = await opened(`
    window.elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd' });
    await new Promise((resolve) => { const element = elements.create('payment'); element.on('ready', resolve); element.mount('#place'); });`);
  expect(await frameOf(tab).getByRole('radio').count()).toBe(5);
  expect(await frameOf(tab).getByRole('button', { name: 'More ways to pay' }).count()).toBe(1);
  await fillPayment(tab);
  expect(await evaluated(tab, 'return await elements.submit()')).toEqual({ selectedPaymentMethod: 'card' });
  const { client_secret } = await intentFor(client, 'payment_intents');
  const options = `{ elements, clientSecret: '${client_secret}', redirect: 'if_required' }`;
  expect(await evaluated(tab, `return await stripe.confirmPayment(${options})`)).toMatchObject({ paymentIntent: { status: 'succeeded' } });
});

test('e-mail and address elements fill the payment, and its shipping address', async () => {
  const { tab, client } = await opened('');
  const { id, client_secret } = await intentFor(client, 'payment_intents');
  await evaluated(
    tab,
    `window.elements = stripe.elements({ clientSecret: '${client_secret}' });
     const places = [['payment', {}, '#place'], ['linkAuthentication', {}, '#second'], ['address', { mode: 'shipping' }, '#third']];
     await Promise.all(places.map(([type, options, place]) => new Promise((resolve) => {
       const element = elements.create(type, options);
       element.on('ready', resolve);
       element.mount(place);
     })));`,
  );
  await fillPayment(tab);
  await frameOf(tab, 'Secure email input frame').getByLabel('Email').fill('jo@example.com');
  const address = frameOf(tab, 'Secure address input frame');
  await address.getByLabel('Full name').fill('Jo Weber');
  await address.getByLabel('Country or region').selectOption('DE');
  await address.getByLabel('Address', { exact: true }).fill('Hauptstr. 1');
  await address.getByLabel('City').fill('Berlin');
  await address.getByLabel('Postal code').fill('10115');
  expect(await evaluated(tab, `return await stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
    paymentIntent: { status: 'succeeded' },
  });
  const { body } = await client.get(`/v1/payment_intents/${id}`, { 'expand[0]': 'payment_method' });
  expect(body.payment_method.billing_details).toMatchObject({ email: 'jo@example.com', address: { country: 'DE' } });
  expect(body.shipping).toMatchObject({ name: 'Jo Weber', address: { city: 'Berlin', line1: 'Hauptstr. 1', postal_code: '10115' } });
});

test('retrieving shows only the members for a publishable key', async () => {
  const { tab, client } = await opened('');
  const payment = await intentFor(client, 'payment_intents', { metadata: { secret: 'yes' } });
  const setup = await intentFor(client, 'setup_intents');
  const { paymentIntent } = await evaluated<Result>(tab, `return await stripe.retrievePaymentIntent('${payment.client_secret}')`);
  expect(paymentIntent).toMatchObject({ id: payment.id, amount: 2000, status: 'requires_payment_method' });
  expect(paymentIntent).not.toHaveProperty('metadata');
  expect(await evaluated(tab, `return await stripe.retrieveSetupIntent('${setup.client_secret}')`)).toMatchObject({
    setupIntent: { id: setup.id },
  });
});

test('a US bank account is verified by the small deposits that its owner confirms', async () => {
  const { tab, client } = await opened('');
  const { client_secret } = await intentFor(client, 'payment_intents', { payment_method_types: ['us_bank_account'] });
  const account = `{ routing_number: '110000000', account_number: '000123456789', account_holder_type: 'individual' }`;
  const data = `{ payment_method: { us_bank_account: ${account}, billing_details: { name: 'Jo' } } }`;
  const waiting = await evaluated<Result>(tab, `return await stripe.confirmUsBankAccountPayment('${client_secret}', ${data})`);
  expect(waiting.paymentIntent).toMatchObject({ status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } });
  const verified = await evaluated<Result>(
    tab,
    `return await stripe.verifyMicrodepositsForPayment('${client_secret}', { amounts: [32, 45] })`,
  );
  expect(verified.paymentIntent).toMatchObject({ status: 'processing' });
});

test('unsupported options are reported at once, as an integration error', async () => {
  const { tab } = await opened('window.elements = stripe.elements();');
  const said = (script: string): Promise<string> =>
    evaluated(tab, `try { await (${script}); return 'nothing'; } catch ({ name, message }) { return name + ': ' + message; }`);
  expect(await said(`elements.create('crd')`)).toMatch(/^IntegrationError: A valid Element name must be provided\..*you passed: crd\./);
  expect(await said(`elements.create('card').mount('#nowhere')`)).toMatch(/^IntegrationError: .*#nowhere/);
  expect(await said(`elements.create('card')`)).toMatch(/^IntegrationError: Can only create one Element of type card/);
  expect(await said(`stripe.confirmPayment({ clientSecret: 'pi_1_secret_2' })`)).toMatch(/^IntegrationError: .*return_url/);
  expect(await said(`stripe.redirectToCheckout({ lineItems: [] })`)).toMatch(/^IntegrationError: .*sessionId/);
  expect(await said(`stripe.createToken({})`)).toMatch(/^IntegrationError: /);
  expect(await said(`Stripe('sk_test_of_somebody')`)).toMatch(/^IntegrationError: A secret key must not be used on a page/);
});
