import type { Merchant } from '../kit/merchant.js';
import { ownPath } from '../kit/own-path.js';
import { returnPlace } from '../kit/return-location.js';
import { foreign, html, type Markup, merchantBrand, outcomeCard, page, payerLayout, type Shown } from '../kit/ui.js';
import { filled } from '../paper/languages.js';
import { embed_script, type Told } from './embed-script.js';
import { ofBusiness, type Speaking } from './speaking.js';
import { customWords } from './texts.js';
import type { CheckoutWords } from './words.js';

/** How a checkout ended, or why it cannot go on here. */
export type Outcome = keyof CheckoutWords['ends'];

/** A page that asks for nothing more. */
export type OutcomeView = {
  readonly outcome: Outcome;
  readonly merchant: Merchant;
  readonly speaking: Speaking;
  readonly livemode: boolean;
  readonly nonce: string;
  /** What the merchant has to say besides. */
  readonly own_words?: string | null;
  /** What the merchant says in the place of our own words. */
  readonly instead?: string | null;
  /** Where the payer goes on; in a frame, in the window around it. */
  readonly location?: string | null;
  /** The path of the page with a new form. */
  readonly again?: string | null;
  /** The message for the parent page; null without one. */
  readonly told?: Told | null;
};

const tones: Readonly<Record<Outcome, 'good' | 'neutral'>> = {
  paid: 'good',
  subscribed: 'good',
  saved: 'good',
  processing: 'neutral',
  already: 'good',
  expired: 'neutral',
  step: 'neutral',
  inactive: 'neutral',
};

/** A page that says how a checkout ended, and leads on where there is a way. */
export function outcomePage(view: OutcomeView): string {
  const { outcome, merchant, speaking, livemode, nonce, told = null } = view;
  const { locale, said, kit } = speaking;
  const { title, message } = said.ends[outcome];
  const sentence = view.instead?.trim() ? foreign(view.instead, 1200) : ofBusiness(speaking, message);
  const own = customWords(view.own_words ? { message: view.own_words } : null);
  const lead = html`${sentence}${own && html`<br>${own}`}`;
  const card = html`<div class="end" data-testid="end-${outcome}"${told && html` data-tells="${told.events.join(' ')}"`}${told?.url && html` data-url="${told.url}"`}>${merchantBrand(merchant, kit)}${outcomeCard({ tone: tones[outcome], title, message: lead, way: wayOf(view) })}</div>`;
  const body = payerLayout({ livemode, merchant, said: kit, card });
  return page({ title, nonce, lang: locale.tag, body, merchant, own: { sheet, script: told ? embed_script : '' } });
}

const sheet = `
.end { display: grid; gap: 1rem; inline-size: 100%; max-inline-size: 28rem; }
.own-words { white-space: pre-line; }
.framed body { background: none; min-block-size: 0; }
`;

function wayOf({ location, again, told, outcome, speaking }: OutcomeView): Shown {
  const { said, kit } = speaking;
  if (again) return againForm(again, said.start_again);
  if (!location) return null;
  const place = returnPlace(location, kit.the_app) ?? '';
  const label = outcome === 'step' ? speaking.pay.go_on : html`${wordsAround(said.go_on_to, place)}`;
  return html`<a class="button primary" href="${location}" data-testid="go-on"${told && html` target="_top"`}>${label}</a>`;
}

const wordsAround = (words: string, place: string): Markup => foreign(filled(words, { place }), 200);

const againForm = (action: string, label: string): Markup =>
  html`<form class="actions" method="post" action="${ownPath(action)}"><button class="button primary" type="submit" name="do" value="recover" data-testid="recover">${label}</button></form>`;
