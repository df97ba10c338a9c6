import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const visa = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123', name: 'Jo', address_zip: '94110' };
const charge = { amount: 2000, currency: 'usd' };

forEachSdk('$name: a card becomes a token, which shows everything but the number', async (sdk) => {
  const stripe = connect(sdk, service);
  const token = await stripe.tokens.create({ card: visa });
  expect(token).toMatchObject({
    id: expect.stringMatching(/^tok_/),
    object: 'token',
    card: {
      id: expect.stringMatching(/^card_/),
      object: 'card',
      brand: 'Visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
      name: 'Jo',
      address_zip: '94110',
      cvc_check: 'unchecked',
      funding: 'credit',
    },
    type: 'card',
    used: false,
  });
  expect(JSON.stringify(token)).not.toMatch(/4242424242424242|123/);
  expect(await stripe.tokens.retrieve(token.id)).toEqual(token);
});

forEachSdk('$name: a token is used once, for whatever purpose', async (sdk) => {
  const stripe = connect(sdk, service);
  const use = {
    'a payment method': (token: string) => stripe.paymentMethods.create({ type: 'card', card: { token } }),
    'a payment': (token: string) =>
      stripe.paymentIntents.create({ ...charge, confirm: true, payment_method_data: untyped({ type: 'card', card: { token } }) }),
    'a charge': (source: string) => stripe.charges.create({ ...charge, source }),
    'a customer': (source: string) => stripe.customers.create({ source }),
  };
  for (const [name, first] of Object.entries(use)) {
    const { id } = await stripe.tokens.create({ card: visa });
    expect([name, await first(id)]).toEqual([name, expect.objectContaining({ livemode: false })]);
    expect([name, (await stripe.tokens.retrieve(id)).used]).toEqual([name, true]);
    for (const [again, second] of Object.entries(use)) {
      const { statusCode, code } = await errorOf(second(id));
      expect([name, again, statusCode, code]).toEqual([name, again, 400, 'token_already_used']);
    }
  }
});

forEachSdk('$name: the payment method of a token pays', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: source } = await stripe.tokens.create({ card: visa });
  const paid = await stripe.charges.create({ ...charge, source });
  expect(paid).toMatchObject({
    status: 'succeeded',
    source: { object: 'card', last4: '4242', name: 'Jo' },
    billing_details: { name: 'Jo' },
  });
  const { id: bad } = await stripe.tokens.create({ card: { ...visa, number: '4000000000000002' } });
  expect(await errorOf(stripe.charges.create({ ...charge, source: bad }))).toMatchObject({ statusCode: 402, code: 'card_declined' });
});

forEachSdk('$name: a customer saves cards as sources and pays with them', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: source } = await stripe.tokens.create({ card: visa });
  const made = await stripe.customers.create({ source, expand: ['sources', 'default_source'] });
  expect(made.default_source).toMatchObject({ object: 'card', customer: made.id, last4: '4242', name: 'Jo' });
  expect(made.sources?.data).toEqual([made.default_source]);
  expect(await stripe.charges.create({ ...charge, customer: made.id })).toMatchObject({ paid: true, customer: made.id });
  const second = await stripe.customers.createSource(made.id, { source: 'tok_mastercard' });
  expect(second).toMatchObject({ object: 'card', brand: 'MasterCard', customer: made.id });
  const by_source = await stripe.charges.create({ ...charge, customer: made.id, source: second.id });
  expect(by_source).toMatchObject({ paid: true, payment_method_details: { card: { brand: 'mastercard' } }, source: { id: second.id } });
  const by_intent = await stripe.paymentIntents.create({ ...charge, customer: made.id, payment_method: second.id, confirm: true });
  expect(by_intent.status).toBe('succeeded');
  expect((await stripe.customers.listSources(made.id)).data.map(({ id }) => id)).toEqual([
    second.id,
    (made.default_source as { id: string }).id,
  ]);
  expect((await stripe.customers.listSources(made.id, { object: 'bank_account' })).data).toEqual([]);
  expect((await stripe.customers.update(made.id, { default_source: second.id })).default_source).toBe(second.id);
});

forEachSdk('$name: a saved card is updated, retrieved and deleted, and its payment method with it', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer, default_source } = await stripe.customers.create({ source: 'tok_visa' });
  const first = String(default_source);
  const { id: second } = await stripe.customers.createSource(customer, { source: 'tok_amex', metadata: { a: '1' } });
  const changed = await stripe.customers.updateSource(customer, first, {
    exp_year: '2039',
    name: 'Jo',
    address_city: 'Ulm',
    metadata: { b: '2' },
  });
  expect(changed).toMatchObject({ id: first, exp_year: 2039, name: 'Jo', address_city: 'Ulm', metadata: { b: '2' } });
  expect(await stripe.customers.retrieveSource(customer, first)).toEqual(changed);
  const methods = await stripe.paymentMethods.list({ customer, type: 'card' });
  expect(methods.data.map(({ card, billing_details: { name } }) => [card?.brand, card?.exp_year, name])).toContainEqual([
    'visa',
    2039,
    'Jo',
  ]);
  expect(await stripe.customers.deleteSource(customer, first)).toMatchObject({ id: first, object: 'card', deleted: true });
  expect(((await stripe.customers.retrieve(customer)) as { default_source?: unknown }).default_source).toBe(second);
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  expect(await errorOf(stripe.customers.retrieveSource(customer, first))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  await stripe.customers.update(customer, { source: 'tok_visa' });
  const left = await stripe.customers.listSources(customer);
  expect(left.data.map((each) => (each as { brand?: string }).brand)).toEqual(['Visa']);
});

const bank = { country: 'US', currency: 'usd', routing_number: '110000000', account_number: '000123456789', account_holder_name: 'Jo' };

forEachSdk('$name: a bank account becomes a token, and a payout destination', async (sdk) => {
  const stripe = connect(sdk, service);
  const token = await stripe.tokens.create({ bank_account: bank });
  expect(token).toMatchObject({ type: 'bank_account', bank_account: { object: 'bank_account', last4: '6789', status: 'new' } });
  expect(JSON.stringify(token)).not.toContain('000123456789');
  const { id: account } = await stripe.accounts.retrieveCurrent();
  const added = await stripe.accounts.createExternalAccount(account, { external_account: token.id });
  expect(added).toMatchObject({ object: 'bank_account', last4: '6789', account_holder_name: 'Jo', routing_number: '110000000' });
  const again = await errorOf(stripe.accounts.createExternalAccount(account, { external_account: token.id }));
  expect([again.code, again.param]).toEqual(['token_already_used', 'external_account']);
  const unknown = await errorOf(stripe.accounts.createExternalAccount(account, { external_account: 'btok_unknown' }));
  expect([unknown.statusCode, unknown.code, unknown.param]).toEqual([400, 'resource_missing', 'external_account']);
  const wrong = await errorOf(stripe.charges.create({ ...charge, source: (await stripe.tokens.create({ bank_account: bank })).id }));
  expect([wrong.statusCode, wrong.param]).toEqual([400, 'source']);
  const listed = await stripe.accounts.listExternalAccounts(account, { object: 'bank_account' });
  expect(listed.data.map(({ id }) => id)).toContain(added.id);
  expect((await stripe.accounts.listExternalAccounts(account, { object: 'card' })).data).toEqual([]);
});

forEachSdk('$name: codes and personal information become tokens that show nothing', async (sdk) => {
  const stripe = connect(sdk, service);
  const code = await stripe.tokens.create({ cvc_update: { cvc: '987' } });
  const personal = await stripe.tokens.create({ pii: { id_number: '000000000' } });
  expect([code.type, personal.type]).toEqual(['cvc_update', 'pii']);
  expect(JSON.stringify([code, personal])).not.toMatch(/"987|000000000"/);
  for (const params of [{}, { card: visa, pii: { id_number: '1' } }])
    expect(await errorOf(stripe.tokens.create(params))).toMatchObject({ statusCode: 400, param: 'card' });
});
