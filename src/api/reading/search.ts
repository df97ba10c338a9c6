import { about, type Fields, required } from '../../kernel/base/fields.js';
import { textOf } from '../../kernel/base/kinds.js';
import { paging } from '../../kernel/base/pages.js';
import type { Search } from '../../kernel/base/rules.js';
import { presentAll } from './present-all.js';
import type { Answer, Means } from './read-request.js';

/** The parameters of a search. */
export const searchParameters = ({ example }: Search): Fields => ({
  query: about(
    'Conditions on members, such as `status:"active"`, joined by AND or by OR. `-` negates one, `~` finds a part of a text, and `<` and `>` compare numbers.',
    required({ ...query, schema: { ...query.schema, examples: [example] } }),
  ),
  limit: paging.limit,
  page: about('The id of the last object of a page, to get the next page. SDKs receive it as `next_page`.', textOf(255)),
});

const query = textOf(1000);

/** Answers with the results of a query; callers of a pinned version get the envelope of their SDKs. */
export const searching =
  ({ search, present }: Means, { resource, routes }: Search): Answer =>
  async ({ engine, caller, view, params }) => {
    const { query, limit = 10, page } = params as { query: string; limit?: number; page?: string };
    const found = await search(engine.reads, { account: caller.account, resource, query, limit, ...(page && { page }) });
    const data = await presentAll(present, resource, found.rows, caller, view);
    const last = found.rows.at(-1);
    const next = found.has_more && last ? JSON.stringify(last.id) : 'null';
    const dated = view.version !== null;
    const envelope = `"data":[${data}],"has_more":${found.has_more},"url":${JSON.stringify((routes[0] ?? '').slice('GET '.length))}`;
    return { status: 200, text: dated ? `{"object":"search_result",${envelope},"next_page":${next}}` : `{"object":"list",${envelope}}` };
  };
