import { createHash } from 'node:crypto';
import { compressSync, uncompressSync } from 'lz4-napi';
import type { AnyField, Fields } from '../base/fields.js';
import type { AnyResource } from '../base/resource.js';
import type { Database } from './database.js';
import type { EventRow } from './rows.js';
import type { Store } from './writes.js';

/** An event's text as stored: `doc` or `packed`; `secret` is the client secret that callers see in the text. */
export type StoredText = { readonly doc: string | null; readonly packed: Buffer | null; readonly secret: string | null };

/** What a text is packed with: most of a text is in the dictionary already. */
type Dictionary = { readonly id: Buffer; readonly shape: string; readonly content: Buffer };

const id_length = 8; // bytes

/** Kinds of objects whose client secret is stored in one place, and shown in their events when they are read. */
const kinds_with_secrets = ['payment_intent', 'setup_intent'] as const;

/** SQL for the client secret that callers see in the event `it`. */
export const secretOf = (it: string): string =>
  `case when split_part(${it}.type, '.', 1) in (${kinds_with_secrets.map((kind) => `'${kind}'`).join()}) then
    (select o.secret from objects o where o.account = ${it}.account and o.object = split_part(${it}.type, '.', 1) and o.id = ${it}.object_id) end`;

/** The contents of dictionaries by their ids: an id is a hash of the content, so databases can share them. */
const contents = new Map<string, Buffer>();

/** The texts of stored events, as callers read them. */
export async function eventTexts(database: Pick<Database, 'query'>, rows: readonly StoredText[]): Promise<string[]> {
  const missing = new Set(rows.flatMap(({ packed }) => (packed && !contents.has(dictionaryOf(packed)) ? [dictionaryOf(packed)] : [])));
  if (missing.size) {
    const text = 'select id, content from dictionaries where id = any ($1)';
    const found = await database.query<Dictionary>({ text, values: [[...missing].map((id) => Buffer.from(id, 'hex'))] });
    for (const { id, content } of found) contents.set(id.toString('hex'), content);
  }
  return rows.map(textOf);
}

const dictionaryOf = (packed: Buffer): string => packed.toString('hex', 0, id_length);

function textOf({ doc, packed, secret }: StoredText): string {
  const text = packed ? unpacked(packed) : (doc ?? '');
  return secret === null ? text : withSecret(text, secret);
}

function unpacked(packed: Buffer): string {
  const dictionary = contents.get(dictionaryOf(packed));
  if (!dictionary) throw new Error(`The dictionary ${dictionaryOf(packed)} of an event is missing from the table dictionaries`);
  return uncompressSync(packed.subarray(id_length), dictionary).toString();
}

/** The object begins with its id and its kind, so the first mention of its kind is where its members go on. */
const withSecret = (text: string, secret: string): string =>
  text.replace(/"object":"(?:payment_intent|setup_intent)",/, (head) => `${head}"client_secret":"${secret}",`);

const packedWith = ({ id, content }: Dictionary, text: string): Buffer => Buffer.concat([id, compressSync(text, content)]);

/**
 * Packs the texts of events before they are stored (docs/decisions/0077). Each kind of object has a dictionary, which the first event of the kind
 * makes and all processes share. Texts stay as they are while processes of an older version may read them.
 */
export function packingEvents(
  store: Store,
  database: Pick<Database, 'query' | 'pool'>,
  resources: ReadonlyMap<string, AnyResource>,
): Store {
  const dictionaries = new Map<string, Dictionary>();
  let packs: boolean | null = null;
  let failed = false;
  // The next write tries again.
  const addAgain = (): void => {
    failed = false;
    add(database, [...dictionaries.values()]).catch(() => {
      failed = true;
    });
  };
  // A new connection may lead to a server that was restored, or that lacks the last commits of the one before.
  database.pool.on('connect', () => {
    if (dictionaries.size) addAgain();
  });
  const packed = (event: EventRow): EventRow => {
    const dictionary = dictionaries.get(event.object);
    return dictionary ? { ...event, packed: packedWith(dictionary, event.doc) } : event;
  };
  const learn = async (events: readonly EventRow[]): Promise<void> => {
    packs ??= await isContracted(database);
    for (const { object, doc } of packs ? events : []) {
      if (dictionaries.has(object)) continue;
      const resource = resources.get(object);
      dictionaries.set(object, await sharedDictionary(database, shapeOf(object, resource), outlineOf(resource, doc)));
    }
  };
  const isKnown = ({ object }: EventRow): boolean => packs === false || dictionaries.has(object);
  return (write, deadline) => {
    const { events = [] } = write;
    if (failed) addAgain();
    const storePacked = (): ReturnType<Store> => store(events.length ? { ...write, events: events.map(packed) } : write, deadline);
    return events.every(isKnown) ? storePacked() : learn(events).then(storePacked);
  };
}

/** Whether no process of a version that cannot read packed texts is left (migration 0073). */
async function isContracted(database: Pick<Database, 'query'>): Promise<boolean> {
  const text = `select attnotnull as needed from pg_attribute where attrelid = 'events'::regclass and attname = 'doc'`;
  const [doc] = await database.query<{ needed: boolean }>({ text, values: [] });
  return doc?.needed === false;
}

/** The dictionary of a shape: a stored one, or this one if there is none yet. Two processes may add one each. */
async function sharedDictionary(database: Pick<Database, 'query'>, shape: string, content: Buffer): Promise<Dictionary> {
  const text = 'select id, shape, content from dictionaries where shape = $1 order by id limit 1';
  const [stored] = await database.query<Dictionary>({ text, values: [shape] });
  const dictionary = stored ?? { id: createHash('sha256').update(content).digest().subarray(0, id_length), shape, content };
  if (!stored) await add(database, [dictionary]);
  contents.set(dictionary.id.toString('hex'), dictionary.content);
  return dictionary;
}

async function add(database: Pick<Database, 'query'>, dictionaries: readonly Dictionary[]): Promise<void> {
  const text =
    'insert into dictionaries (id, shape, content) select * from unnest($1::bytea[], $2::text[], $3::bytea[]) on conflict (id) do nothing';
  const values = [dictionaries.map(({ id }) => id), dictionaries.map(({ shape }) => shape), dictionaries.map(({ content }) => content)];
  await database.query({ text, values });
}

/** Objects with other members are better packed with another dictionary. */
const shapeOf = (object: string, resource: AnyResource | undefined): string =>
  `${object} ${createHash('sha256')
    .update(Object.keys(resource?.fields ?? {}).join())
    .digest('hex')
    .slice(0, id_length)}`;

type Told = { readonly type: string; readonly data: { readonly object: Readonly<Record<string, unknown>> } };

/**
 * An event's text without data of its account: only names of declared members, constants that the API declares, null, true and false. So a
 * dictionary, which all accounts share, tells nothing about any.
 */
function outlineOf(resource: AnyResource | undefined, text: string): Buffer {
  const { data, type } = JSON.parse(text) as Told;
  const { id, object, status, created: _, ...members } = data.object;
  const state = typeof status === 'string' && status in (resource?.states ?? {}) ? { status } : {};
  const outlined = JSON.stringify({
    id: prefixOf(id),
    object,
    created: 1,
    livemode: false,
    ...state,
    ...outlines(resource?.fields ?? {}, members),
  });
  return Buffer.from(
    `{"id":"evt_","object":"event","api_version":null,"created":1,"data":{"object":${outlined},"previous_attributes":{}},` +
      `"livemode":false,"request":{"id":"req_","idempotency_key":null},"type":"${type}"}`,
  );
}

const prefixOf = (id: unknown): string => /^[a-z]+_/.exec(String(id))?.[0] ?? '';

const outlines = (fields: Fields, members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (fields[name] ? [[name, outline(fields[name], value)]] : [])));

function outline(field: AnyField, value: unknown): unknown {
  const { members, item, schema } = field;
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return item ? value.slice(0, item.members ? 1 : undefined).map((each) => outline(item, each)) : [];
  if (typeof value === 'object') return members ? outlines(members, value as Readonly<Record<string, unknown>>) : {};
  if (typeof value === 'number') return 0;
  return Array.isArray(schema.enum) && schema.enum.includes(value) ? value : '';
}
