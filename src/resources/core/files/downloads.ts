import { Concealed } from '../../../kernel/base/concealed.js';
import { type Download, handler, type Reader } from '../../../kernel/base/handler.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import type { AnyResource } from '../../../kernel/base/resource.js';
import type { Received } from '../../../kernel/base/upload.js';
import { content_types, type StoredType } from './content.js';
import { file, fileLink } from './file.js';
import { isPast } from './links.js';

/** What the vault keeps of a file: all that a download of it takes besides its pieces. */
export const sealed = (
  { key, size }: Pick<Received<unknown>, 'key' | 'size'>,
  filename: string,
  type: StoredType,
): Readonly<Record<'key' | 'size' | 'filename' | 'content_type', Concealed>> => ({
  key,
  size: new Concealed(String(size)),
  filename: new Concealed(filename),
  content_type: new Concealed(content_types[type]),
});

/** The contents of a file, for its account. */
export const downloadFile = handler(
  'GET /v1/files/:id/contents',
  {},
  'Download a file',
  async ({ read, path: { id = '' }, refuse }) => {
    if (!(await read.find(file, id))) return refuse(missing(file, id));
    return download({ read, refuse }, id, id);
  },
  { answers: 'bytes', about: 'Downloads the content of a file.' },
);

/** The contents of a file, by a link that has not expired. */
export const downloadLinked = handler(
  'GET /v1/file_links/:id/contents',
  {},
  'Download the file of a link',
  async ({ read, path: { id = '' }, now, refuse }) => {
    const link = await read.find(fileLink, id);
    if (!link || link.expired || isPast(link.expires_at, { now })) return refuse(missing(fileLink, id));
    return download({ read, refuse }, link.file, id);
  },
  { answers: 'bytes', about: 'Downloads the content of the file of a link.' },
);

const missing = ({ object }: AnyResource, id: string): Refusal => ({
  code: 'resource_missing',
  param: 'id',
  message: `No such ${object}: '${id}'`,
});

async function download({ read, refuse }: { readonly read: Reader; readonly refuse: Refuse }, id: string, by: string): Promise<Download> {
  const { contents, key, size, filename, content_type } = await read.contents(id);
  if (!filename || !content_type) return refuse({ code: 'file_expired' });
  const named = { filename: filename.reveal(), content_type: content_type.reveal() };
  if (key && size)
    return { ...named, size: Number(size.reveal()), bytes: await read.pieces({ file: id, key, size: Number(size.reveal()), by }) };
  // As files were kept before there were pieces.
  const bytes = Buffer.from(contents?.reveal() ?? '', 'base64');
  return { ...named, size: bytes.length, bytes: [bytes] };
}
