import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { notFoundPage } from './error-page.js';
import { isUnanswered, type Pages, send, subjectOf, unanswered } from './pages.js';

/** What the public API answers to a page that asks for bytes. */
export type Fetched = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** A stream of them; the caller destroys it if it is not read. */
  readonly bytes: Readable;
};

/** Asks the public API for bytes in the name of a page. */
export type Fetching = (request: { readonly url: string; readonly token: string }) => Promise<Fetched>;

/** What keeps bytes from being anything but a download; the API says it, and it is said again. */
const passed_on = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'cache-control',
];

/** Registers the public addresses of files. What has expired, was never there or is another's is the same page that is not found. */
export function registerLinks(server: FastifyInstance, pages: Pages, fetching: Fetching): void {
  server.get<{ Params: { token: string } }>('/links/:token', async ({ params: { token } }, reply) => {
    const { object, id } = subjectOf(token);
    const url = `/v1/file_links/${encodeURIComponent(id)}/contents`;
    const found = object === 'file_link' ? await fetching({ url, token }) : null;
    if (found?.status === 200) {
      for (const name of passed_on) reply.header(name, found.headers[name]);
      return reply.send(found.bytes);
    }
    found?.bytes.destroy();
    if (found && isUnanswered(found.status)) throw unanswered(found.status);
    return send(pages, reply, 404, notFoundPage);
  });
}
