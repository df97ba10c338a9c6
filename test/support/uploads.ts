import type { Answer, Client, TestService } from './service.js';

/** One pixel, and parts that pass for a photograph or a document. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The smallest animated picture. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** The frame of a photograph without image data. */
export const jpg = Buffer.from(
  'ffd8ffe000104a46494600010101004800480000ffdb004300ffc0000b080001000101011100ffda0008010100003f00ffd9',
  'hex',
);
/** An empty page. */
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');

/** Bytes of a given length that begin as a document does. */
export const pdfOf = (length: number): Buffer => Buffer.concat([pdf, Buffer.alloc(length - pdf.length, 0x20)]);

/** The parts of an upload, beside or instead of a small image as evidence. */
export type Uploading = {
  readonly bytes?: Buffer;
  readonly filename?: string;
  readonly content_type?: string;
  readonly purpose?: string | null;
  /** More fields, by their names in brackets. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A part of a multipart body between two boundaries. */
export type Part = { readonly disposition: string; readonly more?: string; readonly content: Buffer | string };

const boundary = 'a-boundary-of-our-own';

/** The content type of a multipart body. */
export const multipart = `multipart/form-data; boundary=${boundary}`;

/** A multipart body, byte for byte. */
export const bodyOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ disposition, more = '', content }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

const fieldsOf = ({ purpose = 'dispute_evidence', fields = {} }: Uploading): Part[] =>
  Object.entries({ ...(purpose !== null && { purpose }), ...fields }).map(([name, content]) => ({
    disposition: `name="${name}"`,
    content,
  }));

/** The parts of an upload. */
export const partsOf = (uploading: Uploading = {}): Part[] => {
  const { bytes = png, filename = 'receipt.png', content_type = 'image/png' } = uploading;
  const file = { disposition: `name="file"; filename="${filename}"`, more: `Content-Type: ${content_type}\r\n`, content: bytes };
  return [...fieldsOf(uploading), file];
};

/** Posts a multipart body. */
export async function postParts(
  service: TestService,
  key: string,
  path: string,
  body: Buffer,
  headers: Uploading['headers'] = {},
): Promise<Answer> {
  const all = { authorization: `Bearer ${key}`, 'content-type': multipart, ...headers };
  const response = await fetch(`${service.url}${path}`, { method: 'POST', headers: all, body: new Uint8Array(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Uploads a file. */
export const upload = (service: TestService, client: Client, uploading: Uploading = {}): Promise<Answer> =>
  postParts(service, client.key, '/v1/files', bodyOf(partsOf(uploading)), uploading.headers);

/** Downloads bytes, with a key or with none. */
export async function download(url: string, key?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
