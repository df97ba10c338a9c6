import type { Place, Places } from './declared.js';

/** A schema of JSON as `openapi.json` has it. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: { readonly enum?: readonly string[] };
};

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly responses?: unknown;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

/** The description of the API, as `openapi.json` has it. */
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What Florin's description says. */
export type Florin = {
  /** The parameters of each operation, by its route: `POST /v1/refunds/{}/cancel`. */
  readonly operations: ReadonlyMap<string, Places>;
  /** The members of each type of object. */
  readonly objects: ReadonlyMap<string, Places>;
};

/** Reads the description into paths, as the declarations of the SDK are read. */
export function readDescription({ paths, components }: OpenApi): Florin {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Places] => [
      `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
      parametersOf(operation),
    ]),
  );
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses));
  const objects = new Map<string, Map<string, Place>>();
  for (const schema of [...Object.values(components.schemas), ...answers]) noteObjects(schema, objects);
  return { operations: new Map(operations), objects };
}

type Found = Map<string, Place>;

/** Notes the members of every schema that says which object it is, wherever it stands: some objects are described in their answers. */
function noteObjects(within: unknown, objects: Map<string, Found>): void {
  if (typeof within !== 'object' || within === null) return;
  const kind = (within as Schema).properties?.object;
  const name = kind?.const ?? (kind?.enum?.length === 1 ? kind.enum[0] : undefined);
  if (typeof name === 'string') {
    const found = objects.get(name) ?? new Map();
    note(within, (path, member) => (path ? `${path}.${member}` : member), found, '');
    objects.set(name, found);
  }
  for (const each of Object.values(within)) noteObjects(each, objects);
}

function parametersOf({ parameters = [], requestBody }: Operation): Places {
  const found: Found = new Map();
  const inBrackets = (path: string, name: string): string => (path ? `${path}[${name}]` : name);
  const bodies = Object.values(requestBody?.content ?? {});
  if (bodies[0]) note(bodies[0].schema, inBrackets, found, '');
  for (const { name, schema, in: place } of parameters) if (place === 'query') add(name, schema, inBrackets, found);
  return found;
}

type Naming = (path: string, name: string) => string;

/** A parameter that takes false alone does nothing, and is left out. */
const isRefused = (schema: Schema): boolean => schema.const === false || (schema.enum?.length === 1 && schema.enum[0] === false);

function add(at: string, schema: Schema, named: Naming, found: Found): void {
  if (isRefused(schema)) return;
  if (!found.has(at)) found.set(at, { values: [] });
  note(schema, named, found, at);
}

/** Notes the paths of a schema; other objects within it have their own. */
function note(schema: Schema, named: Naming, found: Found, path: string): void {
  const values = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])].filter((each) => typeof each === 'string');
  const at = path.replace(/(\[\])+$/, '');
  if (at && values.length) found.set(at, { values: [...(found.get(at)?.values ?? []), ...values] });
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) note(each, named, found, path);
  if (schema.items) note(schema.items, named, found, `${path}[]`);
  for (const [name, each] of Object.entries(schema.properties ?? {})) add(named(path, name), each, named, found);
  const others = schema.additionalProperties;
  // A hash whose values are any object at all describes nothing.
  if (typeof others === 'object' && Object.keys(others).some((key) => key !== 'type' || others.type !== 'object'))
    for (const name of schema.propertyNames?.enum ?? ['*']) add(named(path, name), others, named, found);
}

/** What stands at a path, where a hash with any names may be on the way. */
export const placeAt = (places: Places, path: string): Place | undefined =>
  places.get(path) ??
  [...path.matchAll(/(?<=[.[])(\w+)/g)]
    .map(({ 0: name, index }) => places.get(`${path.slice(0, index)}*${path.slice(index + name.length)}`))
    .find((each) => each !== undefined);
