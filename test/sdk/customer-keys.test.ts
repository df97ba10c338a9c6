import { expect } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: an ephemeral key is for one customer, can be deleted, and expires after an hour', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id: customer } = await stripe.customers.create();
  const make = () => stripe.ephemeralKeys.create({ customer }, { apiVersion: sdk.version });
  const key = await make();
  expect(key).toMatchObject({
    object: 'ephemeral_key',
    associated_objects: [{ id: customer, type: 'customer' }],
    expires: key.created + 3600,
    livemode: false,
    secret: expect.stringMatching(/^ek_/),
  });
  expect(await stripe.ephemeralKeys.del(key.id)).toMatchObject({ id: key.id });
  expect(await errorOf(stripe.ephemeralKeys.del(key.id))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  const left = await make();
  await advanceClock(client, 3600);
  expect(await errorOf(stripe.ephemeralKeys.del(left.id))).toMatchObject({ statusCode: 404 });
  const unknown = await errorOf(stripe.ephemeralKeys.create({ customer: 'cus_unknown' }, { apiVersion: sdk.version }));
  expect([unknown.statusCode, unknown.param]).toEqual([400, 'customer']);
});

forEachSdk('$name: a customer session lists the components that a page may show, and no others are shown', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const features = { payment_method_redisplay: 'enabled', payment_method_save: 'enabled', payment_method_save_usage: 'off_session' };
  const session = await stripe.customerSessions.create({ customer, components: untyped({ payment_element: { enabled: true, features } }) });
  expect(session).toMatchObject({
    object: 'customer_session',
    client_secret: expect.stringMatching(/^cuss_/),
    components: {
      buy_button: { enabled: false },
      payment_element: {
        enabled: true,
        features: { ...features, payment_method_allow_redisplay_filters: ['always'], payment_method_remove: 'disabled' },
      },
      pricing_table: { enabled: false },
    },
    customer,
    expires_at: session.created + 1800,
  });
  const wrong = await errorOf(
    stripe.customerSessions.create({ customer, components: untyped({ payment_element: { enabled: 'perhaps' } }) }),
  );
  expect([wrong.statusCode, wrong.param]).toEqual([400, 'components[payment_element][enabled]']);
});
