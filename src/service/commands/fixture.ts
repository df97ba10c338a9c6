/** A request of a fixture file, in the format of the Stripe CLI. `account` is Florin's addition: the connected account that it acts for. */
export type Fixture = {
  readonly name: string;
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly params?: object;
  /** The request must be refused with an error of this type. */
  readonly expected_error_type?: string;
  readonly account?: string;
};

/** A file of requests with references between them: `${customer:id}`. */
export type FixtureFile = {
  readonly _meta: { readonly template_version: number };
  readonly fixtures: readonly Fixture[];
  /** Defaults of `${.env:NAME}`. */
  readonly env?: Readonly<Record<string, string>>;
};

/** A change of one parameter from the command line: `customer:address[city]=Bern`. Without a name it is the last request's. */
export type Change = { readonly name: string | null; readonly path: readonly string[]; readonly value: string | null };

/** Reads `name:path=value`, or `name:path` for a parameter to remove. A path has brackets or dots. */
export function changeIn(text: string, takes_value: boolean): Change | null {
  const [, name = null, path = '', value] = /^(?:([a-z]\w*):)?([^=:]+?)(?:=(.*))?$/s.exec(text) ?? [];
  if (path === '' || (value !== undefined) !== takes_value) return null;
  return { name, path: path.replaceAll(']', '').split(/[.[]/), value: value ?? null };
}

/** The requests with the changes applied; null with a name that no request has. */
export function changed(fixtures: readonly Fixture[], { name, path, value }: Change): readonly Fixture[] | null {
  const at = name === null ? fixtures.length - 1 : fixtures.findIndex((each) => each.name === name);
  const found = fixtures[at];
  if (!found) return null;
  return fixtures.with(at, { ...found, params: withValue(found.params ?? {}, path, value) as Record<string, unknown> });
}

function withValue(within: unknown, [key = '', ...rest]: readonly string[], value: string | null): unknown {
  const own = typeof within === 'object' && within !== null ? within : {};
  const inner = rest.length ? withValue((own as Record<string, unknown>)[key], rest, value) : value;
  if (Array.isArray(own)) return /^\d+$/.test(key) ? own.toSpliced(Number(key), 1, inner) : own;
  const { [key]: _, ...others } = own as Record<string, unknown>;
  return inner === null ? others : { ...own, [key]: inner };
}

/** What references are read from: earlier responses by the name of their request, and environment variables. */
export type Known = {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

const reference = /\$\{([^}:|]+):([^}|]+)(?:\|([^}]*))?\}/g;

/** A value with its references replaced. A text that is only a reference keeps the type of the value. */
export function filledIn(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => filledIn(each, known));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, known)]));
  if (typeof value !== 'string') return value;
  const whole = new RegExp(`^${reference.source}$`).exec(value);
  if (whole) return referred(known, whole[1] ?? '', whole[2] ?? '', whole[3]);
  return value.replace(reference, (_, name: string, path: string, otherwise?: string) => String(referred(known, name, path, otherwise)));
}

/** `+604800` after a path adds to a number: Florin's addition, for moments on a clock. */
function referred({ responses, environment }: Known, name: string, path: string, otherwise: string | undefined): unknown {
  if (name === '.env') return environment[path] ?? otherwise ?? missing(name, path);
  const [, plain = path, added = '0'] = /^(.*?)\+(\d+)$/.exec(path) ?? [];
  const value = plain
    .replaceAll(']', '')
    .split(/[.[]/)
    .reduce<unknown>((within, key) => (within as Record<string, unknown> | null | undefined)?.[key], responses[name]);
  if (value === undefined || value === null) return otherwise ?? missing(name, path);
  return added === '0' ? value : Number(value) + Number(added);
}

function missing(name: string, path: string): never {
  throw new Error(`A request refers to \${${name}:${path}}, which ${name === '.env' ? 'is not set' : 'no earlier response has'}.`);
}
