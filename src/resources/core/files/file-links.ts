import { type Around, set } from '../../../kernel/base/effects.js';
import { about, field, nullable, required } from '../../../kernel/base/fields.js';
import { timestamp } from '../../../kernel/base/kinds.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { downloadLinked } from './downloads.js';
import { file, fileLink } from './file.js';
import { expiry, isPast, linkTo, past, requireLinkable, shown, shownAnew } from './links.js';

const { metadata } = fileLink.fields;

/** Makes a public address for a file. */
export const create = creation(fileLink, {
  takes: {
    expires_at: about('When the link expires, in Unix seconds; by default never.', nullable(timestamp)),
    file: about('The file that the link serves.', required(fileLink.fields.file)),
    metadata,
  },
  reads: { file },
  decide: ({ it, input, file: to }, asked) => {
    requireLinkable(to, input, asked);
    const link = set(it, linkTo(to, it.id, input, asked));
    return [link, expiry(link), shown(to, link)];
  },
});

/** A moment, or the word for this one. */
const moment_or_now = field<number | 'now'>({ anyOf: [timestamp.schema, { const: 'now' }] }, 0, (value, at, reading) =>
  value === 'now' ? value : timestamp.read(value, at, reading),
);

/** Changes when a link expires, which may be at once, and what is noted of it. */
export const update = rule(fileLink, 'update', {
  takes: {
    expires_at: about('When the link expires, in Unix seconds, or `now`; an empty value removes the limit.', nullable(moment_or_now)),
    metadata,
  },
  reads: { file },
  decide: ({ it, input: { expires_at: wanted = it.expires_at, ...noted }, file: to }, asked) => {
    if (isOver(it, asked)) return asked.refuse({ code: 'file_link_expired' });
    const expired = wanted === 'now';
    const expires_at = wanted === 'now' ? asked.now : wanted;
    if (!expired && isPast(expires_at, asked)) return asked.refuse(past);
    const link = set(it, { expired, expires_at, ...noted });
    return [link, !expired && expires_at !== it.expires_at && expiry(link), shownAnew(to, link)];
  },
});

const isOver = ({ expired, expires_at }: { readonly expired: boolean; readonly expires_at: number | null }, around: Pick<Around, 'now'>) =>
  expired || isPast(expires_at, around);

/** A link expires, unless it was given more time since. */
export const expire = timer(fileLink, 'expire', {
  reads: { file },
  decide: ({ it, file: to }, around) => {
    if (it.expired || !isPast(it.expires_at, around)) return null;
    const link = set(it, { expired: true });
    return [link, shownAnew(to, link)];
  },
});

/** Links to files. */
export const fileLinks = [
  action('POST /v1/file_links', create, { about: 'Creates a public link to a file, which can be opened without a key until it expires.' }),
  action('POST /v1/file_links/:id', update, {
    about: 'Changes when a link expires, and its metadata. A link that has expired cannot be changed.',
  }),
  expire,
  downloadLinked,
  retrieve(fileLink, 'GET /v1/file_links/:id', { about: 'Retrieves a link to a file.' }),
  list(
    fileLink,
    ['GET /v1/file_links', 'GET /v1/file_links/list'],
    {
      expired: about('Only links that have expired, or only the others.', fileLink.fields.expired),
      file: about('Only links to this file.', fileLink.fields.file),
    },
    { about: 'Lists links to files, newest first.' },
  ),
] as const;
