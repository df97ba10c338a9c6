import { nearest } from '../../kernel/base/nearest.js';
import type { Refusal } from '../../kernel/base/refusal.js';
import type { Catalogue } from '../../kernel/base/rules.js';

/** Explains why no route matches a method and a path. */
export type UnknownUrl = (method: string, path: string) => Refusal;

/** A path as segments, `:id` for any value, and the methods that it accepts. */
type Known = { readonly path: string; readonly parts: readonly string[]; readonly methods: string[] };

const path_max = 200;

/** Distinguishes a route that is not implemented, a method that a path does not accept, and a mistyped path. */
export function unknownUrls(catalogue: Catalogue, not_yet: readonly string[]): UnknownUrl {
  const known = knownPaths(catalogue);
  const later = not_yet.map((each) => each.split(' ')).map(([a = '', b]) => (b ? { method: a, parts: partsOf(b) } : { parts: partsOf(a) }));
  return (method, full) => {
    const path = full.slice(0, path_max);
    const parts = partsOf(path);
    const group = later.find((each) => isOfThose(each, method, parts));
    if (group)
      return unbuilt(
        method,
        path,
        group.parts.slice(1).filter((part) => !isFree(part)),
      );
    const here = known.find((each) => each.parts.length === parts.length && begins(parts, each.parts));
    const mend = here ? methodsOf(here, path, method) : (versioned(known, parts, path) ?? meant(known, parts));
    return { code: 'url_unknown', message: `Unrecognized request URL (${method}: ${path}). ${mend ?? 'See /docs for every operation.'}` };
  };
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

function knownPaths(catalogue: Catalogue): Known[] {
  const known = new Map<string, Known>();
  for (const route of catalogue.flatMap(({ routes }): readonly string[] => routes)) {
    const [method = '', path = ''] = route.split(' ');
    const each = known.get(path) ?? { path, parts: partsOf(path), methods: [] };
    each.methods.push(method);
    known.set(path, each);
  }
  return [...known.values()];
}

type Later = { readonly method?: string; readonly parts: readonly string[] };

const isOfThose = (later: Later, method: string, parts: readonly string[]): boolean =>
  begins(parts, later.parts) && (later.method === undefined || (later.method === method && later.parts.length === parts.length));

const begins = (parts: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((part, place) => part === parts[place] || (isFree(part) && parts[place] !== undefined));

const isFree = (part: string): boolean => part.startsWith(':');

const unbuilt = (method: string, path: string, group: readonly string[]): Refusal => ({
  code: 'not_in_florin_yet',
  message: `Florin does not have ${group.join(' ').replaceAll('_', ' ')} yet: ${method} ${path} does nothing. See /docs for every operation.`,
});

const methodsOf = ({ path: pattern, methods }: Known, path: string, method: string): string =>
  methods.includes(method) ? `Did you mean ${path.replace(/\/+$/, '')}?` : `${pattern} answers ${methods.toSorted().join(' and ')}.`;

/** The path with its version, if only that is missing. */
const versioned = (known: readonly Known[], parts: readonly string[], path: string): string | null =>
  known.some((each) => each.parts.length === parts.length + 1 && begins(['v1', ...parts], each.parts)) ? `Did you mean /v1${path}?` : null;

/** The path that differs by a few letters in its fixed segments. */
function meant(known: readonly Known[], given: readonly string[]): string | null {
  for (const free of new Set(known.map(({ parts }) => freePlaces(parts)))) {
    const alike = known.filter(({ parts }) => parts.length === given.length && freePlaces(parts) === free);
    const places = new Set(free.split(' ').filter(Boolean).map(Number));
    const near = nearest(
      masked(given, places),
      alike.map(({ parts }) => masked(parts, places)),
    );
    if (near !== null)
      return `Did you mean /${near
        .split('/')
        .map((part, at) => (places.has(at) ? given[at] : part))
        .join('/')}?`;
  }
  return null;
}

const freePlaces = (parts: readonly string[]): string => parts.flatMap((part, place) => (isFree(part) ? [place] : [])).join(' ');

const masked = (parts: readonly string[], places: ReadonlySet<number>): string =>
  parts.map((part, place) => (places.has(place) ? '*' : part)).join('/');
