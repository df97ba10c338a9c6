import type { Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { nullable, pick, required, sparse } from '../../base/fields.js';
import { flag, timestamp } from '../../base/kinds.js';
import { action, due, type Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve } from '../../base/rules.js';
import { upload } from '../../base/upload.js';
import { downloadFile, sealed } from './downloads.js';
import { file, fileLink } from './file.js';
import { fileLinks } from './file-links.js';
import { cleanFilename } from './filename.js';
import { type LinkGiven, makeLink, newLink, refusalOfLink, shown } from './links.js';
import { expiryOf, judge } from './purposes.js';

/** Stores a file: its document, its contents and its event in one write. */
export const create = action(
  file,
  'POST /v1/files',
  {
    file: required(upload),
    purpose: required(file.fields.purpose),
    file_link_data: sparse({ create: required(flag), expires_at: nullable(timestamp), metadata: fileLink.fields.metadata }),
  },
  ({ it, params, ...around }): Decided<typeof file> => {
    const bytes = params.file.reveal();
    const type = judge(bytes, params.purpose);
    if (typeof type === 'object') return type;
    const set = {
      expires_at: expiryOf(params.purpose, around.now),
      filename: cleanFilename(params.file.filename),
      links: { url: `/v1/file_links?file=${it.id}` },
      purpose: params.purpose,
      size: bytes.length,
      type,
      url: contentsUrl(it.id, around),
    };
    const linked = params.file_link_data?.create ? linkedWith({ ...it, ...set, links: it.links }, params.file_link_data, around) : {};
    if ('refuse' in linked) return linked;
    const later = set.expires_at === null ? [] : [{ name: 'expire', at: set.expires_at }];
    return { set, vault: sealed(bytes, set.filename ?? `${it.id}.${type}`, type), later, ...linked };
  },
);

/** Where its owner downloads a file: beside the pages. */
const contentsUrl = (id: string, { pageUrl }: Surroundings): string =>
  `${pageUrl('links', { object: 'file', id }, id).split('/links/')[0]}/v1/files/${id}/contents`;

/** A link made in one go with its file, whose event is told before it shows the link. */
function linkedWith(to: It<typeof file>, given: LinkGiven, around: Surroundings): Pick<Decided<typeof file>, 'make' | 'also'> | Refused {
  const refuse = refusalOfLink(to, given, around);
  if (refuse)
    return { refuse: { ...refuse, param: refuse.param === 'expires_at' ? 'file_link_data[expires_at]' : 'file_link_data[create]' } };
  const link = newLink(around.fresh(fileLink), to, given, around);
  return { make: [makeLink(link)], also: [shown(to, link)] };
}

type Refused = { readonly refuse: Refusal };

/** The contents of a file go when its time has come; that it was there stays known. */
export const expire = due(file, 'expire', () => ({ set: { url: null }, vault: {} }));

/** The files group. */
export const files = [
  create,
  expire,
  downloadFile,
  retrieve(file, 'GET /v1/files/:id'),
  list(file, ['GET /v1/files', 'GET /v1/files/list'], pick(file.fields, 'purpose')),
  ...fileLinks,
] as const;
