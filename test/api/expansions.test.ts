import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKey } from '../../src/api/keys/keys.js';
import type { AnyField, Fields } from '../../src/kernel/base/fields.js';
import type { AnyResource } from '../../src/kernel/base/resource.js';
import { catalogue } from '../../src/resources/index.js';
import { type Ids, populate } from '../support/populate.js';
import { pathWith, type Routed, routes } from '../support/routes.js';
import { sdks } from '../support/sdk.js';
import { type Expandable, expandables } from '../support/sdk-types.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { tester } from '../support/tester.js';

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let client: Client;
let ids: Ids;
beforeAll(async () => {
  service = await startService({ FLORIN_TIME_SCALE: '1000' });
  client = service.client();
  ids = await populate(service, client);
});
afterAll(() => service.stop());

const extra = { headers: { 'stripe-version': sdks[0]?.version ?? '' } };

const asked = (path: string, params: Json): Promise<Answer> => client.get(path, params, extra);

/** The parameters that a list requires. */
const needed = ({ fields, path }: Routed): Json => ({
  ...(fields.setup_intent?.presence === 'required' && { setup_intent: ids.setup_intent }),
  ...(fields.customer?.presence === 'required' && path.includes('entitlements') && { customer: ids.customer }),
  ...(fields.payment_record?.presence === 'required' && { payment_record: ids.payment_record }),
  ...(fields.value_list?.presence === 'required' && { value_list: ids.value_list }),
  ...(fields.card?.presence === 'required' && { card: ids['issuing.card'] }),
  ...(fields.query?.presence === 'required' && { query: 'created>1' }),
});

const readable = routes.filter(
  ({ entry, method }) =>
    method === 'GET' && (['list', 'search', 'retrieve'].includes(entry.kind) || (entry.kind === 'handler' && entry.page)),
);

test.each(readable)('$route expands every member that the types of the SDK declare and the service shows', async (routed) => {
  const path = pathWith(routed, ids);
  const params = needed(routed);
  const { status, body, text } = await asked(path, params);
  expect(status, text).toBe(200);
  const many = routed.entry.kind !== 'retrieve';
  const docs: readonly Json[] = many ? body.data : [body];
  const kinds = new Set(docs.map(({ object }) => String(object)));
  const paths = [...kinds].flatMap((kind) => (expandables.get(kind) ?? []).filter((each) => isShown(each, kind, docs)));
  const wrong = await Promise.all(
    paths.map(async (each) => {
      const expanded = await asked(path, { ...params, 'expand[0]': `${many ? 'data.' : ''}${each.path}` });
      if (expanded.status !== 200) return [`${each.path}: ${expanded.status} ${expanded.body.error?.message}`];
      return docs.flatMap((doc, place) => differences(each, doc, many ? expanded.body.data[place] : expanded.body));
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

/** Whether the service shows a member that can be expanded, or its resource declares it. */
const isShown = (each: Expandable, kind: string, docs: readonly Json[]): boolean => {
  const names = each.path.split('.');
  return docs.some((doc) => doc.object === kind && valuesAt(doc, names).some((value) => value !== undefined)) || isDeclared(kind, names);
};

const resources = new Map(
  catalogue.flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource as AnyResource]] : [])),
);

function isDeclared(kind: string, names: readonly string[]): boolean {
  const [first = '', data, ...rest] = names;
  const resource = resources.get(kind);
  const listed = resource?.lists && Object.hasOwn(resource.lists, first) ? resource.lists[first] : undefined;
  if (listed) return data === undefined || isDeclared(listed.object, rest);
  let fields: Fields | undefined = resource?.fields;
  return names.every((name) => {
    const field: AnyField | undefined = fields && Object.hasOwn(fields, name) ? elementOf(fields[name]) : undefined;
    fields = field?.members;
    return field !== undefined && !field.internal;
  });
}

const elementOf = (field: AnyField | undefined): AnyField | undefined => (field?.item ? elementOf(field.item) : field);

/** The values at a path, for every element of the lists on the way. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Json)[name], rest) : [];
}

/** The differences of an expanded answer, other than objects in the place of ids. */
function differences({ path, kinds, is_list }: Expandable, plain: Json, expanded: Json): string[] {
  const names = path.split('.');
  const values = valuesAt(expanded, names) as (Json | null)[];
  return valuesAt(plain, names).flatMap((before, place) => {
    const value = values[place];
    const became = [`${path}: ${JSON.stringify(before)} became ${JSON.stringify(value)?.slice(0, 80)}`];
    // A list that is null natively is left out for SDKs.
    if (is_list) return (before ?? null) === null || value?.object === 'list' ? [] : became;
    if (typeof before !== 'string' || !kinds.some((kind) => resources.has(kind))) return [];
    return value?.id === before && isOfKind(kinds, String(value.object)) ? [] : became;
  });
}

/** Whether an object may stand where the SDK expects certain kinds; kinds that the SDK does not have are Florin's additions. */
const isOfKind = (kinds: readonly string[], object: string): boolean => kinds.includes(object) || !expandables.has(object);

test('the types of the SDK declare the expansions that every guide uses', () => {
  const declared = (kind: string): unknown[] => (expandables.get(kind) ?? []).map(({ path }) => path);
  expect(declared('charge')).toEqual(expect.arrayContaining(['balance_transaction', 'customer', 'payment_intent', 'refunds']));
  expect(declared('subscription')).toEqual(expect.arrayContaining(['items.data.price.product', 'latest_invoice', 'pending_setup_intent']));
  expect(declared('line_item')).toEqual(expect.arrayContaining(['discounts', 'pricing.price_details.price']));
});

/** An object with expansions, as the SDK requests it. */
const expanding = (path: string, ...paths: readonly string[]): Promise<Answer> =>
  asked(path, Object.fromEntries(paths.map((each, place) => [`expand[${place}]`, each])));

/** A subscription that has been paid once. */
const subscribed = async (): Promise<Record<'customer' | 'id', string>> => {
  const { body: customer } = await client.post('/v1/customers', { payment_method: 'pm_card_visa' });
  const { data } = (await client.get(`/v1/customers/${customer.id}/payment_methods`)).body;
  const params = { customer: customer.id, items: [{ price: ids.price }], default_payment_method: data[0].id };
  return (await client.post('/v1/subscriptions', params)).body;
};

test('references of an expanded object are expanded in turn', async () => {
  const charged = await expanding(
    `/v1/payment_intents/${ids.payment_intent}`,
    'latest_charge.balance_transaction.source.refunds',
    'latest_charge.customer',
  );
  expect(charged.body.latest_charge).toMatchObject({ object: 'charge', balance_transaction: { object: 'balance_transaction' } });
  const { status, body } = await expanding(
    `/v1/subscriptions/${(await subscribed()).id}`,
    'items',
    'items.data.price.product',
    'latest_invoice.lines.data.price',
    'latest_invoice.payments.data.payment.payment_intent',
    'latest_invoice.confirmation_secret',
  );
  expect([status, body.error]).toEqual([200, undefined]);
  const { items, latest_invoice: invoice } = body;
  expect(items.data[0].price.product).toMatchObject({ object: 'product', id: expect.any(String) });
  expect(invoice.lines.data[0].price).toMatchObject({ object: 'price', product: expect.any(String) });
  expect(invoice.payments).toMatchObject({ object: 'list', data: [{ payment: { payment_intent: { object: 'payment_intent' } } }] });
});

test('a charge shows the mandate of the debit', async () => {
  const { body } = await client.post('/v1/payment_intents', {
    ...{ amount: 2000, currency: 'eur', confirm: true, payment_method_types: ['sepa_debit'] },
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Jo', email: 'jo@example.com' },
    },
    mandate_data: { customer_acceptance: { type: 'offline' } },
    expand: ['latest_charge.payment_method_details.sepa_debit.mandate'],
  });
  expect(body.latest_charge.payment_method_details.sepa_debit.mandate).toMatchObject({ object: 'mandate', id: body.mandate });
});

test('a platform sees the charge that represents a transfer at a connected account', async () => {
  const { body: plain } = await asked(`/v1/transfers/${ids.transfer}`, {});
  const { body } = await expanding(`/v1/transfers/${ids.transfer}`, 'destination_payment.balance_transaction', 'destination');
  expect(body.destination).toMatchObject({ object: 'account', id: plain.destination });
  expect(body.destination_payment).toMatchObject({ object: 'charge', id: plain.destination_payment });
  expect(body.destination_payment.balance_transaction).toMatchObject({ object: 'balance_transaction', amount: plain.amount });
});

test('a connected account cannot expand the transfer of its platform that its charge names', async () => {
  const { body: transfer } = await asked(`/v1/transfers/${ids.transfer}`, {});
  const headers = { ...extra.headers, 'stripe-account': transfer.destination };
  const path = `/v1/charges/${transfer.destination_payment}`;
  const { status, body } = await client.get(path, { 'expand[0]': 'source_transfer' }, { headers });
  expect([status, body.source_transfer]).toEqual([200, transfer.id]);
});

test('the expansions of a preview apply, also on the page of its lines', async () => {
  const { customer } = await subscribed();
  const { body: coupon } = await client.post('/v1/coupons', { percent_off: 25, duration: 'once' });
  await client.post('/v1/invoiceitems', { customer, amount: 700, currency: 'usd', discounts: [{ coupon: coupon.id }] });
  const paths = ['lines', 'lines.data.price', 'lines.data.pricing.price_details.price', 'lines.data.discounts', 'customer'];
  const expand = Object.fromEntries(paths.map((each, place) => [`expand[${place}]`, each]));
  const previews = [
    await client.post('/v1/invoices/create_preview', { customer, expand: paths }, extra),
    await asked('/v1/invoices/upcoming', { customer, ...expand }),
  ];
  for (const { status, body } of previews) {
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.customer).toMatchObject({ object: 'customer', id: customer });
    expect(redeemedIn(body.lines)).toMatchObject([{ object: 'discount', coupon: { id: coupon.id } }]);
  }
  const page = await asked('/v1/invoices/upcoming/lines', { customer, 'expand[0]': 'data.discounts', 'expand[1]': 'data.price' });
  expect(redeemedIn(page.body)).toMatchObject([{ object: 'discount', coupon: { id: coupon.id } }]);
});

const redeemedIn = ({ data }: { data: readonly { discounts: readonly Json[] }[] }): readonly Json[] =>
  data.flatMap(({ discounts }) => discounts);

test('400: a page of a preview expands paths that begin with data, and refuses those that do not exist', async () => {
  for (const path of ['discounts', 'lines.data.discounts', 'data.amount', 'data.invoice.customer.default_source.customer.discount']) {
    const { status, body } = await asked('/v1/invoices/upcoming/lines', { customer: ids.customer, 'expand[0]': path });
    expect([path, status, body.error?.param]).toEqual([path, 400, 'expand']);
  }
});

test('403: a restricted key expands nothing that it may not read below a member that is always shown', async () => {
  const { body: coupon } = await client.post('/v1/coupons', { percent_off: 5, applies_to: { products: [ids.product] } });
  const { body: account } = await client.get('/v1/account');
  const statuses = ['coupons_read', 'coupons_read,products_read'].map(async (permissions) => {
    const key = `${client.key.replace('sk_', 'rk_')}${permissions.length}`;
    const named = { key, kind: 'restricted' as const, permissions: permissions.split(','), name: 'Coupons' };
    await addKey(service.engine, account.id, false, named, tester(service.engine));
    return (await client.get(`/v1/coupons/${coupon.id}`, { 'expand[0]': 'applies_to.products' }, { ...extra, key })).status;
  });
  expect(await Promise.all(statuses)).toEqual([403, 200]);
});

test('the tax ids of a subscription’s invoices are validated when they are set, and expanded', async () => {
  const { body: tax_id } = await client.post('/v1/tax_ids', { type: 'us_ein', value: '12-3456789' });
  const params = { customer: ids.customer, items: [{ price: ids.price }], expand: ['invoice_settings.account_tax_ids'] };
  const { body } = await client.post('/v1/subscriptions', { ...params, invoice_settings: { account_tax_ids: [tax_id.id] } }, extra);
  expect(body.invoice_settings.account_tax_ids).toMatchObject([{ object: 'tax_id', id: tax_id.id }]);
  const unknown = await client.post('/v1/subscriptions', { ...params, invoice_settings: { account_tax_ids: ['txi_unknown'] } }, extra);
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'invoice_settings[account_tax_ids][0]']);
});

test('a customer shows the subscriptions that are not canceled, also in the answer that cancels one', async () => {
  const { customer, id } = await subscribed();
  const { body: other } = await client.post('/v1/subscriptions', { customer, items: [{ price: ids.price }] });
  const path = `/v1/customers/${customer}`;
  const { body: before } = await expanding(path, 'subscriptions.data.latest_invoice');
  expect(before.subscriptions.data).toMatchObject([{ id: other.id }, { id, latest_invoice: { object: 'invoice' } }]);
  const { body: gone } = await client.del(`/v1/subscriptions/${other.id}`, { expand: ['customer.subscriptions'] }, extra);
  const { body: after } = await expanding(path, 'subscriptions');
  for (const { subscriptions } of [gone.customer, after])
    expect(subscriptions).toMatchObject({ object: 'list', has_more: false, data: [{ id }], url: expect.stringContaining(customer) });
});
