import { type Bare, examplesIn } from './operation-example.js';
import type { Form, Operation, Parameter } from './operations.js';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

type Described = {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
};

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** The operations of an OpenAPI description as commands. Paths that end in `/list` repeat others. */
export function operationsIn(description: Readonly<Record<string, unknown>>): Operation[] {
  const paths = Object.fromEntries(Object.entries(description.paths as Paths).filter(([path]) => !path.endsWith('/list')));
  const exampleOf = examplesIn(description);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const operation = operationOf(paths, path, method.toUpperCase() as Operation['method'], described);
      return { ...operation, example: exampleOf(operation) };
    }),
  );
}

const operationOf = (paths: Paths, path: string, method: Operation['method'], described: Described): Bare => ({
  words: wordsOf(paths, path, method),
  method,
  path,
  summary: described.summary,
  about: described.description ?? '',
  in_path: segmentsOf(path).flatMap((each) => (isPlace(each) ? [each.slice(1, -1)] : [])),
  parameters: parametersOf(described),
});

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(2);
const isPlace = (segment: string): boolean => segment.startsWith('{');

/**
 * The words of the command: those of the path, and for a resource what is done with it. A path that only one operation has, below a resource or one
 * of its objects, is the verb itself: `payment_intents confirm`, `customers search`.
 */
function wordsOf(paths: Paths, path: string, method: Operation['method']): string[] {
  const words = segmentsOf(path).filter((each) => !isPlace(each));
  return isVerb(paths, path, method) ? words : [...words, verbOf(paths, path, method)];
}

const hasObjects = (paths: Paths, path: string): boolean => Object.keys(paths).some((each) => each.startsWith(`${path}/{`));

function isVerb(paths: Paths, path: string, method: Operation['method']): boolean {
  const above = path.slice(0, path.lastIndexOf('/'));
  const is_shared = Object.keys(paths[path] ?? {}).length > 1;
  if (method === 'DELETE' || path.endsWith('}') || is_shared || hasObjects(paths, path)) return false;
  return path.includes('{') || above in paths || hasObjects(paths, above);
}

function verbOf(paths: Paths, path: string, method: Operation['method']): string {
  if (method === 'DELETE') return 'delete';
  const reads = readsOf(paths, path);
  if (method === 'GET') return reads ?? 'retrieve';
  return path.endsWith('}') || reads === 'retrieve' ? 'update' : 'create';
}

/** What a GET of a path does: a path that has objects, or whose response is a list, lists them. */
function readsOf(paths: Paths, path: string): 'list' | 'retrieve' | null {
  const get = paths[path]?.get;
  if (!get) return null;
  if (path.endsWith('}')) return 'retrieve';
  const is_list = get.responses[200].content['application/json']?.schema.properties?.object?.const === 'list';
  return is_list || hasObjects(paths, path) ? 'list' : 'retrieve';
}

function parametersOf({ parameters, requestBody }: Described): Parameter[] {
  const in_query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema, required = false, description = '' }) => parameterOf(name, schema, required, description));
  const { properties = {}, required = [] } = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const in_body = Object.entries(properties).map(([name, schema]) =>
    parameterOf(name, schema, required.includes(name), schema.description ?? ''),
  );
  return [...in_query, ...in_body].sort((one, other) => Number(other.required) - Number(one.required));
}

const parameterOf = (name: string, schema: Schema, required: boolean, said: string): Parameter => ({
  name,
  form: formOf(schema),
  required,
  about: said || (formsOf(schema).find((each) => each.description)?.description ?? ''),
  choices: formsOf(schema).flatMap((each) => (each.enum ?? []).filter((word) => typeof word === 'string')),
  members: formsOf(schema).flatMap((each) => Object.keys(each.properties ?? {})),
});

const formsOf = (schema: Schema): readonly Schema[] => (schema.anyOf ? schema.anyOf.flatMap(formsOf) : [schema]);

/** A parameter with several forms is written as the simplest of them. */
function formOf(schema: Schema): Form {
  const forms = formsOf(schema).filter(({ type }) => type !== 'null');
  if (forms.some(({ format }) => format === 'binary')) return 'file';
  if (forms.every(({ type }) => type === 'boolean')) return 'flag';
  const isSimple = ({ type }: Schema): boolean => type !== 'object' && type !== 'array';
  if (forms.some(isSimple)) return 'value';
  const items = forms.find(({ type }) => type === 'array')?.items;
  return items && formsOf(items).some(isSimple) ? 'list' : 'members';
}
