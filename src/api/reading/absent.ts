import { type Paging, pageOf } from '../../kernel/base/pages.js';
import { refused } from '../../kernel/base/refusal.js';
import type { Absent } from '../../kernel/base/rules.js';
import type { Answer, Means } from './read-request.js';

/** Answers for a kind of object that Florin does not implement: an empty list, or 404 for an id. */
export const absence =
  (_: Means, { object, routes }: Absent): Answer =>
  async ({ params, path: { id } }) => {
    if (id) throw refused({ code: 'resource_missing', param: 'id', message: `No such ${object}: '${id}'` });
    return { status: 200, text: JSON.stringify(pageOf([], (routes[0] ?? '').slice('GET '.length), params as Paging)) };
  };
