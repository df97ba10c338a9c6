import type { ViewOf } from '../../kernel/base/views.js';
import type { account } from '../../resources/accounts/accounts/account.js';
import type { Address, InvoicePaper } from '../paper/invoice-paper.js';
import type { Look } from './own-look.js';

/** Whom a payer can ask. */
export type Support = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly url: string | null;
  readonly address: Address | null;
};

/** What a page knows of the business that it speaks for. */
export type Merchant = {
  /** Null where it has told none; pages then have a word for it. */
  readonly name: string | null;
  /** Local paths to its pictures, or web addresses of them. */
  readonly logo: string | null;
  readonly icon: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  readonly secondary_color: string | null;
  readonly support: Support;
  /** Its own web site. */
  readonly url: string | null;
  /** Where it is, as two letters. */
  readonly country: string;
  /** How one of its pages looks besides; as all pages, if it says nothing. */
  readonly look?: Look;
};

/** An account as pages receive it. */
export type MerchantShown = ViewOf<typeof account>;

/** The business as its pages show it. */
export function merchantOf({ business_profile, country, icon_link, logo_link, settings }: MerchantShown): Merchant {
  const { name, support_email, support_phone, support_url, support_address, url } = business_profile;
  const { primary_color, secondary_color } = settings.branding;
  return {
    name: name?.trim() ? name : null,
    logo: picturePath(logo_link),
    icon: picturePath(icon_link),
    color: colorIn(primary_color),
    secondary_color: colorIn(secondary_color),
    support: { email: support_email, phone: support_phone, url: webAddress(support_url), address: support_address },
    url: webAddress(url),
    country,
  };
}

/** Who an invoice is from: as it was issued, and as the business is now in what the invoice leaves open. */
export const merchantOn = ({ issuer }: Pick<InvoicePaper, 'issuer'>, logo: string | null, now: Merchant): Merchant => ({
  ...now,
  name: issuer.name?.trim() ? issuer.name : now.name,
  color: colorIn(issuer.color) ?? now.color,
  logo: picturePath(logo) ?? now.logo,
  support: { ...now.support, email: issuer.email ?? now.support.email, phone: issuer.phone ?? now.support.phone },
});

/** A platform as the page of an account link shows it to the owner of a connected account. */
export const platformOf = (shown: {
  readonly country: string;
  readonly platform_color: string | null;
  readonly platform_logo: string | null;
  readonly platform_name: string | null;
}): Merchant => ({
  ...{ name: shown.platform_name, logo: picturePath(shown.platform_logo), icon: null, color: colorIn(shown.platform_color) },
  ...{ secondary_color: null, url: null, country: shown.country, support: { email: null, phone: null, url: null, address: null } },
});

/** A picture is read at our own origin, wherever its link was made. */
export function picturePath(link: string | null | undefined): string | null {
  const token = link?.split('/').at(-1) ?? '';
  return /^[\w.-]+$/.test(token) ? `/links/${token}` : null;
}

/** A colour as `#rrggbb`; null for anything else. */
export const colorIn = (color: string | null): string | null => (color && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null);

/** What a link may lead to: anything else that an address can begin with might run. */
export const webAddress = (address: string | null): string | null => (address && /^https?:\/\//i.test(address) ? address : null);
