import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: a customer has tax ids, which are created, retrieved, listed and deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const made = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'EL123456789' });
  expect(made).toMatchObject({
    id: expect.stringMatching(/^txi_/),
    object: 'tax_id',
    country: 'GR',
    customer,
    owner: { type: 'customer', customer },
    type: 'eu_vat',
    value: 'EL123456789',
    verification: { status: 'unavailable', verified_name: null, verified_address: null },
  });
  expect(await stripe.customers.retrieveTaxId(customer, made.id)).toEqual(made);
  expect(await stripe.taxIds.retrieve(made.id)).toEqual(made);
  expect((await stripe.customers.listTaxIds(customer)).data).toEqual([made]);
  const { id: other } = await stripe.customers.create();
  for (const call of ['retrieveTaxId', 'deleteTaxId'] as const)
    expect(await errorOf(stripe.customers[call](other, made.id))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  expect(await stripe.customers.deleteTaxId(customer, made.id)).toMatchObject({ id: made.id, deleted: true });
  expect((await stripe.customers.listTaxIds(customer)).data).toEqual([]);
});

forEachSdk('$name: the account has its own tax ids, and lists those of a given owner', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const own = await stripe.taxIds.create({ type: 'us_ein', value: '12-3456789' });
  expect(own).toMatchObject({ country: 'US', customer: null, owner: { type: 'self' } });
  const theirs = await stripe.taxIds.create({ type: 'gb_vat', value: 'GB123456789', owner: { type: 'customer', customer } });
  expect((await stripe.taxIds.list()).data.map(({ id }) => id)).toEqual([own.id]);
  expect((await stripe.taxIds.list({ owner: { type: 'self' } })).data.map(({ id }) => id)).toEqual([own.id]);
  expect((await stripe.taxIds.list({ owner: { type: 'customer', customer } })).data.map(({ id }) => id)).toEqual([theirs.id]);
  expect(await stripe.taxIds.del(own.id)).toMatchObject({ deleted: true });
  expect((await stripe.taxIds.list()).data).toEqual([]);
});

forEachSdk('$name: published numbers are verified, refused, or pending forever', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id: customer } = await stripe.customers.create();
  const outcomes = { '000000000': 'verified', '111111111': 'unverified', '222222222': 'pending' };
  for (const [value, status] of Object.entries(outcomes)) {
    const { id, verification } = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: `DE${value}` });
    expect(verification?.status).toBe('pending');
    const known = await service.until(async () => {
      const { verification } = await stripe.taxIds.retrieve(id);
      return verification?.status === status && verification;
    });
    expect(known.verified_name !== null).toBe(status === 'verified');
  }
  const recorded = (await client.get('/v1/events', { type: 'customer.tax_id.updated' })).body.data;
  expect(recorded).toHaveLength(2);
});

forEachSdk('$name: 400: the format of a number does not match its type', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const wrong = { eu_vat: 'XX123', us_ein: '1', br_cnpj: '01.234', ch_vat: 'CHE-123', in_gst: '12ABCDE', jp_trn: '1234567891234' } as const;
  for (const [type, value] of Object.entries(wrong)) {
    const error = await errorOf(stripe.customers.createTaxId(customer, { type: type as keyof typeof wrong, value }));
    expect([type, error.statusCode, error.code, error.param]).toEqual([type, 400, 'tax_id_invalid', 'value']);
  }
  const examples = {
    eu_vat: 'NL123456789B12',
    br_cnpj: '01.234.456/5432-10',
    ch_vat: 'CHE-123.456.789 MWST',
    in_gst: '12ABCDE3456FGZH',
  } as const;
  for (const [type, value] of Object.entries(examples))
    expect(await stripe.customers.createTaxId(customer, { type: type as keyof typeof examples, value })).toMatchObject({ type, value });
  const unowned = await errorOf(stripe.taxIds.create({ type: 'us_ein', value: '12-3456789', owner: { type: 'customer' } }));
  expect([unowned.statusCode, unowned.param]).toEqual([400, 'owner[customer]']);
});

forEachSdk('$name: a customer is created with tax ids, or not at all where one has a wrong format', async (sdk) => {
  const stripe = connect(sdk, service);
  const tax_id_data: Stripe.CustomerCreateParams.TaxIdDatum[] = [
    { type: 'eu_vat', value: 'DE123456789' },
    { type: 'gb_vat', value: 'GB123456789' },
  ];
  const { id } = await stripe.customers.create({ name: 'Jo', tax_id_data });
  const { data } = await stripe.customers.listTaxIds(id);
  expect(data.map(({ type, value, owner }) => [type, value, owner?.customer]).sort()).toEqual([
    ['eu_vat', 'DE123456789', id],
    ['gb_vat', 'GB123456789', id],
  ]);
  const wrong = stripe.customers.create({ email: 'wrong@example.com', tax_id_data: [...tax_id_data, { type: 'eu_vat', value: 'X' }] });
  expect(await errorOf(wrong)).toMatchObject({ statusCode: 400, code: 'tax_id_invalid', param: 'tax_id_data[2][value]' });
  expect((await stripe.customers.list({ email: 'wrong@example.com' })).data).toEqual([]);
});
