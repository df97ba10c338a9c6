import { at, refusingAs, seal, set } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { pick, sparse } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, timer } from '../../../kernel/base/rules.js';
import { upload } from '../../../kernel/base/upload.js';
import { inspection } from './content.js';
import { downloadFile, sealed } from './downloads.js';
import { file, fileLink } from './file.js';
import { fileLinks } from './file-links.js';
import { cleanFilename } from './filename.js';
import { linked, requireLinkable } from './links.js';
import { expiryOf, judge, upload_purposes } from './purposes.js';
import { contentsUrl } from './written.js';

/** Stores a file: its document, its contents and its event in one write. */
export const create = creation(file, {
  takes: {
    file: about('The file, as a part of a multipart body.', required(upload(inspection))),
    purpose: about('What the file is for. It decides which formats and sizes are accepted.', required(oneOf(...upload_purposes))),
    file_link_data: about(
      'A link to create together with the file.',
      sparse({
        create: about('Whether a link is created.', required(flag)),
        expires_at: about('When the link expires, in Unix seconds; by default never.', nullable(timestamp)),
        metadata: fileLink.fields.metadata,
      }),
    ),
  },
  decide: ({ it, input: { file: sent, purpose, file_link_data: wanted } }, asked) => {
    const { received } = sent;
    const type = judge(received, purpose, asked);
    if (typeof type === 'object') return asked.refuse(type);
    const url = contentsUrl(it.id, asked);
    if (wanted?.create) requireLinkable({ purpose, url }, wanted, refusingAs(asked, asWanted));
    const filename = cleanFilename(sent.filename);
    const expires_at = expiryOf(purpose, asked.now);
    const links = { url: `/v1/file_links?file=${it.id}` };
    const stored = set(it, { expires_at, filename, links, purpose, size: received.size, type, url });
    return [
      stored,
      seal(stored, sealed(received, filename ?? `${it.id}.${type}`, type)),
      at(expires_at, stored, 'expire'),
      // Its event precedes that of the link.
      wanted?.create && linked(stored, wanted, asked).effects,
    ];
  },
});

/** What is wrong with a link, by the name of the parameter that it came in. */
const asWanted = ({ param, ...refusal }: Refusal): Refusal => ({
  ...refusal,
  param: param === 'expires_at' ? 'file_link_data[expires_at]' : 'file_link_data[create]',
});

/** The contents of a file go when its time has come; that it was there stays known. */
export const expire = timer(file, 'expire', {
  decide: ({ it }) => {
    const emptied = set(it, { url: null });
    return [emptied, seal(emptied, {})];
  },
});

/** The files group. */
export const files = [
  action('POST /v1/files', create, {
    about: 'Uploads a file, such as evidence for a dispute. Its content is stored encrypted. Send a multipart body.',
  }),
  expire,
  downloadFile,
  retrieve(file, 'GET /v1/files/:id', { about: 'Retrieves the description of a file.' }),
  list(file, ['GET /v1/files', 'GET /v1/files/list'], pick(file.fields, 'purpose'), { about: 'Lists files, newest first.' }),
  ...fileLinks,
] as const;
