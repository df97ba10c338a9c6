import { type Member, membersOf, named, type Schema } from './schema.js';

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
  readonly access: Access;
  readonly in_path: readonly Member[];
  readonly members: readonly Member[];
  readonly answer: Answer;
};

/** A kind of object and its members. */
export type Shape = { readonly object: string; readonly prefix: string; readonly members: readonly Member[] };

/** Operations that belong together, and the objects they answer with that no group before did. */
export type Group = {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly shapes: readonly Shape[];
};

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Listed = Schema & { readonly $ref?: string };
type Content = Readonly<Record<string, { readonly schema?: Listed }>>;
type Raw = {
  readonly operationId: string;
  readonly summary: string;
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
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Everything the description tells, in groups, in its own order. */
export function groupsOf({ paths, components: { schemas } }: Description): Group[] {
  const grouped = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    if (isAlias(paths, path)) continue;
    for (const [method, raw] of Object.entries(methods)) {
      const name = raw.tags[0] ?? '';
      grouped.set(name, [...(grouped.get(name) ?? []), operationOf(paths, path, method, raw)]);
    }
  }
  const told = new Set<string>();
  return ordered(merged(grouped)).map(([name, operations]) => {
    const kinds = [...new Set(operations.flatMap(({ answer }) => answer.object ?? []))].filter((kind) => !told.has(kind));
    for (const kind of kinds) told.add(kind);
    return { name, title: titleOf(name), operations, shapes: kinds.flatMap((kind) => shapeOf(kind, schemas[kind])) };
  });
}

const list_suffix = '/list';

/** The second path of a list: it answers what the plain path answers. */
const isAlias = (paths: Description['paths'], path: string): boolean =>
  path.endsWith(list_suffix) && paths[path.slice(0, -list_suffix.length)]?.get !== undefined;

/** `account` beside `accounts` is not worth a group of its own. */
function merged(grouped: ReadonlyMap<string, Operation[]>): [string, Operation[]][] {
  return [...grouped].flatMap(([name, operations]): [string, Operation[]][] => {
    if (grouped.has(`${name}s`)) return [];
    return [[name, [...(grouped.get(name.replace(/s$/, '')) ?? []).filter((each) => !operations.includes(each)), ...operations]]];
  });
}

/** What is only there for tests comes last. */
const ordered = (groups: [string, Operation[]][]): [string, Operation[]][] => {
  const isForTests = ([name]: [string, Operation[]]): boolean => name === 'test_helpers';
  return [...groups.filter((each) => !isForTests(each)), ...groups.filter(isForTests)];
};

/** `setup_intents` as a heading: Setup intents. */
export const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

function operationOf(paths: Description['paths'], path: string, method: string, raw: Raw): Operation {
  const { operationId, parameters = [], requestBody, responses, summary } = raw;
  const placed = parameters.filter((each) => each.in === 'path').sort((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`));
  const [body] = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  const alias = method === 'get' ? paths[`${path}${list_suffix}`]?.get : undefined;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    aliases: alias ? [{ id: alias.operationId, path: `${path}${list_suffix}` }] : [],
    summary,
    access: raw['x-access'] ?? {},
    in_path: placed.map(memberOf),
    members: [...parameters.filter((each) => each.in === 'query').map(memberOf), ...(body ? membersOf(body) : [])].filter(isParticular),
    answer: answerOf(responses[200]?.content?.['application/json']?.schema ?? {}),
  };
}

/** Every operation takes `expand`, so the introduction documents it once. */
const isParticular = ({ name }: Member): boolean => name !== 'expand';

const memberOf = ({ name, required = false, schema }: Parameter): Member => named(name, required, schema);

const kindIn = ({ $ref = '' }: Listed): string | null => $ref.split('/').at(-1) || null;

function answerOf(schema: Listed): Answer {
  const element = schema.properties?.data?.items;
  return element ? { object: kindIn(element), many: true } : { object: kindIn(schema), many: false };
}

function shapeOf(object: string, schema: Schema | undefined): Shape[] {
  if (!schema) return [];
  const { pattern, examples } = schema.properties?.id ?? {};
  const [, prefix = ''] = /^\^?(?:\(\w+\)\?)?(\w+_)/.exec(pattern ?? examples?.[0]?.toString() ?? '') ?? [];
  return [{ object, prefix, members: membersOf(schema) }];
}
