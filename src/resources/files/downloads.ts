import { Concealed } from '../../base/concealed.js';
import { refused } from '../../base/errors.js';
import { type Download, handler, type Reader } from '../../base/handler.js';
import type { AnyResource, It } from '../../base/resource.js';
import { content_types, type FileType } from './content.js';
import { file, fileLink } from './file.js';
import { isPast } from './links.js';

/** What the vault keeps of a file: all that a download of it takes. */
export const sealed = (
  bytes: Buffer,
  filename: string,
  type: FileType,
): Readonly<Record<'contents' | 'filename' | 'content_type', Concealed>> => ({
  contents: new Concealed(bytes.toString('base64')),
  filename: new Concealed(filename),
  content_type: new Concealed(content_types[type]),
});

/** The contents of a file, for its account. */
export const downloadFile = handler(
  'GET /v1/files/:id/contents',
  {},
  'Download a file',
  async ({ read, path: { id = '' } }) => {
    if (!(await read.find(file, id))) throw missing(file, id);
    return download(read, id);
  },
  'bytes',
);

/** The contents of a file, for whoever has a link to it that has not expired. */
export const downloadLinked = handler(
  'GET /v1/file_links/:id/contents',
  {},
  'Download the file of a link',
  async ({ read, path: { id = '' }, now }) => {
    const link = (await read.find(fileLink, id)) as It<typeof fileLink> | null;
    if (!link || link.expired || isPast(link.expires_at, { now })) throw missing(fileLink, id);
    return download(read, link.file);
  },
  'bytes',
);

const missing = ({ object }: AnyResource, id: string): Error =>
  refused({ code: 'resource_missing', param: 'id', message: `No such ${object}: '${id}'` });

async function download(read: Reader, id: string): Promise<Download> {
  const { contents, filename, content_type } = await read.contents(id);
  if (!contents || !filename || !content_type) throw refused({ code: 'file_expired' });
  return { bytes: Buffer.from(contents.reveal(), 'base64'), filename: filename.reveal(), content_type: content_type.reveal() };
}
