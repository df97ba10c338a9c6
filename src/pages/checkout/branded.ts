import { colorIn, type Merchant, picturePath, webAddress } from '../kit/merchant.js';
import type { CheckoutSession } from './session.js';

/** The business as the page of a session shows it. */
export function brandedBy(merchant: Merchant, looks: CheckoutSession['page']['branding']): Merchant {
  if (!looks) return merchant;
  const { background_color, border_style, button_color, display_name, font_family, icon, logo } = looks;
  return {
    ...merchant,
    name: display_name?.trim() ? display_name : merchant.name,
    color: colorIn(button_color) ?? merchant.color,
    icon: pictureAt(icon) ?? merchant.icon,
    logo: pictureAt(logo) ?? merchant.logo,
    look: { background: colorIn(background_color), border: border_style, font: font_family },
  };
}

/** A picture of Florin is read at its own origin; another one stays where it is. */
const pictureAt = (address: string | null): string | null =>
  address !== null && /\/links\/[\w.-]+$/.test(address) ? picturePath(address) : webAddress(address);

/** The origins that the pictures of a page are loaded from, besides our own. */
export const picturesOf = ({ icon, logo }: Merchant): readonly string[] => [
  ...new Set([icon, logo].flatMap((each) => (each && webAddress(each) ? [new URL(each).origin] : []))),
];
