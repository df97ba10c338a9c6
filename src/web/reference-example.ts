import type { Operation, Shape } from './reference-operations.js';
import type { Member } from './reference-schema.js';

/** A call that shows an operation: what is sent where. */
export type Example = { readonly method: string; readonly path: string; readonly params: readonly (readonly [string, string])[] };

/** What stands for a value in an example, by the name of its parameter. */
const values: Readonly<Record<string, string>> = {
  account_number: '000123456789',
  country: 'US',
  currency: 'usd',
  email: 'jo@example.com',
  enabled_events: '*',
  frozen_time: '1893456000',
  query: 'email:"jo@example.com"',
  setup_intent: 'seti_123',
  url: 'https://example.com/webhooks',
};

/** Parameters that may be left out but make an example worth reading; a nested one is named as it is sent. */
const telling: readonly (readonly [string, string])[] = [
  ['payment_method', 'pm_card_visa'],
  ['confirm', 'true'],
  ['card[number]', '4242424242424242'],
  ['card[exp_month]', '12'],
  ['card[exp_year]', '2034'],
  ['card[cvc]', '123'],
  ['amount', '2000'],
  ['currency', 'usd'],
  ['email', 'jo@example.com'],
  ['description', 'Order 1742'],
  ['limit', '3'],
];
const pairs_max = 5;

/** An example of an operation, made of its own parameters: whatever it needs, and some that tell what it is for. */
export function exampleOf({ method, path, in_path, members, answer }: Operation, shapes: readonly Shape[]): Example {
  const needed = members.filter(({ required }) => required).flatMap((member) => pairsOf(member, member.name));
  const has = ([name]: readonly [string, string]): boolean => needed.some(([known]) => known === name);
  const besides = telling.filter((pair) => isKnown(members, pair[0]) && !has(pair));
  const enough = needed.some(([name]) => name !== 'type' && !name.startsWith('card[')) ? needed : [...needed, ...besides];
  const ids = in_path.reduce((known, { name }) => known.replace(`{${name}}`, idOf(name === 'id' ? (answer.object ?? path) : name, shapes)), path);
  return { method, path: ids, params: enough.slice(0, pairs_max) };
}

/** A card is only told in full: its members one by one would be refused. */
function isKnown(members: readonly Member[], name: string): boolean {
  const [outer = '', inner] = name.split(/[[\]]/);
  const member = members.find((each) => each.name === outer);
  if (!inner) return member !== undefined && member.members.length === 0;
  return outer !== 'card' ? false : (member?.members.some((each) => each.name === 'number') ?? false);
}

function pairsOf(member: Member, name: string): [string, string][] {
  const nested = member.members.filter(({ required }) => required);
  if (nested.length) return nested.flatMap((each) => pairsOf(each, `${name}[${each.name}]`));
  return [[member.type.startsWith('list') ? `${name}[]` : name, valueOf(member)]];
}

function valueOf({ name, type, words, notes }: Member): string {
  const [, kind] = notes.map((note) => /^The id of an? (\w+)/.exec(note)).find(Boolean) ?? [];
  if (kind && !values[name]) return `${short[kind] ?? `${kind}_`}123`;
  return values[name] ?? words[0] ?? (type === 'integer' ? '2000' : type === 'boolean' ? 'true' : 'text');
}

/** Prefixes that a kind's own name does not give away, where an example meets them before their object is told of. */
const short: Readonly<Record<string, string>> = { customer: 'cus_', payment_method: 'pm_', account: 'acct_' };

/** An id of that kind. A path that answers with no object of its own names the kind in its last group. */
function idOf(kind: string, shapes: readonly Shape[]): string {
  const named = shapes.find(({ object }) => object === kind || kind.split('/').includes(`${object}s`));
  return `${named?.prefix || `${kind}_`}123`;
}

/** The example as a shell command, one option a line. */
export function commandOf({ method, path, params }: Example, origin: string): string {
  const lines = [`curl ${method === 'GET' || (method === 'POST' && params.length > 0) ? '' : `-X ${method} `}${origin}${path}`, '-u sk_test_your_own_key:'];
  if (method === 'GET' && params.length) lines.push('-G');
  for (const [name, value] of params) lines.push(`-d ${quoted(`${name}=${value}`)}`);
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w=.@:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
