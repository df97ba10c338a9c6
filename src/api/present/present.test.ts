import { expect, test } from 'vitest';
import { said } from '../../../test/support/said.js';
import { type Fields, internal, nullable } from '../../kernel/base/fields.js';
import type { AnyPart } from '../../kernel/base/for-payer.js';
import { flag, metadata, ref, text } from '../../kernel/base/kinds.js';
import { listOf, plainObject } from '../../kernel/base/members.js';
import { type AnyResource, resource } from '../../kernel/base/resource.js';
import type { Entry } from '../../kernel/base/rules.js';
import { indexOf, type View } from '../../kernel/engine/engine.js';
import { catalogue } from '../../resources/index.js';
import { presentPlain } from './present.js';
import { refusalReplies } from './reply.js';

const payers: readonly View['kind'][] = ['publishable', 'page'];

const viewOf = (kind: View['kind']): View => ({ kind, version: null, expand: [] });

const parcel = resource({
  object: 'parcel',
  prefix: 'par',
  fields: said({
    carrier: nullable(text),
    label: plainObject({ city: text, margin: text, sender: plainObject({ name: text, cost_center: text }) }),
    lines: listOf(plainObject({ name: text, supplier: text })),
    metadata,
    note: text,
    origin: internal(text),
    route: internal(text),
    step: plainObject({}),
    tags: listOf(text),
  }),
  publishable: { id: true, label: { city: true, sender: { name: true } }, lines: { name: true }, step: 'whole', tags: true },
  payer_page: { note: true, origin: true },
  start: null,
});

const stored = {
  id: 'par_1',
  object: 'parcel',
  carrier: 'post',
  label: { city: 'Bern', margin: 'high', sender: { name: 'Jo', cost_center: '7', added_later: 'hidden' }, added_later: { any: 'hidden' } },
  lines: [{ name: 'Coat', supplier: 'hidden', added_later: ['hidden'] }],
  metadata: { note: 'hidden' },
  note: 'Ring twice',
  step: { url: 'https://bank.example', nested: { code: '1' } },
  tags: ['fragile'],
  added_later: 'hidden',
};

const shownTo = (kind: View['kind'], doc: object = stored, kindOf: AnyResource = parcel): Record<string, unknown> =>
  JSON.parse(presentPlain({ resource: kindOf, text: JSON.stringify(doc), secret: null }, viewOf(kind)));

const named = {
  id: 'par_1',
  label: { city: 'Bern', sender: { name: 'Jo' } },
  lines: [{ name: 'Coat' }],
  step: stored.step,
  tags: ['fragile'],
};

test('a payer sees the named members and no others, at any depth', () => {
  expect(shownTo('publishable')).toEqual(named);
  expect(shownTo('page')).toEqual({ ...named, note: 'Ring twice' });
});

test.each(payers)('a member whose shape differs from the declared one is hidden from a %s', (kind) => {
  const { tags, label, lines } = shownTo(kind, { ...stored, tags: [{ name: 'fragile' }], label: { city: { code: '3' } }, lines: 'two' });
  expect([tags, label, lines]).toEqual([[], {}, undefined]);
});

test.each(payers)('a null and a missing member stay so for a %s', (kind) => {
  const { id, label, lines } = shownTo(kind, { id: 'par_1', label: null });
  expect([id, label, lines]).toEqual(['par_1', null, undefined]);
});

test.each(payers)('inherited property names show nothing to a %s', (kind) => {
  const doc = JSON.parse('{"id":"par_1","constructor":"hidden","toString":"hidden","label":{"__proto__":{"city":"hidden"},"valueOf":1}}');
  expect(JSON.stringify(shownTo(kind, doc))).toBe('{"id":"par_1","label":{}}');
});

test.each(payers)('of a resource without a payer view a %s sees only id and object', (kind) => {
  const { publishable: _, payer_page: __, ...silent } = parcel;
  expect(shownTo(kind, stored, silent)).toEqual({ id: 'par_1', object: 'parcel' });
});

test('a secret key sees the document as stored', () => {
  expect(shownTo('secret')).toEqual(stored);
});

test('an internal member is shown only to a page that names it', () => {
  const kept = { ...stored, origin: 'warehouse', route: 'hidden' };
  expect(shownTo('page', kept)).toEqual({ ...named, note: 'Ring twice', origin: 'warehouse' });
  expect(shownTo('publishable', kept)).toEqual(named);
  expect(shownTo('secret', kept)).toEqual(stored);
});

test('no publishable key sees an internal member', () => {
  const resources = new Set((catalogue as readonly Entry[]).flatMap((entry) => ('resource' in entry ? [entry.resource] : [])));
  const told = [...resources].flatMap(({ object, fields, publishable }) =>
    Object.keys(publishable ?? {}).flatMap((name) => ((fields as Fields)[name]?.internal ? [`${object}.${name}`] : [])),
  );
  expect(told).toEqual([]);
});

test.each(payers)('the payment method in a refusal has only its payer view for a %s', (kind) => {
  const payment_method = {
    id: 'pm_1',
    object: 'payment_method',
    customer: 'cus_1',
    used_at: 1,
    card: { last4: '0002', metadata: { a: 'b' } },
  };
  const told = { code: 'card_declined', decline_code: 'lost_card', charge: 'ch_1', payment_method, payment_method_type: 'card' } as const;
  const reply = refusalReplies(indexOf(catalogue, []), () => 'https://pay.example.com');
  expect(JSON.parse(reply(told, null, viewOf(kind)).text).error).toMatchObject({ decline_code: 'lost_card', charge: 'ch_1' });
  expect(JSON.parse(reply(told, null, viewOf(kind)).text).error.payment_method).toEqual({
    id: 'pm_1',
    object: 'payment_method',
    card: { last4: '0002' },
  });
  expect(JSON.parse(reply(told, null, viewOf('secret')).text).error.payment_method).toEqual(payment_method);
});

const viewed = {
  fields: said({ offers: listOf(plainObject({ price: text, route: plainObject({ city: text }) })), seen: flag, whole: metadata }),
  members: {
    offers: [{ price: '1', margin: 'hidden', route: { city: 'Bern', driver: 'hidden' } }],
    seen: true,
    note: 'hidden',
    whole: { any: 'hidden' },
  },
};

const parcel_viewed = { resource: parcel, text: JSON.stringify(stored), secret: null, viewed };

test.each(['page', 'visitor'] as const)('a %s receives what a view declares and nothing else of its members', (kind) => {
  const { offers, seen, ...others } = JSON.parse(presentPlain(parcel_viewed, viewOf(kind)));
  expect({ offers, seen }).toEqual({ offers: [{ price: '1', route: { city: 'Bern' } }], seen: true });
  expect(others).toEqual(shownTo(kind));
});

test.each(['publishable', 'ephemeral', 'restricted', 'secret'] as const)('a view shows nothing to the %s kind of caller', (kind) => {
  expect(JSON.parse(presentPlain(parcel_viewed, viewOf(kind)))).toEqual(shownTo(kind));
});

/** Dotted paths of members that are shown whole. */
const wholes = (part: AnyPart | undefined, path: string): string[] =>
  part === 'whole' ? [path] : Object.entries(part ?? {}).flatMap(([name, each]) => wholes(each, `${path}.${name}`));

test('only members that processors fill for payers are shown whole', () => {
  const resources = new Set((catalogue as readonly Entry[]).flatMap((entry) => ('resource' in entry ? [entry.resource] : [])));
  const found = [...resources].flatMap(({ object, publishable, payer_page, visitor, device }) =>
    wholes({ ...publishable, ...payer_page, ...visitor, ...device }, object),
  );
  expect(found.sort()).toEqual(['payment_intent.next_action', 'setup_intent.next_action']);
});

test('naming a missing member, or an object as a plain value, does not compile', () => {
  const fields = said({
    customer: nullable(ref('customer')),
    label: plainObject({ city: text }),
    lines: listOf(plainObject({ name: text })),
  });
  const declared = { object: 'parcel', prefix: 'par', fields, start: null } as const;
  // @ts-expect-error: there is no such member.
  resource({ ...declared, publishable: { nonsense: true } });
  // @ts-expect-error: there is no such member inside.
  resource({ ...declared, publishable: { label: { nonsense: true } } });
  // @ts-expect-error: an object needs its members named.
  resource({ ...declared, publishable: { label: true } });
  // @ts-expect-error: so does each object of a list.
  resource({ ...declared, publishable: { lines: true } });
  const { publishable } = resource({ ...declared, publishable: { customer: true, label: { city: true }, lines: { name: true } } });
  expect(publishable).toEqual({ customer: true, label: { city: true }, lines: { name: true } });
});
