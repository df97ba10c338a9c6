import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '../../kernel/base/handler.js';

/** How long a client may stall a download, because it occupies a place that others wait for. */
const stalled_ms = 30_000;

/** Streams bytes to the reply, reading only as fast as the client accepts them. */
export function downloaded(reply: FastifyReply, download: Download): FastifyReply {
  reply.raw.setTimeout(stalled_ms, () => reply.raw.destroy());
  return reply.headers(downloadHeaders(download)).send(Readable.from(download.bytes, { objectMode: false, highWaterMark: 1 }));
}

/** Browsers never display, sniff, run or cache these bytes (promise 47). */
const downloadHeaders = ({ filename, content_type, size }: Download): Record<string, string> => ({
  'content-type': content_type,
  'content-length': String(size),
  'content-disposition': `attachment; filename*=UTF-8''${encoded(filename)}`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
});

/** Encodes a name as RFC 8187 requires: all bytes except letters, digits and a few marks are percent-encoded. */
const encoded = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
