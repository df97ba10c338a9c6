import { type Around, type Asked, at, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { type file, fileLink, links_shown } from './file.js';
import { type Purpose, purposes } from './purposes.js';

type File = It<typeof file>;
type Link = It<typeof fileLink>;

/** What a caller says of a link. */
export type LinkGiven = Pick<Settable<typeof fileLink>, 'expires_at' | 'metadata'>;

/** Refuses a link to a file that cannot have one, and a link that would have expired already. */
export function requireLinkable(
  { purpose, url }: { readonly purpose: Purpose; readonly url: string | null },
  { expires_at = null }: LinkGiven,
  asked: Pick<Asked, 'now' | 'refuse'>,
): void {
  if (!purposes[purpose].linked)
    asked.refuse({ code: 'parameter_invalid', param: 'file', message: `No link can be made to a file whose purpose is ${purpose}.` });
  if (url === null) asked.refuse({ code: 'file_expired', status: 400, param: 'file' });
  if (isPast(expires_at, asked)) asked.refuse(past);
}

/** Whether a moment has come. */
export const isPast = (moment: number | null, { now }: Pick<Around, 'now'>): boolean => moment !== null && moment <= now;

/** The refusal of a link that would have expired already. */
export const past: Refusal = { code: 'parameter_invalid', param: 'expires_at', message: 'Invalid timestamp: must be in the future.' };

/** What a link to a file holds; `id` is its own, because its public address is signed for it. */
export const linkTo = (
  { id: file }: Pick<File, 'id'>,
  id: string,
  { expires_at = null, metadata = {} }: LinkGiven,
  { pageUrl }: Pick<Around, 'pageUrl'>,
): Settable<typeof fileLink> => ({ expires_at, file, metadata, url: pageUrl('links', { object: 'file_link', id }, id) });

/** Lets a link expire by itself. */
export const expiry = (link: Link): Effects => at(link.expires_at, link, 'expire');

/** A file that shows one more link, the newest first. */
export function shown(to: File, link: Link): Effect {
  const data = [link, ...to.links.data];
  const has_more = to.links.has_more || data.length > links_shown;
  return set(to, { links: { data: data.slice(0, links_shown), has_more } });
}

/** A new link, with all that follows of it. */
export function linked(to: File, given: LinkGiven, around: Around): { readonly link: Link & Effect; readonly effects: Effects } {
  const id = around.fresh(fileLink);
  const link = around.make(fileLink, linkTo(to, id, given, around), id);
  return { link, effects: [link, expiry(link), shown(to, link)] };
}

/** A file that shows a link as it now is. */
export const shownAnew = (to: File, link: Link): Effect =>
  set(to, { links: { data: to.links.data.map((each) => (each.id === link.id ? link : each)) } });
