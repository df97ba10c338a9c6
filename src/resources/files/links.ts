import { type Change, change, type Later, type Made, make } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { file, fileLink, links_shown } from './file.js';
import { purposes } from './purposes.js';

type File = It<typeof file>;
type FileLink = It<typeof fileLink>;
type Around = Pick<Surroundings, 'now' | 'livemode' | 'fresh' | 'pageUrl'>;

/** What a caller says of a link. */
export type LinkGiven = { readonly expires_at?: number | null; readonly metadata?: Record<string, string> | '' };

/** Why no link can be made to a file; null if one can. */
export function refusalOfLink(to: Pick<File, 'purpose' | 'url'>, { expires_at = null }: LinkGiven, around: Around): Refusal | null {
  if (!purposes[to.purpose].linked)
    return { code: 'parameter_invalid', param: 'file', message: `No link can be made to a file whose purpose is ${to.purpose}.` };
  if (to.url === null) return { code: 'file_expired', status: 400, param: 'file' };
  return isPast(expires_at, around) ? past : null;
}

/** Whether a moment has come. */
export const isPast = (moment: number | null, { now }: Pick<Surroundings, 'now'>): boolean => moment !== null && moment <= now;

/** The refusal of a link that would have expired already. */
export const past: Refusal = { code: 'parameter_invalid', param: 'expires_at', message: 'Invalid timestamp: must be in the future.' };

/** A link about to be made. */
export function newLink(id: string, to: Pick<File, 'id'>, { expires_at = null, metadata }: LinkGiven, around: Around): FileLink {
  const url = around.pageUrl('links', { object: 'file_link', id }, id);
  const { now: created, livemode } = around;
  return { id, object: 'file_link', created, livemode, expired: false, expires_at, file: to.id, metadata: metadata || {}, url };
}

/** Makes a link beside its file. */
export const makeLink = ({ id, created: _, livemode: __, object: ___, ...set }: FileLink): Made =>
  make(fileLink, { id, set, later: expiry(set.expires_at) });

/** The timer of a link. */
export const expiry = (at: number | null): Later[] => (at === null ? [] : [{ name: 'expire', at }]);

/** A file that shows one more link, the newest first. */
export const shown = (to: Pick<File, 'id' | 'links'>, link: FileLink): Change => {
  const data = [link, ...to.links.data];
  const has_more = to.links.has_more || data.length > links_shown;
  return change(file, to, { set: { links: { data: data.slice(0, links_shown), has_more } } });
};

/** A file that shows a link as it now is. */
export const shownAnew = (to: Pick<File, 'id' | 'links'>, link: FileLink): Change =>
  change(file, to, { set: { links: { data: to.links.data.map((each) => ((each as FileLink).id === link.id ? link : each)) } } });
