import type { Around, Asked, Effects } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { file } from '../../core/files/file.js';
import { linked } from '../../core/files/links.js';
import type { Purpose } from '../../core/files/purposes.js';
import type { account } from './account.js';

type File = It<typeof file>;

/** The icon and logo files of an account, as read. */
type Named = { readonly logo: File | null; readonly icon: File | null };

const purpose_of = { logo: ['business_logo'], icon: ['business_icon', 'business_logo'] } as const satisfies Record<
  string,
  readonly Purpose[]
>;

/** Why a file cannot be a logo or an icon; null where all of them can. */
export function requireFit({ logo, icon }: Named, asked: Asked, at = 'settings[branding]'): void {
  const requireValid = (member: keyof Named, file: File | null): void => {
    const fitting: readonly string[] = purpose_of[member];
    if (!file || (fitting.includes(file.purpose) && file.url !== null)) return;
    const message = `A ${member} is a file that was sent with the purpose ${fitting.join(' or ')}.`;
    asked.refuse({ code: 'parameter_invalid', param: `${at}[${member}]`, message });
  };
  requireValid('logo', logo);
  requireValid('icon', icon);
}

/** What is given of the look of an account. */
type Look = { readonly icon?: string | null; readonly logo?: string | null };

/** The links by which what is given of icon and logo is read; a new one is made for another file. */
export function pictureLinks(
  it: It<typeof account>,
  given: Look,
  { logo, icon }: Named,
  around: Around,
): { readonly links: { readonly logo_link?: string | null; readonly icon_link?: string | null }; readonly effects: Effects } {
  const { branding } = it.settings;
  const of_logo = given.logo === undefined ? null : linkFor(logo, { file: branding.logo, link: it.logo_link }, around);
  // One picture can be both, and then has one link for both.
  const is_both = icon !== null && icon.id === logo?.id && of_logo !== null;
  const before = is_both ? { file: icon.id, link: of_logo.link } : { file: branding.icon, link: it.icon_link };
  const of_icon = given.icon === undefined ? null : linkFor(icon, before, around);
  return {
    links: { ...(of_logo && { logo_link: of_logo.link }), ...(of_icon && { icon_link: of_icon.link }) },
    effects: [of_logo?.effects, of_icon?.effects],
  };
}

/** Which file it was, and its link; accounts that were made before there was such a link have none. */
type Before = { readonly file: string | null | undefined; readonly link: string | null | undefined };

function linkFor(file: File | null, before: Before, around: Around): { readonly link: string | null; readonly effects: Effects } {
  if (!file) return { link: null, effects: null };
  if (before.file === file.id && before.link) return { link: before.link, effects: null };
  const { link, effects } = linked(file, {}, around);
  return { link: link.url, effects };
}
