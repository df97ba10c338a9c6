import type { Merchant } from '../kit/merchant.js';
import { returnLocation } from '../kit/return-location.js';
import { alert, foreign, heading, html, type Markup, merchantBrand, page, payerLayout, type Shown } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import type { Session } from './content.js';
import { portal_sheet } from './sheet.js';
import type { Speaking } from './speaking.js';
import type { PortalWords } from './words.js';

/** The outcome of an action: its success message, or its error. */
export type Told = { readonly good: keyof PortalWords['told'] } | { readonly bad: keyof PortalWords['faults'] };

/** What every page of the portal is made of. */
export type PortalView = {
  readonly session: Session;
  readonly merchant: Merchant;
  readonly speaking: Speaking;
  /** The path that all of the session's pages begin with. */
  readonly at: string;
  readonly told: Told | null;
  readonly nonce: string;
};

/** One page of the portal. Where one comes back to its first page is said at its foot. */
export function portalPage(view: PortalView, title: string, lead: Shown, ...content: readonly Shown[]): string {
  const { merchant, nonce, session, speaking } = view;
  const { kit, locale } = speaking;
  const inside = html`<div class="card portal">${merchantBrand(merchant, kit)}${heading(title, lead)}${toldIn(view)}${content}${legal(view)}</div>`;
  const body = payerLayout({ livemode: session.livemode, card: inside, warning: kit.test_data, merchant, said: kit });
  return page({ title, nonce, lang: locale.tag, body, merchant, own: { sheet: portal_sheet, script: '' } });
}

function toldIn({ told, speaking: { said } }: PortalView): Markup | null {
  if (!told) return null;
  return 'good' in told ? alert('good', said.told[told.good]) : alert('bad', said.faults[told.bad]);
}

function legal({ session, speaking: { said } }: PortalView): Markup | null {
  const { privacy_policy_url, terms_of_service_url } = session.shown.business_profile;
  const links = [outwards(terms_of_service_url, said.terms), outwards(privacy_policy_url, said.privacy)].filter(Boolean);
  return links.length > 0 ? html`<p class="notice">${links.map((link, place) => html`${place > 0 && ' · '}${link}`)}</p>` : null;
}

function outwards(url: string | null, label: string): Markup | null {
  const location = url === null ? null : returnLocation(url, {});
  return location ? html`<a href="${location}" rel="noopener noreferrer">${label}</a>` : null;
}

/** The link back to the merchant; none without a return address. */
export function wayOut({ session: { return_url }, speaking: { business, said } }: PortalView): Markup | null {
  const location = return_url === null ? null : returnLocation(return_url, {});
  return location
    ? html`<a class="button plain" href="${location}" data-testid="return">${foreign(filled(said.return_to, { business }))}</a>`
    : null;
}

/** Back to the first page of the portal, or out of it where a session leads to one thing alone. */
export const wayBackFrom = (view: PortalView, label = view.speaking.said.back): Markup | null =>
  view.session.flow ? wayOut(view) : html`<a class="button plain" href="${view.at}/home" data-testid="back">${label}</a>`;
