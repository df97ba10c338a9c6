import type { Download } from '../base/handler.js';

/** Whatever the bytes are, no browser shows them, guesses at them, runs them or keeps them (promise 47). */
export const downloadHeaders = ({ filename, content_type }: Download): Record<string, string> => ({
  'content-type': content_type,
  'content-disposition': `attachment; filename*=UTF-8''${encoded(filename)}`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
});

/** As RFC 8187 wants a name: everything but letters, digits and a few marks by its bytes. */
const encoded = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
