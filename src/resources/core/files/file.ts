import { about, field, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { purpose_names } from './purposes.js';

/** How many of its links a file shows. */
export const links_shown = 10;

/** A public address of a file, which serves the file until it expires. */
export const fileLink = resource({
  object: 'file_link',
  prefix: 'link',
  fields: {
    expired: about('Whether the link has expired.', flag),
    expires_at: about('When the link expires, in Unix seconds; null if it does not.', nullable(timestamp)),
    file: about('The file that the link serves.', ref('file')),
    metadata,
    url: about('The public address of the file. It needs no key.', nullable(text)),
  },
  start: null,
  timers: ['expire'],
  columns: ['expired', 'file'],
});

/** A link as its file shows it. No caller can send one, so that nothing has to be read. */
const shown_link = {
  ...field<{ readonly id: string }>({ type: 'object', $ref: '#/components/schemas/file_link' }, { id: '' }, () => undefined),
  members: fileLink.fields,
};

/** A document or an image that was uploaded. Its contents are in the vault, and leave as a download only. */
export const file = resource({
  object: 'file',
  prefix: 'file',
  fields: {
    expires_at: about('When the content is deleted, in Unix seconds; null if it is kept.', nullable(timestamp)),
    filename: about('The name of the uploaded file.', nullable(textOf(255))),
    links: about(
      'The links to the file, newest first; the first ten are shown.',
      object({
        object: about('Always `list`.', oneOf('list')),
        data: about('The links.', listOf(shown_link, links_shown)),
        has_more: about('Whether there are further links.', flag),
        url: about('The address of the whole list.', text),
      }),
    ),
    purpose: about('What the file is for. It decides which formats and sizes are accepted.', oneOf(...purpose_names)),
    size: about('The size in bytes.', integer()),
    title: about('Always null: Florin does not use it.', nullable(text)),
    type: about('The format of the file, recognized from its content.', oneOf('csv', 'gif', 'jpg', 'pdf', 'png')),
    url: about('The address from which you download the file with your secret key; null once the content is deleted.', nullable(text)),
  },
  start: 'file.created',
  timers: ['expire'],
  columns: ['purpose'],
});
