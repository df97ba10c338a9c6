import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyField, Fields } from '../src/kernel/base/fields.js';
import type { AnyResource } from '../src/kernel/base/resource.js';
import type { Entry, Retrieve } from '../src/kernel/base/rules.js';
import { catalogue } from '../src/resources/index.js';
import { type Everything, everything } from './support/everything.js';
import { inBrackets, jsonWith, pathWith, placesOf, type Routed, routes } from './support/routes.js';
import { type Answer, startService, type TestService } from './support/service.js';

let service: TestService;
let all: Everything;
beforeAll(async () => {
  // Delivery retries would add attempts to the lists during paging.
  service = await startService({ FLORIN_TIME_SCALE: '1000' });
  all = await everything(service);
});
afterAll(() => service.stop());

const ofKind = (kind: Entry['kind']): Routed[] => routes.filter(({ entry }) => entry.kind === kind);
/** The lists that a request can reach. */
const resources: readonly AnyResource[] = [
  ...new Set((catalogue as readonly Entry[]).flatMap((entry) => ('resource' in entry && entry.routes.length > 0 ? [entry.resource] : []))),
];

/** The required parameters of a route. */
const needed = ({ fields }: Routed): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => fields[name]?.presence === 'required')
      .map((name) => [name, all.ids[fields[name]?.refers_to ?? name] ?? all.ids[name] ?? 'name:"Jo"']),
  );

const page = async (routed: Routed, params: Record<string, unknown>): Promise<Answer['body']> => {
  const { status, body, text } = await all.client.get(pathWith(routed, all.ids), { ...needed(routed), ...params });
  expect(status, text).toBe(200);
  return body;
};

const idsOf = ({ data }: Answer['body']): string[] => data.map(({ id }: { id: string }) => id);

type Cursor = 'starting_after' | 'ending_before';

/** Every id of a list, page by page in one direction; an endless list fails by its length. */
async function pagedThrough(routed: Routed, cursor: Cursor, { from = '', limit }: { from?: string; limit: number }): Promise<string[]> {
  const seen: string[] = [];
  for (let start = from; seen.length < 5000; start = seen.at(-1) ?? '') {
    const body = await page(routed, { limit, ...(start && { [cursor]: start }) });
    seen.push(...(cursor === 'starting_after' ? idsOf(body) : idsOf(body).reverse()));
    if (!body.has_more) return seen;
  }
  throw new Error(`${routed.route} has no end`);
}

test.each(ofKind('list'))('$route lists newest first, in pages both ways', async (routed) => {
  const ids = await pagedThrough(routed, 'starting_after', { limit: 100 });
  expect(ids.length).toBeGreaterThan(2);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(new Set(ids).size).toBe(ids.length);
  const first = await page(routed, {});
  expect([first.object, first.has_more, idsOf(first)]).toEqual(['list', ids.length > 10, ids.slice(0, 10)]);
  const limit = Math.min(Math.ceil(ids.length / 3), 100);
  expect(await pagedThrough(routed, 'starting_after', { limit })).toEqual(ids);
  expect(await pagedThrough(routed, 'ending_before', { limit, from: ids.at(-1) ?? '' })).toEqual(ids.slice(0, -1).reverse());
});

test.each(ofKind('list'))('$route has its own path as url', async (routed) => {
  const { url } = await page(routed, { limit: 1 });
  expect(url).toBe(pathWith(routed, all.ids).replace(/\/list$/, ''));
});

test.each(ofKind('list'))('400: $route refuses an invalid cursor and an invalid limit', async (routed) => {
  for (const [name, value] of Object.entries({ starting_after: 'x', ending_before: 'cus_1', limit: '0' })) {
    const { status, body } = await all.client.get(pathWith(routed, all.ids), { ...needed(routed), [name]: value });
    expect([status, body.error.param]).toEqual([400, name]);
  }
});

/** Sends a route these parameters only. */
const ask = ({ method, ...routed }: Routed, raw: string, query: string): Promise<Answer> => {
  const path = pathWith({ method, ...routed }, all.ids);
  if (method === 'POST') return all.client.post(path, JSON.parse(raw));
  return method === 'GET' ? all.client.get(`${path}?${query}=1`) : all.client.del(`${path}?${query}=1`);
};

test.each(routes)('400 parameter_unknown: $route refuses an unknown parameter, at any depth, with its name', async (routed) => {
  const deep = placesOf(routed).filter(({ field }) => field.members);
  for (const names of [['surprise'], ...deep.map(({ names }) => [...names, 'surprise'])]) {
    const { status, body } = await ask(routed, jsonWith(names, '1'), inBrackets(names));
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_unknown', inBrackets(names)]);
  }
});

type Reference = { readonly path: string; readonly kind: string };

const references = (fields: Fields, at = ''): Reference[] =>
  Object.entries(fields).flatMap(([name, field]: [string, AnyField]) =>
    // A member that is always shown whole cannot be expanded.
    field.internal || field.shown_whole
      ? []
      : [
          ...(field.refers_to ? [{ path: `${at}${name}`, kind: field.refers_to }] : []),
          ...(field.members ? references(field.members, `${at}${name}.`) : []),
        ],
  );

/** References that no operation fills yet. */
const never_filled = [
  'charge.failure_balance_transaction',
  'customer_balance_transaction.checkout_session',
  'payout.original_payout',
  'payout.reversed_by',
  'refund.transfer_reversal',
  'tax_id.owner.account',
  // No mandate is known of a payment outside Florin.
  ...['payment_record', 'payment_attempt_record'].flatMap((record) =>
    ['acss_debit', 'au_becs_debit', 'bacs_debit', 'nz_bank_account', 'payto', 'pix', 'sepa_debit', 'twint', 'us_bank_account'].map(
      (type) => `${record}.payment_method_details.${type}.mandate`,
    ),
  ),
];

/** References that need more than this sandbox has: the tests of billing fill them. */
const filled_elsewhere = [
  'account.company.verification.document.back',
  'account.company.verification.document.front',
  'account.individual.account',
  'account.individual.verification.additional_document.back',
  'account.individual.verification.additional_document.front',
  'account.individual.verification.document.back',
  'account.individual.verification.document.front',
  'account.settings.branding.icon',
  'account.settings.branding.logo',
  'checkout.session.branding_settings.icon.file',
  'checkout.session.branding_settings.logo.file',
  'customer.invoice_settings.rendering_options.template',
  'billing.credit_balance_transaction.credit.credits_application_invoice_voided.invoice',
  'billing.credit_balance_transaction.debit.credits_applied.invoice',
  'billing.credit_balance_transaction.test_clock',
  'billing.credit_grant.test_clock',
  'charge.payment_method_details.acss_debit.mandate',
  'charge.payment_method_details.card.mandate',
  'charge.payment_method_details.au_becs_debit.mandate',
  'charge.payment_method_details.bacs_debit.mandate',
  'charge.payment_method_details.nz_bank_account.mandate',
  'charge.payment_method_details.sepa_debit.mandate',
  'charge.payment_method_details.payto.mandate',
  'charge.payment_method_details.pix.mandate',
  'charge.payment_method_details.twint.mandate',
  'charge.payment_method_details.us_bank_account.mandate',
  'credit_note.customer_balance_transaction',
  'credit_note.refund',
  'customer_balance_transaction.credit_note',
  'invoice.automatic_tax.liability.account',
  'invoice.charge',
  'invoice.default_payment_method',
  'invoice.from_invoice.invoice',
  'invoice.issuer.account',
  'invoice.latest_revision',
  'invoice.on_behalf_of',
  'invoice.rendering.template',
  'invoice.parent.subscription_details.subscription',
  'invoice.subscription',
  'invoice.transfer_data.destination',
  'invoice.test_clock',
  'invoice_payment.payment.charge',
  'invoiceitem.plan.product',
  'invoiceitem.price.product',
  'invoiceitem.price.recurring.meter',
  'invoiceitem.pricing.price_details.price',
  'invoiceitem.subscription_item',
  'invoiceitem.test_clock',
  'setup_attempt.on_behalf_of',
  'quote.automatic_tax.liability.account',
  'quote.test_clock',
  'subscription.default_payment_method',
  'subscription.discount.customer',
  'subscription.discount.promotion_code',
  'subscription.discount.source.coupon',
  'subscription.latest_invoice',
  'subscription.invoice_settings.issuer.account',
  'subscription.on_behalf_of',
  'subscription.transfer_data.destination',
  'subscription.pending_setup_intent',
  'subscription.schedule',
  'subscription_item.price.recurring.meter',
  'subscription_schedule.default_settings.default_payment_method',
  'subscription_schedule.default_settings.invoice_settings.issuer.account',
  'subscription_schedule.default_settings.on_behalf_of',
  'subscription_schedule.default_settings.transfer_data.destination',
  'subscription_schedule.released_subscription',
  'subscription_schedule.subscription',
  'subscription_schedule.test_clock',
  'issuing.authorization.card.personalization_design',
  'issuing.personalization_design.card_logo',
  'mandate.on_behalf_of',
  'person.verification.additional_document.back',
  'person.verification.additional_document.front',
  'person.verification.document.back',
  'person.verification.document.front',
];

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind are looked into.
const at = (document: any, path: string): any => path.split('.').reduce((value, name) => value?.[name], document);

const list_of = (resource: AnyResource) => ofKind('list').find(({ entry }) => 'resource' in entry && entry.resource === resource);
const retrieve_of = (resource: AnyResource) =>
  ofKind('retrieve').find(
    ({ entry }) => (entry as Retrieve).resource === resource && !(entry as Retrieve).own && !(entry as Retrieve).within,
  );

/** The maximum (Stripe). */
const levels_max = 4;

const expandable = resources.flatMap((resource) =>
  references(resource.fields)
    .filter(({ path }) => path.split('.').length <= levels_max)
    .map(({ path, kind }) => ({ resource, path, kind })),
);
type Expandable = (typeof expandable)[number];
const byName = (each: Expandable): [string, Expandable] => [`${each.resource.object}.${each.path}`, each];
const in_lists = expandable.filter(({ resource }) => list_of(resource)).map(byName);

test.each(in_lists)('%s can be expanded in a list', async (name, { resource, path, kind }) => {
  const routed = list_of(resource) as Routed;
  // An object on a test clock is listed by that clock only.
  const asked = { limit: 100, ...(path === 'test_clock' && 'test_clock' in routed.fields && { test_clock: all.ids[kind] }) };
  const plain = await page(routed, asked);
  const body = await page(routed, { ...asked, 'expand[]': `data.${path}` });
  const filled = plain.data.filter((document: object) => at(document, path) !== null && at(document, path) !== undefined);
  if (!filled_elsewhere.includes(name)) expect(filled.length > 0).toBe(!never_filled.includes(name));
  for (const [place, document] of plain.data.entries()) {
    const id = at(document, path);
    if (id) expect(at(body.data[place], path)).toMatchObject({ id, object: kind });
    else expect(at(body.data[place], path)).toEqual(id);
  }
});

const alone = expandable.filter(({ resource }) => retrieve_of(resource)).map(byName);

test.each(alone)('%s can be expanded when an object is retrieved', async (_, { resource, path, kind }) => {
  const routed = retrieve_of(resource) as Routed;
  const list = list_of(resource);
  const found = list && (await page(list, { limit: 100 })).data.find((document: object) => at(document, path));
  const one = pathWith(routed, { ...all.ids, [resource.object]: found?.id ?? all.ids[resource.object] });
  const id = at((await all.client.get(one)).body, path);
  const { status, body } = await all.client.get(one, { 'expand[]': path });
  expect(status).toBe(200);
  if (id) expect(at(body, path)).toMatchObject({ id, object: kind });
  else expect(at(body, path) ?? null).toBe(null);
});

test.each(expandable.map(byName))('%s refers to a kind that exists', (_, { kind }) => {
  expect(resources.map(({ object }) => object)).toContain(kind);
});

test('400: a member that is not a reference cannot be expanded', async () => {
  const { status, body } = await all.client.get(`/v1/payouts/${all.ids.payout}`, { 'expand[]': 'amount' });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'expand']);
});

test('the prefix of an id identifies the kind of its object', () => {
  const prefixes = resources.map(({ prefix }) => prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

const without_ids = ['billing.credit_balance_summary', 'capability'];

/** Kinds that are stored, and whose ids are not well-known names. */
const with_ids = resources.filter(({ object, form_of }) => !form_of && !without_ids.includes(object));

test.each(with_ids)('$object begins every id with $prefix', async ({ object, prefix, table = 'objects' }) => {
  // A table of events has no other kind, and their texts are packed.
  const kind = table === 'events' ? `'event'` : `doc ->> 'object'`;
  const text = `select count(*)::int as count, count(*) filter (where id ~ ('^' || $1 || '_[0-9A-Za-z]{22}$'))::int as right from ${table}
    where $2 = ${kind}`;
  const [counted] = await service.engine.database.query<{ count: number; right: number }>({ text, values: [prefix, object] });
  expect(counted?.count).toBeGreaterThan(0);
  expect(counted?.right).toBe(counted?.count);
});
