import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '../../kernel/base/handler.js';

/** How long whoever downloads may take none of it: they have a place that others wait for. */
const stalled_ms = 30_000;

/** Answers with bytes as they are read: no more of them is read before those before were taken. */
export function downloaded(reply: FastifyReply, download: Download): FastifyReply {
  reply.raw.setTimeout(stalled_ms, () => reply.raw.destroy());
  return reply.headers(downloadHeaders(download)).send(Readable.from(download.bytes, { objectMode: false, highWaterMark: 1 }));
}

/** Whatever the bytes are, no browser shows them, guesses at them, runs them or keeps them (promise 47). */
const downloadHeaders = ({ filename, content_type, size }: Download): Record<string, string> => ({
  'content-type': content_type,
  'content-length': String(size),
  'content-disposition': `attachment; filename*=UTF-8''${encoded(filename)}`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
});

/** As RFC 8187 wants a name: everything but letters, digits and a few marks by its bytes. */
const encoded = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
