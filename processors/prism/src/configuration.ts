import { readFileSync } from 'node:fs';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Facts, facts, type Replays, replays } from './facts.js';
import type { Target } from './library.js';

/** A connector with its credentials: a processor of Florin. */
export type Connector = {
  /** The name of the processor in Florin's configuration. */
  readonly name: string;
  /** The library's name for it. */
  readonly kind: string;
  readonly target: Target;
  readonly facts: Facts;
  readonly replays: Replays | null;
  readonly florin_secret: string;
  readonly webhook_secret: string | null;
  /** The credentials, which no log may hold. */
  readonly credentials: readonly string[];
};

/** The whole configuration, with secrets. */
export type Configuration = {
  readonly host: string;
  readonly port: number;
  readonly public_url: string;
  readonly florin_url: string;
  readonly database_url: string;
  readonly sealing_key: Buffer;
  readonly log_level: string;
  readonly hidden: readonly string[];
  readonly connectors: readonly Connector[];
};

/** The environment, as an argument. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Path = readonly (string | number)[];
type Source = {
  readonly text: string;
  readonly tree: Node;
  readonly problems: string[];
  readonly environment: Environment;
  readonly file: string;
};

/** Reads the configuration. Throws one error with all problems, each with its line and its remedy, and never a secret. */
export function readConfiguration(file: string, environment: Environment): Configuration {
  const text = contentOf(file);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const [error] = errors;
  if (error || tree?.type !== 'object')
    throw new Error(
      `${file}:${lineOf(text, error?.offset ?? 0)}: ${error ? printParseErrorCode(error.error) : 'not an object'}. Write one JSON object, as in processors/prism/README.md`,
    );
  const source: Source = { text, tree, problems: [], environment, file };
  const read = readAll(source);
  if (source.problems.length > 0) throw new Error(source.problems.join('\n'));
  return read;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read. Name the configuration file: florin-processor serve prism.json`);
  }
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Notes a problem at the line of a member, or of the nearest object around it. */
function complain(source: Source, path: Path, problem: string): void {
  let at = path;
  while (at.length > 0 && !findNodeAtLocation(source.tree, [...at])) at = at.slice(0, -1);
  const node = at.length > 0 ? findNodeAtLocation(source.tree, [...at]) : source.tree;
  source.problems.push(`${source.file}:${lineOf(source.text, node?.offset ?? 0)}: ${path.join('.')} ${problem}`);
}

const known_members = ['host', 'port', 'public_url', 'florin_url', 'database_url', 'sealing_key', 'log', 'connectors'];

function readAll(source: Source): Configuration {
  for (const name of namesOf(source, []).filter((each) => !known_members.includes(each)))
    complain(source, [name], `is unknown. The members are ${known_members.join(', ')}`);
  const port = valueAt(source, ['port']) ?? 9100;
  if (!Number.isInteger(port)) complain(source, ['port'], 'must be a number, such as 9100');
  const key = Buffer.from(secretAt(source, ['sealing_key']) ?? '', 'base64');
  if (key.length !== 32) complain(source, ['sealing_key'], 'must hold 32 bytes in base64. Make one with: openssl rand -base64 32');
  return {
    host: textAt(source, ['host'], '127.0.0.1'),
    port: Number(port),
    public_url: addressAt(source, ['public_url']),
    florin_url: addressAt(source, ['florin_url']),
    database_url: secretAt(source, ['database_url']) ?? '',
    sealing_key: key,
    log_level: textAt(source, ['log', 'level'], 'info'),
    hidden: hiddenIn(source),
    connectors: connectorsIn(source),
  };
}

const valueAt = ({ tree }: Source, path: Path): unknown => findNodeAtLocation(tree, [...path])?.value;

const namesOf = ({ tree }: Source, path: Path): string[] => {
  const node = path.length === 0 ? tree : findNodeAtLocation(tree, [...path]);
  return node?.type === 'object' ? (node.children ?? []).map((each) => String(each.children?.[0]?.value)) : [];
};

function textAt(source: Source, path: Path, otherwise?: string): string {
  const value = valueAt(source, path) ?? otherwise;
  if (typeof value === 'string' && value !== '') return value;
  complain(source, path, value === undefined ? 'is missing. Add it' : 'must be a text');
  return '';
}

function addressAt(source: Source, path: Path): string {
  const text = textAt(source, path);
  if (text !== '' && !/^https?:\/\/[^/]+/.test(text)) complain(source, path, 'must be a URL, such as https://prism.example.com');
  return text.replace(/\/$/, '');
}

function hiddenIn(source: Source): readonly string[] {
  const names = valueAt(source, ['log', 'redact']);
  if (findNodeAtLocation(source.tree, ['log', 'redact'])?.type === 'array')
    return (findNodeAtLocation(source.tree, ['log', 'redact'])?.children ?? []).map((each) => String(each.value));
  if (names !== undefined) complain(source, ['log', 'redact'], 'must be a list of member names, such as ["billing_details"]');
  return [];
}

/** A secret is never in the file: it is `{ "env": "NAME" }` or `{ "file": "/path" }`. */
function secretAt(source: Source, path: Path): string | null {
  const node = findNodeAtLocation(source.tree, [...path]);
  const [place, ...more] = namesOf(source, path);
  const name = place === undefined ? undefined : valueAt(source, [...path, place]);
  const is_place = (place === 'env' || place === 'file') && more.length === 0 && typeof name === 'string';
  if (!node || !is_place) {
    complain(source, path, `${node ? 'must not hold the secret itself' : 'is missing'}. Write { "env": "NAME" } or { "file": "/path" }`);
    return null;
  }
  const found = place === 'env' ? source.environment[name] : fileOrNothing(name);
  if (found) return found;
  complain(
    source,
    path,
    place === 'env'
      ? `names the variable ${name}, which is not set. Set it`
      : `names the file ${name}, which is empty or cannot be read. Write the secret into it`,
  );
  return null;
}

function fileOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function connectorsIn(source: Source): Connector[] {
  const list = findNodeAtLocation(source.tree, ['connectors']);
  if (list?.type !== 'array' || !list.children?.length) {
    complain(source, ['connectors'], 'must be a list with at least one connector');
    return [];
  }
  const read = list.children.map((_, place) => connectorAt(source, ['connectors', place]));
  const names = read.map(({ name }) => name);
  names.forEach((name, place) => {
    if (names.indexOf(name) < place)
      complain(source, ['connectors', place, 'name'], `is ${name} a second time. Give every connector its own name`);
  });
  return read;
}

const known_of_connector = ['name', 'connector', 'environment', 'florin_secret', 'webhook_secret', 'settings'];

function connectorAt(source: Source, path: Path): Connector {
  for (const name of namesOf(source, path).filter((each) => !known_of_connector.includes(each)))
    complain(source, [...path, name], `is unknown. The members are ${known_of_connector.join(', ')}`);
  const name = textAt(source, [...path, 'name']);
  if (!/^[a-z][a-z0-9_-]*$/.test(name)) complain(source, [...path, 'name'], 'must begin with a letter and hold only a-z, 0-9, - and _');
  const kind = textAt(source, [...path, 'connector']);
  const known = facts[kind];
  if (!known) complain(source, [...path, 'connector'], `is not a connector of the library. ${nearTo(kind)}`);
  const environment = textAt(source, [...path, 'environment'], 'sandbox');
  if (environment !== 'sandbox' && environment !== 'production')
    complain(source, [...path, 'environment'], 'must be sandbox or production');
  const has_webhooks = findNodeAtLocation(source.tree, [...path, 'webhook_secret']) !== undefined;
  const { settings, credentials } = settingsAt(source, [...path, 'settings'], known);
  return {
    name,
    kind,
    target: { environment: environment === 'production' ? 'production' : 'sandbox', config: { [kind]: settings } },
    facts: known ?? { fields: {}, flows: [], methods: [], finds_by_attempt: false },
    replays: replays[kind] ?? null,
    florin_secret: secretAt(source, [...path, 'florin_secret']) ?? '',
    webhook_secret: has_webhooks ? secretAt(source, [...path, 'webhook_secret']) : null,
    credentials,
  };
}

const nearTo = (kind: string): string => {
  const near = Object.keys(facts).filter((each) => each.toLowerCase().startsWith(kind.slice(0, 3).toLowerCase()));
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'SUPPORT.md lists all of them';
};

function settingsAt(source: Source, path: Path, known: Facts | undefined): { settings: object; credentials: string[] } {
  const settings: Record<string, unknown> = {};
  const credentials: string[] = [];
  for (const name of namesOf(source, path)) {
    const kind = known?.fields[name];
    if (known && !kind) complain(source, [...path, name], `is unknown. The settings are ${Object.keys(known.fields).join(', ')}`);
    if (kind === 'secret') {
      const value = secretAt(source, [...path, name]);
      settings[name] = { value };
      if (value) credentials.push(value);
    }
    if (kind === 'text') settings[name] = textAt(source, [...path, name]);
  }
  const missing = Object.entries(known?.fields ?? {}).filter(([name, kind]) => kind === 'secret' && !(name in settings));
  // A connector may have more credentials than a merchant needs; without any it cannot work.
  if (known && credentials.length === 0 && source.problems.length === 0)
    complain(source, path, `has no credentials. Add ${missing.map(([name]) => name).join(', ')}`);
  return { settings, credentials };
}
