import type { Decided } from '../../base/decision.js';
import { field, mergeMembers, nullable, required } from '../../base/fields.js';
import { timestamp } from '../../base/kinds.js';
import { action, due } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve } from '../../base/rules.js';
import { downloadLinked } from './downloads.js';
import { file, fileLink } from './file.js';
import { expiry, isPast, newLink, past, refusalOfLink, shown, shownAnew } from './links.js';

const { metadata } = fileLink.fields;

/** Makes a public address for a file. */
export const create = action(
  fileLink,
  'POST /v1/file_links',
  { expires_at: nullable(timestamp), file: required(fileLink.fields.file), metadata },
  ({ it, params, refs, ...around }): Decided<typeof fileLink> => {
    const to = refs.file as It<typeof file>;
    const refuse = refusalOfLink(to, params, around);
    if (refuse) return { refuse };
    const link = newLink(it.id, to, params, around);
    const { expired, expires_at, metadata, url } = link;
    return { set: { expired, expires_at, file: to.id, metadata, url }, later: expiry(expires_at), also: [shown(to, link)] };
  },
  { needs: { file } },
);

/** A moment, or the word for this one. */
const moment_or_now = field<number | 'now'>({ anyOf: [timestamp.schema, { const: 'now' }] }, 0, (value, at, reading) =>
  value === 'now' ? value : timestamp.read(value, at, reading),
);

/** Changes when a link expires, which may be at once, and what is noted of it. */
export const update = action(
  fileLink,
  'POST /v1/file_links/:id',
  { expires_at: nullable(moment_or_now), metadata },
  ({ it, params, refs, ...around }): Decided<typeof fileLink> => {
    if (it.expired || isPast(it.expires_at, around)) return { refuse: { code: 'file_link_expired' } };
    const expired = params.expires_at === 'now';
    const expires_at = params.expires_at === 'now' ? around.now : params.expires_at;
    if (!expired && isPast(expires_at ?? null, around)) return { refuse: past };
    const set = {
      expired,
      ...(expires_at !== undefined && { expires_at }),
      ...(params.metadata !== undefined && { metadata: params.metadata }),
    };
    const later = expired || expires_at === it.expires_at ? [] : expiry(expires_at ?? null);
    return { set, later, also: showingAnew(it, refs.file, set) };
  },
  { needs: { file } },
);

type Link = It<typeof fileLink>;

const showingAnew = (it: Link, to: It<typeof file> | null, set: object): NonNullable<Decided<typeof file>['also']> =>
  to ? [shownAnew(to, mergeMembers(fileLink.fields, it, set) as Link)] : [];

/** A link expires, unless it was given more time since. */
export const expire = due(
  fileLink,
  'expire',
  ({ it, refs, ...around }): Decided<typeof fileLink> =>
    it.expired || it.expires_at === null || !isPast(it.expires_at, around)
      ? {}
      : { set: { expired: true }, also: showingAnew(it, refs.file, { expired: true }) },
  { needs: { file } },
);

/** Links to files. */
export const fileLinks = [
  create,
  update,
  expire,
  downloadLinked,
  retrieve(fileLink, 'GET /v1/file_links/:id'),
  list(fileLink, ['GET /v1/file_links', 'GET /v1/file_links/list'], { file: fileLink.fields.file }),
] as const;
