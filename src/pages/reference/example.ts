import type { Operation, Prefixed } from './operations.js';
import type { Member } from './schema.js';

/** A parameter as a form sends it; numbers and booleans have no quotes in programs. */
export type Pair = readonly [name: string, value: string, is_plain?: boolean];

/** A call that shows an operation: what is sent where. */
export type Example = { readonly method: string; readonly path: string; readonly params: readonly Pair[] };

/** The shell's own clock: a date written here would be in the past one day. */
export const in_a_day = '$(($(date +%s) + 86400))';

/** A file of the reader's own, which curl reads. */
export const a_file = '@receipt.png';

/** What stands for a value in an example, by the name of its parameter. */
const values: Readonly<Record<string, string>> = {
  account_number: '000123456789',
  country: 'US',
  currency: 'usd',
  email: 'jo@example.com',
  report_type: 'balance.summary.1',
  capability: 'card_payments',
  enabled_events: '*',
  from_currencies: 'eur',
  frozen_time: in_a_day,
  gte: '1767225600',
  purpose: 'dispute_evidence',
  rate_id: 'eur',
  refresh_url: 'https://example.com/again',
  return_url: 'https://example.com/done',
  session: 'an-unguessable-secret-1742',
  to_currency: 'usd',
  fee: 'fee_123',
  url: 'https://example.com/webhooks',
};

/** Parameters that may be left out but make an example worth reading, named as they are sent. */
const told_first: readonly Pair[] = [
  ['payment_method', 'pm_card_visa'],
  ['confirm', 'true', true],
  ['card[number]', '4242424242424242'],
  ['card[exp_month]', '12', true],
  ['card[exp_year]', '2034', true],
  ['card[cvc]', '123'],
  ['amount', '2000', true],
  ['currency', 'usd'],
  ['email', 'jo@example.com'],
  ['description', 'Order 1742'],
  ['metadata[order]', '1742'],
  ['limit', '3', true],
];
const pairs_max = 5;

/** Parameters that no schema requires but the value of another one does. */
const needed_by_value: Readonly<Record<string, readonly Pair[]>> = {
  'POST /v1/reporting/report_runs': [
    ['parameters[interval_start]', '1764547200', true],
    ['parameters[interval_end]', '1767225600', true],
  ],
};

/** An example of an operation, made of its own parameters: what it needs, or else what tells what it is for. */
export function exampleOf({ method, path, in_path, members, answer }: Operation, shapes: readonly Prefixed[]): Example {
  const required = members.filter(isTelling).flatMap((member) => pairsOf(member, member.name, shapes));
  const needed = [...required, ...(needed_by_value[`${method} ${path}`] ?? [])];
  const besides = told_first.filter(([name]) => isKnown(members, name));
  const params = needed.some(([name]) => name !== 'type') ? needed : [...needed, ...besides].slice(0, pairs_max);
  const filled = in_path.reduce((known, { name }) => {
    const kind = name === 'id' ? (answer.object ?? known) : name;
    return known.replace(`{${name}}`, values[name] ?? idOf(kind, shapes));
  }, path);
  return { method, path: filled, params };
}

/** A card is shown whole or not at all: where only some of its members can be changed, the number is not among them. */
function isKnown(members: readonly Member[], name: string): boolean {
  const [outer, inner] = name.split(/[[\]]/);
  const member = members.find((each) => each.name === outer);
  if (!member || inner === undefined) return member !== undefined;
  return member.type.startsWith('map') || member.members.some((each) => each.name === 'number');
}

function pairsOf(member: Member, name: string, shapes: readonly Prefixed[]): Pair[] {
  const nested = member.example === null ? worthNaming(member.members) : [];
  const within = member.type.startsWith('list') ? `${name}[0]` : name;
  if (member.type.startsWith('map') && member.example !== null)
    return [...new URLSearchParams(member.example)].map(([key, value]) => [`${name}[${key}]`, value]);
  if (nested.length) return nested.flatMap((each) => pairsOf(each, `${within}[${each.name}]`, shapes));
  const value = exampleValue(member, shapes);
  return [[member.type.startsWith('list') ? `${name}[]` : name, value, isPlainType(member) && /^(-?\d+(\.\d+)?|true|false)$/.test(value)]];
}

const isPlainType = ({ type }: Member): boolean => /\b(boolean|integer|number)/.test(type);

/** What must be sent, and what brings an example itself or in one of its members. */
const isTelling = ({ required, example, members }: Member): boolean =>
  required || [{ example }, ...members].some((each) => each.example !== null);

/** What an object must have; of one that must have nothing, its first member. */
function worthNaming(members: readonly Member[]): readonly Member[] {
  const needed = members.filter(isTelling);
  return needed.length ? needed : members.slice(0, 1);
}

function exampleValue({ name, type, words, object, example }: Member, shapes: readonly Prefixed[]): string {
  if (example !== null) return example;
  const kind = object?.split(', ')[0];
  if (kind) return idOf(kind, shapes);
  if (type === 'file') return a_file;
  return values[name] ?? words[0] ?? of_type[type] ?? 'text';
}

const of_type: Readonly<Record<string, string>> = { boolean: 'true', integer: '2000', number: '7.25' };

/** An id of that kind. Where the answer is no object of its own, the path names the kind: `/v1/events/{id}/retry`. */
function idOf(kind: string, shapes: readonly Prefixed[]): string {
  const isNamed = (name = ''): boolean => name === kind || kind.split('/').includes(pluralOf(name));
  const shape = shapes.find(({ object }) => object === kind) ?? shapes.find(({ object }) => isNamed(object.split('.').at(-1)));
  return shape ? `${shape.prefix ?? ''}123` : (values[kind] ?? '123');
}

const pluralOf = (word: string): string => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);
