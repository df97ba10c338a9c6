import type { Around, Effects } from '../../base/effects.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import type { file } from '../files/file.js';
import { linked } from '../files/links.js';
import type { Purpose } from '../files/purposes.js';
import type { account } from './account.js';

type File = It<typeof file>;

/** The files that an account is to be known by, as they were read. */
type Named = { readonly logo: File | null; readonly icon: File | null };

const purpose_of = { logo: ['business_logo'], icon: ['business_icon', 'business_logo'] } as const satisfies Record<
  string,
  readonly Purpose[]
>;

/** Why a file cannot be a logo or an icon; null where all of them can. */
export function unfit({ logo, icon }: Named): Refusal | null {
  const wrong = (member: keyof Named, file: File | null): Refusal | null => {
    const fitting: readonly string[] = purpose_of[member];
    if (!file || (fitting.includes(file.purpose) && file.url !== null)) return null;
    const message = `A ${member} is a file that was sent with the purpose ${fitting.join(' or ')}.`;
    return { code: 'parameter_invalid', param: `settings[branding][${member}]`, message };
  };
  return wrong('logo', logo) ?? wrong('icon', icon);
}

/** The link by which a logo is read; a new one is made for another logo. */
export function logoLink(
  it: It<typeof account>,
  logo: File | null,
  around: Around,
): { readonly logo_link: string | null; readonly effects: Effects } {
  if (!logo) return { logo_link: null, effects: null };
  if (it.settings.branding.logo === logo.id && it.logo_link) return { logo_link: it.logo_link, effects: null };
  const { link, effects } = linked(logo, {}, around);
  return { logo_link: link.url, effects };
}
