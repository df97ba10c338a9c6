import { about } from '../../kernel/base/fields.js';
import { integer, textOf } from './kinds.js';
import { refused } from './refusal.js';

/** The cursors and limit that every list accepts. */
export const paging = {
  limit: about('The number of objects on a page, 1 to 100; 10 by default.', integer({ minimum: 1, maximum: 100 })),
  starting_after: about('The id of the last object of a page, to get the next page.', textOf(255)),
  ending_before: about('The id of the first object of a page, to get the previous page.', textOf(255)),
} as const;

/** The default page size. */
export const limit_otherwise = 10;

/** The page parameters of a request. */
export type Paging = {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
};

/** A page begins at one cursor only. */
export function refuseTwoCursors({ starting_after, ending_before }: Paging): void {
  if (starting_after && ending_before)
    throw refused({
      code: 'parameters_exclusive',
      param: 'ending_before',
      message: 'Send only one of starting_after and ending_before.',
    });
}

/** A page in the format of list responses. */
export type Page<V> = { readonly object: 'list'; readonly data: readonly V[]; readonly has_more: boolean; readonly url: string };

/** A page of values that are all in memory, in their own order. */
export function pageOf<V extends { readonly id: string }>(values: readonly V[], url: string, paging: Paging): Page<V> {
  refuseTwoCursors(paging);
  const { limit = limit_otherwise, starting_after, ending_before } = paging;
  const after = starting_after === undefined ? 0 : placeOf(values, 'starting_after', starting_after) + 1;
  const end = ending_before === undefined ? values.length : placeOf(values, 'ending_before', ending_before);
  const from = ending_before === undefined ? after : Math.max(end - limit, 0);
  const data = values.slice(from, Math.min(from + limit, end));
  return { object: 'list', data, has_more: ending_before === undefined ? from + limit < end : from > 0, url };
}

function placeOf(values: readonly { readonly id: string }[], param: string, id: string): number {
  const place = values.findIndex((each) => each.id === id);
  if (place < 0) throw refused({ code: 'resource_missing', status: 400, param, message: `The list has no '${id}'.` });
  return place;
}
