import { afterAll, beforeAll, expect } from 'vitest';
import { addKey } from '../../src/api/keys/keys.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';
import { tester } from '../support/tester.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

forEachSdk('$name: a decline is a StripeCardError that contains the intent', async (sdk) => {
  const stripe = connect(sdk, service);
  const error = await errorOf(stripe.setupIntents.create({ confirm: true, payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }));
  expect(error).toBeInstanceOf(sdk.Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds', rawType: 'card_error' });
  expect(error.setup_intent).toMatchObject({
    object: 'setup_intent',
    status: 'requires_payment_method',
    last_setup_error: { code: 'card_declined' },
  });
  expect(error.payment_method).toMatchObject({ type: 'card', card: { last4: '9995' } });
  expect(error.doc_url).toBeTruthy();
  expect(error.requestId).toMatch(/^req_/);
});

forEachSdk('$name: wrong parameters and unknown ids are StripeInvalidRequestErrors that name the parameter', async (sdk) => {
  const stripe = connect(sdk, service);
  const bad = await errorOf(stripe.customers.create({ email: 'unknown' }));
  expect(bad).toBeInstanceOf(sdk.Stripe.errors.StripeInvalidRequestError);
  expect(bad).toMatchObject({ statusCode: 400, code: 'email_invalid', param: 'email' });
  const unknown = await errorOf(stripe.customers.create({ colour: 'red' } as object));
  expect(unknown).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'colour' });
  const missing = await errorOf(stripe.setupIntents.retrieve('seti_unknown'));
  expect(missing).toBeInstanceOf(sdk.Stripe.errors.StripeInvalidRequestError);
  expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
  const referred = await errorOf(stripe.setupIntents.create({ customer: 'cus_unknown' }));
  expect(referred).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
  const path = await errorOf(stripe.rawRequest('GET', '/v1/unheard_of'));
  expect(path).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
});

forEachSdk('$name: a wrong key is a StripeAuthenticationError', async (sdk) => {
  const error = await errorOf(connect(sdk, service, 'sk_live_wrong').customers.list());
  expect(error).toBeInstanceOf(sdk.Stripe.errors.StripeAuthenticationError);
  expect(error).toMatchObject({ statusCode: 401, code: 'api_key_unknown' });
});

forEachSdk('$name: a key without the permission is a StripePermissionError', async (sdk) => {
  const client = service.client();
  const { id } = await connect(sdk, service, client.key).accounts.retrieveCurrent();
  const publishable = await errorOf(connect(sdk, service, client.publishable_key).customers.list());
  expect(publishable).toBeInstanceOf(sdk.Stripe.errors.StripePermissionError);
  expect(publishable).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
  const key = client.key.replace('sk_', 'rk_');
  await addKey(
    service.engine,
    id,
    false,
    { key, kind: 'restricted', permissions: ['customers_read'], name: 'Reader' },
    tester(service.engine),
  );
  const restricted = connect(sdk, service, key);
  expect((await restricted.customers.list()).data).toEqual([]);
  const refused = await errorOf(restricted.customers.create());
  expect(refused).toBeInstanceOf(sdk.Stripe.errors.StripePermissionError);
  expect(refused).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

forEachSdk('$name: the same key replays, another body under it is a StripeIdempotencyError', async (sdk) => {
  const stripe = connect(sdk, service);
  const options = { idempotencyKey: 'order-1042' };
  const first = await stripe.customers.create({ name: 'Jo' }, options);
  const again = await stripe.customers.create({ name: 'Jo' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse).toMatchObject({ statusCode: 200, idempotencyKey: 'order-1042', apiVersion: sdk.version });
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  expect((await stripe.customers.list()).data).toHaveLength(1);
  const error = await errorOf(stripe.customers.create({ name: 'Jola' }, options));
  expect(error).toBeInstanceOf(sdk.Stripe.errors.StripeIdempotencyError);
  expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
});

forEachSdk('$name: a decline is replayed as the same decline', async (sdk) => {
  const stripe = connect(sdk, service);
  const params = { confirm: true, payment_method: 'pm_card_chargeDeclined' };
  const [first, again] = [
    await errorOf(stripe.setupIntents.create(params, { idempotencyKey: 'declined' })),
    await errorOf(stripe.setupIntents.create(params, { idempotencyKey: 'declined' })),
  ];
  expect(again.setup_intent?.id).toBe(first.setup_intent?.id);
  expect((await stripe.setupIntents.list()).data).toHaveLength(1);
});

forEachSdk('$name: a double click under one key creates one object, whichever request comes first', async (sdk) => {
  const stripe = connect(sdk, service);
  const clicks = Array.from({ length: 5 }, () =>
    stripe.setupIntents.create({ confirm: true, payment_method: 'pm_card_visa' }, { idempotencyKey: 'click' }),
  );
  const ids = new Set((await Promise.all(clicks)).map(({ id }) => id));
  expect(ids.size).toBe(1);
  expect((await stripe.setupIntents.list()).data).toHaveLength(1);
});
