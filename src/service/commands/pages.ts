import type { Service } from './service.js';

/** An object of the API. */
export type Listed = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Every object of a list, newest first, page by page. */
export async function* everyPage(
  service: Service,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<readonly Listed[]> {
  for (let after: string | undefined; ; ) {
    const query = new URLSearchParams({ limit: '100', ...filters, ...(after && { starting_after: after }) });
    const { data, has_more } = await service<{ readonly data: readonly Listed[]; readonly has_more: boolean }>('GET', path, query);
    if (data.length > 0) yield data;
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return;
  }
}
