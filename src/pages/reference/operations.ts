import { type Member, membersOf, named, requiredFirst, type Schema } from './schema.js';

/** Who may call an operation, as the access table says it. */
export type Access = {
  readonly restricted?: string;
  readonly publishable?: 'create' | 'with_client_secret';
  readonly page?: true;
  readonly ephemeral?: object;
  readonly test_only?: true;
};

/** What an operation answers with: an object of that kind, a page of them, or something of its own. */
export type Answer = { readonly object: string | null; readonly many: boolean };

/** One operation. A list that answers under two paths is one, with the second among its aliases. */
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly aliases: readonly { readonly id: string; readonly path: string }[];
  readonly summary: string;
  readonly about: string | null;
  readonly access: Access;
  readonly in_path: readonly Member[];
  readonly members: readonly Member[];
  readonly answer: Answer;
};

/** A kind of object and its members. */
export type Shape = {
  readonly object: string;
  readonly prefix: string;
  readonly members: readonly Member[];
  /** The types of its events. */
  readonly events: readonly string[];
};

/** A type of event, and what has happened. */
export type EventType = { readonly type: string; readonly about: string };

/** An operation as lists and the search show it. */
export type Heading = Pick<Operation, 'aliases' | 'id' | 'method' | 'path' | 'summary'>;

/** Operations that belong together. What they take and answer is described when the page of the group is asked for. */
export type Group = {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** The objects that they answer with, and that no group before does; and those of the same name that only events show. */
  readonly objects: readonly string[];
  readonly operations: () => readonly Operation[];
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Listed = Schema & { readonly $ref?: string };
type ObjectSchema = Schema & { readonly 'x-events'?: readonly string[] };
type Content = Readonly<Record<string, { readonly schema?: Listed }>>;
type Raw = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly 'x-access'?: Access;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200?: { readonly content?: Content } };
};

/** The parts of an OpenAPI description that the reference is made of. */
export type Description = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Raw>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> };
};

type Described = { readonly path: string; readonly method: string; readonly raw: Raw };

/** Everything that the description has, in groups, in its own order. */
export function groupsOf({ paths, components }: Description): Group[] {
  const grouped = new Map<string, Described[]>();
  for (const [path, methods] of Object.entries(paths)) {
    if (isAlias(paths, path)) continue;
    for (const [method, raw] of Object.entries(methods)) {
      const name = raw.tags[0] ?? '';
      grouped.set(name, [...(grouped.get(name) ?? []), { path, method, raw }]);
    }
  }
  const all = ordered(merged(grouped));
  const names = all.map(([name]) => name);
  const answered = new Set(all.flatMap(([, described]) => answersOf(described)));
  const only_in_events = Object.keys(components.schemas).filter((kind) => !answered.has(kind));
  const shown = new Set<string>();
  return all.map(([name, described]) => {
    const returned = answersOf(described).filter(
      (kind) => !shown.has(kind) && (isNamed(name, kind) || !names.some((each) => isNamed(each, kind))),
    );
    for (const kind of returned) shown.add(kind);
    const objects = [...new Set(returned), ...only_in_events.filter((kind) => kind.startsWith(`${name}.`))];
    const headings = described.map((each) => headingOf(paths, each));
    return { name, title: titleOf(name), headings, objects, operations: () => described.map((each) => operationOf(paths, each)) };
  });
}

/** The objects that operations answer with. */
const answersOf = (described: readonly Described[]): string[] => described.flatMap(({ raw }) => answerOf(raw).object ?? []);

/** Whether a group is named after a kind of object: `refunds` after `refund`. */
const isNamed = (name: string, kind: string): boolean => name === `${kind}s`;

/** The objects of a group. */
export const shapesOf = ({ components: { schemas } }: Description, objects: readonly string[]): Shape[] =>
  objects.flatMap((object) => shapeOf(object, schemas[object]));

/** Every type of event: the constants of the member of an event that names it. */
export const eventTypesOf = ({ components: { schemas } }: Description): readonly EventType[] =>
  (schemas.event?.properties?.type?.anyOf ?? []).map(({ const: type = '', description: about = '' }) => ({ type, about }));

/** The prefixes of ids of all objects, for examples. */
export const prefixesOf = ({ components: { schemas } }: Description): readonly Prefixed[] =>
  Object.entries(schemas).map(([object, schema]) => ({ object, prefix: prefixOf(schema) }));

/** A kind of object, and what its ids begin with. */
export type Prefixed = Pick<Shape, 'object' | 'prefix'>;

const list_suffix = '/list';

/** The second path of a list: it answers what the plain path answers. */
const isAlias = (paths: Description['paths'], path: string): boolean =>
  path.endsWith(list_suffix) && paths[path.slice(0, -list_suffix.length)]?.get !== undefined;

/** `account` beside `accounts` is not worth a group of its own. */
function merged(grouped: ReadonlyMap<string, Described[]>): [string, Described[]][] {
  return [...grouped].flatMap(([name, operations]): [string, Described[]][] => {
    if (grouped.has(`${name}s`)) return [];
    return [[name, [...(grouped.get(name.replace(/s$/, '')) ?? []).filter((each) => !operations.includes(each)), ...operations]]];
  });
}

/** What is only there for tests comes last. */
const ordered = (groups: [string, Described[]][]): [string, Described[]][] => {
  const isForTests = ([name]: [string, Described[]]): boolean => name === 'test_helpers';
  return [...groups.filter((each) => !isForTests(each)), ...groups.filter(isForTests)];
};

/** `setup_intents` as a heading: Setup intents. */
export const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

function headingOf(paths: Description['paths'], { path, method, raw: { operationId, summary } }: Described): Heading {
  const alias = method === 'get' ? paths[`${path}${list_suffix}`]?.get : undefined;
  const aliases = alias ? [{ id: alias.operationId, path: `${path}${list_suffix}` }] : [];
  return { id: operationId, method: method.toUpperCase(), path, aliases, summary };
}

function operationOf(paths: Description['paths'], described: Described): Operation {
  const { path, raw } = described;
  const { parameters = [], requestBody, description: about = null } = raw;
  const placed = parameters.filter((each) => each.in === 'path').sort((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`));
  const [body] = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  const members = [...parameters.filter((each) => each.in === 'query').map(memberOf), ...(body ? membersOf(body) : [])];
  return {
    ...headingOf(paths, described),
    about,
    access: raw['x-access'] ?? {},
    in_path: placed.map(memberOf),
    members: requiredFirst(members.filter(isParticular)),
    answer: answerOf(raw),
  };
}

/** Every operation takes `expand`, so the introduction documents it once. */
const isParticular = ({ name }: Member): boolean => name !== 'expand';

const memberOf = ({ name, required = false, description, schema }: Parameter): Member =>
  named(name, required, description === undefined ? schema : { ...schema, description });

const kindIn = ({ $ref = '' }: Listed): string | null => $ref.split('/').at(-1) || null;

function answerOf({ responses }: Raw): Answer {
  const schema = responses[200]?.content?.['application/json']?.schema ?? {};
  const element = schema.properties?.data?.items;
  return element ? { object: kindIn(element), many: true } : { object: kindIn(schema), many: false };
}

function shapeOf(object: string, schema: ObjectSchema | undefined): Shape[] {
  return schema ? [{ object, prefix: prefixOf(schema), members: membersOf(schema), events: schema['x-events'] ?? [] }] : [];
}

function prefixOf({ properties }: Schema): string {
  const { pattern, examples } = properties?.id ?? {};
  const [, prefix = ''] = /^\^?(?:\(\w+\)\?)?(\w+_)/.exec(pattern ?? examples?.[0]?.toString() ?? '') ?? [];
  return prefix;
}
