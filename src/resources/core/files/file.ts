import { field, nullable } from '../../../kernel/base/fields.js';
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
    expired: flag,
    expires_at: nullable(timestamp),
    file: ref('file'),
    metadata,
    url: nullable(text),
  },
  start: null,
  timers: ['expire'],
  columns: ['file'],
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
    expires_at: nullable(timestamp),
    filename: nullable(textOf(255)),
    links: object({ object: oneOf('list'), data: listOf(shown_link, links_shown), has_more: flag, url: text }),
    purpose: oneOf(...purpose_names),
    size: integer(),
    title: nullable(text),
    type: oneOf('csv', 'gif', 'jpg', 'pdf', 'png'),
    url: nullable(text),
  },
  start: 'file.created',
  timers: ['expire'],
  columns: ['purpose'],
});
