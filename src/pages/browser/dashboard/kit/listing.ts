import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Listed, type Request } from '../api.js';
import type { AnyDescription, Head } from './description.js';
import type { Active } from './filters.js';

const page_rows = 100;

/** A clause of the API as it is, or one made of what a person has typed. */
const clauseOf = ({ search }: Pick<AnyDescription, 'search'>, typed: string): string =>
  /[:<>~]/.test(typed) || !search ? typed : search.clause(typed);

type Asked = { readonly request: Request; items(found: readonly object[]): readonly Head[] };

const asFound = (found: readonly object[]): readonly Head[] => found as readonly Head[];

/** Filters that the list of the API has become its parameters; with any other, all of them become a search. */
export function askedFor(description: AnyDescription, active: Active): Asked {
  const special = description.source?.(active);
  if (special) return special;
  const { path, filters = [], expand = [] } = description;
  const in_use = filters.flatMap((filter) => (active[filter.name] ? [{ filter, value: active[filter.name] ?? '' }] : []));
  const query = active.query ?? '';
  const shared = { limit: page_rows, expand: expand.map((each) => `data.${each}`) };
  if (!query && in_use.every(({ filter }) => filter.parameters)) {
    const parameters = Object.assign({}, ...in_use.map(({ filter, value }) => filter.parameters?.(value)));
    return { request: { method: 'GET', path, parameters: { ...shared, ...parameters } }, items: asFound };
  }
  const clauses = [
    ...(query ? [clauseOf(description, query)] : []),
    ...in_use.map(({ filter, value }) => filter.clause?.(value, active) ?? '').filter(Boolean),
  ];
  return {
    request: { method: 'GET', path: `${path}/search`, parameters: { ...shared, query: clauses.join(' AND ') } },
    items: asFound,
  };
}

/** A page of a list. An empty cursor stands for the first page. */
export async function pageOf({ request, items }: Asked, cursor: string): Promise<{ rows: readonly Head[]; next: string | undefined }> {
  const by_page = request.path.endsWith('/search');
  const parameters = { ...request.parameters, ...(cursor && { [by_page ? 'page' : 'starting_after']: cursor }) };
  const { data, has_more, next_page } = await call<Listed<Head>>({ ...request, parameters });
  return { rows: items(data), next: has_more ? (next_page ?? data.at(-1)?.id) : undefined };
}

/** The rows of a list, which continues page by page. */
export function useListing(description: AnyDescription, active: Active) {
  const asked = askedFor(description, active);
  const found = useInfiniteQuery({
    queryKey: ['list', description.name, asked.request],
    queryFn: ({ pageParam }) => pageOf(asked, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : (description.read_again_ms ?? false)),
    // Comparing all loaded pages with each other would make every further page slower.
    structuralSharing: false,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ rows }) => rows) ?? [] };
}
