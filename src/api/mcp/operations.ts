/** A JSON Schema of a parameter, as the OpenAPI description has it. */
export type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly 'x-access': { readonly restricted?: string | null; readonly test_only?: boolean };
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

/** The parts of the OpenAPI description that an agent sees. */
export type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

/** One operation of the API, as an agent sees it. */
export type Operation = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly about: string | null;
  /** The permission that a restricted key needs; null if a restricted key cannot call it. */
  readonly permission: string | null;
  readonly test_only: boolean;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
};

/** The operations of a description that take JSON, by id. Uploads take files, which an agent cannot send. */
export function operationsOf({ paths }: Description): ReadonlyMap<string, Operation> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(
      ([method, described]) => operationOf(path, method.toUpperCase() as Operation['method'], described) ?? [],
    ),
  );
  return new Map(all.map((each) => [each.id, each]));
}

function operationOf(path: string, method: Operation['method'], described: Described): Operation | null {
  const { operationId: id, summary, description: about = null, 'x-access': access, parameters = [], requestBody } = described;
  const body = requestBody?.content['application/json']?.schema;
  if (requestBody && !body) return null;
  const named = parameters.map(({ name, description, schema }) => [name, description === undefined ? schema : { ...schema, description }]);
  return {
    id,
    method,
    path,
    summary,
    about,
    permission: access.restricted ?? null,
    test_only: access.test_only === true,
    parameters: { ...Object.fromEntries(named), ...body?.properties },
    required: [...parameters.filter((each) => each.required).map(({ name }) => name), ...(body?.required ?? [])],
  };
}

/** The operations whose summary, path or description contain most of the words, best first. */
export function found(operations: readonly Operation[], query: string, limit: number): Operation[] {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const scored = operations.map((operation) => ({ operation, score: words.reduce((sum, word) => sum + scoreOf(operation, word), 0) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.operation.path.length - b.operation.path.length)
    .slice(0, limit)
    .map(({ operation }) => operation);
}

/** The plural and the singular of a word count as the same. */
function scoreOf({ id, summary, about }: Operation, word: string): number {
  const stem = word.replace(/s$/, '');
  if (id.split('_').some((part) => part.replace(/s$/, '') === stem)) return 3;
  if (summary.toLowerCase().includes(stem)) return 2;
  return about?.toLowerCase().includes(stem) ? 1 : 0;
}

/** A parameter in words, with the members one level below it. */
export type Shown = {
  readonly type: string;
  readonly about?: string;
  readonly required?: true;
  readonly members?: Readonly<Record<string, Shown>> | readonly string[];
};

/** The parameters of an operation, or the members of the parameter at a dotted path. Null if there is no such parameter. */
export function shownOf(operation: Operation, path: string | undefined): Readonly<Record<string, Shown>> | null {
  const whole: Schema = { properties: operation.parameters, required: operation.required };
  const at = (path?.split('.') ?? []).reduce<Schema | null>((schema, name) => membersOf(schema).properties?.[name] ?? null, whole);
  return at && shownMembers(membersOf(at), 1);
}

/** The object schema inside a parameter: of itself, of an alternative, or of the elements of an array. */
function membersOf(schema: Schema | null): Schema {
  if (!schema) return {};
  if (schema.properties) return schema;
  return [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].map(membersOf).find(({ properties }) => properties) ?? {};
}

const shownMembers = ({ properties = {}, required = [] }: Schema, depth: number): Readonly<Record<string, Shown>> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shown(schema, required.includes(name), depth)]));

function shown(schema: Schema, is_required: boolean, depth: number): Shown {
  const { description: about, properties: _, ...rest } = schema;
  const below = membersOf(schema);
  const names = Object.keys(below.properties ?? {});
  return {
    type: names.length > 0 ? (schema.type ?? 'object') : JSON.stringify(rest),
    ...(about !== undefined && { about }),
    ...(is_required && { required: true }),
    ...(names.length > 0 && { members: depth > 0 ? shownMembers(below, depth - 1) : names }),
  };
}
