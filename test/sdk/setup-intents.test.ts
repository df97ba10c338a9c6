import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: a SetupIntent goes from created to succeeded, and has all members', async (sdk) => {
  const stripe = connect(sdk, service);
  const made = await stripe.setupIntents.create(
    untyped({ payment_method_types: ['card'], metadata: { order: '1042' }, usage: 'on_session' }),
  );
  expect(made).toMatchObject({
    object: 'setup_intent',
    status: 'requires_payment_method',
    usage: 'on_session',
    metadata: { order: '1042' },
  });
  const updated = await stripe.setupIntents.update(made.id, { description: 'A card', metadata: { order: '', colour: 'red' } });
  expect(updated).toMatchObject({ description: 'A card', metadata: { colour: 'red' } });
  expect(updated.metadata).not.toHaveProperty('order');
  const confirmed = await stripe.setupIntents.confirm(made.id, { payment_method: 'pm_card_mastercard' });
  expect(confirmed).toMatchObject({ id: made.id, status: 'succeeded', next_action: null, last_setup_error: null });
  expect(await stripe.setupIntents.retrieve(made.id)).toEqual(
    expect.objectContaining({ status: 'succeeded', client_secret: made.client_secret }),
  );
});

forEachSdk('$name: expand turns ids into objects, in a list as well', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create({ email: 'jo@example.com' });
  const expand = ['customer', 'payment_method.customer', 'latest_attempt.payment_method'];
  const intent = await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa', confirm: true, expand });
  expect(intent.customer).toMatchObject({ id: customer, email: 'jo@example.com' });
  expect(intent.payment_method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' }, customer: { id: customer } });
  expect(intent.latest_attempt).toMatchObject({
    object: 'setup_attempt',
    status: 'succeeded',
    payment_method: { object: 'payment_method' },
  });
  const { data } = await stripe.setupIntents.list({ expand: ['data.customer'] });
  expect(data[0]?.customer).toMatchObject({ id: customer, object: 'customer' });
});

forEachSdk('$name: a canceled SetupIntent shows its reason, and cannot be confirmed', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.setupIntents.create();
  expect(await stripe.setupIntents.cancel(id, { cancellation_reason: 'duplicate' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'duplicate',
  });
  const error = await errorOf(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(error).toMatchObject({ code: 'setup_intent_unexpected_state', statusCode: 400 });
});

forEachSdk('$name: 3DS is one redirect, and the test helper completes it', async (sdk) => {
  const stripe = connect(sdk, service);
  const return_url = 'https://shop.example/done';
  const intent = await stripe.setupIntents.create({ confirm: true, payment_method: 'pm_card_threeDSecureRequired', return_url });
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: { return_url } } });
  expect(intent.next_action?.redirect_to_url?.url).toMatch(new RegExp(`^${service.url}/challenge/`));
  const path = `/v1/test_helpers/setup_intents/${intent.id}/next_action`;
  const finished = (await stripe.rawRequest('POST', path, { outcome: 'succeed' })) as unknown as Stripe.SetupIntent;
  expect(finished).toMatchObject({ id: intent.id, status: 'succeeded' });
});

forEachSdk('$name: setupAttempts.list has every attempt, newest first', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.setupIntents.create();
  await errorOf(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
  await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const attempts = await stripe.setupAttempts.list({ setup_intent: id });
  expect(attempts.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  expect(attempts.data[1]?.setup_error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline', type: 'card_error' });
});

forEachSdk('$name: a debit has a mandate', async (sdk) => {
  const stripe = connect(sdk, service);
  const intent = await stripe.setupIntents.create(
    untyped({
      confirm: true,
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'DE89370400440532013000' },
        billing_details: { name: 'Jo', email: 'jo@example.com' },
      },
      mandate_data: { customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'Firefox' } } },
    }),
  );
  expect(intent).toMatchObject({ status: 'succeeded', payment_method_types: ['sepa_debit'] });
  const mandate = await stripe.mandates.retrieve(String(intent.mandate), { expand: ['payment_method'] });
  expect(mandate).toMatchObject({
    object: 'mandate',
    status: 'active',
    type: 'multi_use',
    payment_method: { sepa_debit: { last4: '3000' } },
  });
  expect(mandate.customer_acceptance).toMatchObject({ type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'Firefox' } });
});

forEachSdk('$name: auto-pagination sees each SetupIntent once, forwards and backwards', async (sdk) => {
  const stripe = connect(sdk, service);
  const ids: string[] = [];
  for (let made = 0; made < 7; made++) ids.unshift((await stripe.setupIntents.create({ metadata: { made } })).id);
  const forwards: string[] = [];
  for await (const { id } of stripe.setupIntents.list({ limit: 3 })) forwards.push(id);
  expect(forwards).toEqual(ids);
  const backwards: string[] = [];
  for await (const { id } of stripe.setupIntents.list({ limit: 2, ending_before: String(ids.at(-1)) })) backwards.push(id);
  expect(backwards).toEqual(ids.slice(0, -1).reverse());
  expect(await stripe.setupIntents.list({ limit: 3 }).autoPagingToArray({ limit: 5 })).toHaveLength(5);
});

forEachSdk('$name: lists are filtered by customer, payment method and creation', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = (await stripe.customers.create()).id;
  const mine = await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa' });
  await stripe.setupIntents.create();
  const only = [mine.id];
  const found = async (filter: Stripe.SetupIntentListParams): Promise<string[]> =>
    (await stripe.setupIntents.list(filter)).data.map(({ id }) => id);
  expect(await found({ customer })).toEqual(only);
  expect(await found({ payment_method: String(mine.payment_method) })).toEqual(only);
  expect(await found({ created: { gte: mine.created }, limit: 100 })).toHaveLength(2);
  expect(await found({ created: { gt: mine.created + 60 } })).toEqual([]);
  expect(await found({ created: { lt: mine.created } })).toEqual([]);
});
