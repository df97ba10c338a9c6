import { filled } from '../paper/languages.js';
import { accentSheet } from './brand-color.js';
import { type KitWords, kit_words } from './kit-words.js';
import { foreign, html, type Markup, render, type Shown, scriptElement, styleElement } from './markup.js';
import type { Merchant } from './merchant.js';
import { lookSheet } from './own-look.js';
import { ownPath } from './own-path.js';
import { stylesheet } from './stylesheet.js';

const coin = html`<circle cx="16" cy="16" r="15.25" fill="#d9a520"/><circle cx="16" cy="16" r="15.25" fill="none" stroke="#8a6308" stroke-width="1"/><circle cx="16" cy="16" r="12.25" fill="#f0c653" stroke="#a97b10" stroke-width=".75"/><g fill="#5a3f00"><path d="M16 5.6c2.5 2.7 3.3 4.9 3.3 6.9 0 2.3-1.2 3.9-2.3 5.7h-2c-1.1-1.8-2.3-3.4-2.3-5.7 0-2 .8-4.2 3.3-6.9z"/><path d="M13.7 18.2c-.3-3-1.7-5-3.7-5-1.7 0-2.9 1.2-2.9 2.8 0 1.5 1 2.5 2.3 2.5.9 0 1.6-.5 1.9-1.2.4.5.6.8.7.9z"/><path d="M18.3 18.2c.3-3 1.7-5 3.7-5 1.7 0 2.9 1.2 2.9 2.8 0 1.5-1 2.5-2.3 2.5-.9 0-1.6-.5-1.9-1.2-.4.5-.6.8-.7.9z"/><rect x="11" y="18.7" width="10" height="1.7" rx=".85"/><path d="M14.6 21h2.8c.2 1.7 1 2.9 2.3 3.7-1.5.2-2.7 0-3.7 1.7-1-1.7-2.2-1.5-3.7-1.7 1.3-.8 2.1-2 2.3-3.7z"/></g>`;

/** The mark of Florin: the gold coin of Florence with its lily. Decorative, so it is hidden from screen readers. */
export const mark: Markup = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${coin}</svg>`;

/** The mark of Florin as a picture of its own. */
export const icon_image: string = render(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${coin}</svg>`);

// Inlined, because a page then needs one request less.
const icon = `data:image/svg+xml,${encodeURIComponent(icon_image)}`;

const right_to_left = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i;

/** A picture on our own origin, or one at a web address; the policy of the page admits its origin. */
const pictureAddress = (picture: string): string => (/^https?:\/\//i.test(picture) ? picture : ownPath(picture));

/** What one page has beyond the common sheet: constants, inlined as they are. */
export type Own = {
  sheet: string;
  script: string /** The path of a script, loaded after the page. */;
  source?: string;
};

/** A whole page. */
export type View = {
  title: string;
  nonce: string;
  /** A BCP 47 tag; the page is written from right to left where the language is. */
  lang?: string;
  body: Markup;
  own?: Own;
  /** The business whose colours and icon the page has; Florin's by default. */
  merchant?: Pick<Merchant, 'color' | 'icon' | 'look'> | null;
};

/** A whole page. Needs no script; its only style is the inlined sheet that `securityHeaders` admits by the same nonce. */
export function page({ title, nonce, lang = 'en', body, own, merchant }: View): string {
  const favicon = merchant?.icon ? pictureAddress(merchant.icon) : icon;
  return render(html`<!doctype html>
<html lang="${lang}" dir="${right_to_left.test(lang) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}${!merchant && ' · Florin'}</title>
<link rel="icon" href="${favicon}">
${styleElement(nonce, stylesheet, own?.sheet ?? '', merchant?.look ? lookSheet(merchant.look, merchant.color) : accentSheet(merchant?.color ?? null))}
</head>
<body>
${body}
${scriptElement(nonce, own?.script ?? '')}${own?.source && html`<script nonce="${nonce}" src="${ownPath(own.source)}" defer></script>`}</body>
</html>
`);
}

/** What the frame of a page says, and for whom. */
type Frame = {
  livemode: boolean;
  /** What is said beside the mark of test mode; that the page is simulated, where nothing is. */
  warning?: string;
  /** Who can be asked, at the foot. */
  merchant?: Merchant | null;
  /** The words of the payer's language. */
  said?: KitWords;
};

const header = ({ livemode, warning, said = kit_words.en }: Frame): Shown =>
  !livemode &&
  html`<header><div class="ribbon" data-testid="test-mode"><strong>${said.test_mode}</strong><span>${warning ?? said.simulated}</span></div></header>`;

const footer = ({ livemode, merchant, said = kit_words.en }: Frame): Markup =>
  html`<footer>${merchant && support(merchant, said)}${said.payments_by}${!livemode && html` · ${said.test_data}`}</footer>`;

/** Whom a payer can ask, and how; nothing where the business has not said. */
export function support({ name, support: { email, phone, url } }: Merchant, said: KitWords): Shown {
  const ways = [
    email && html`<a href="mailto:${email}">${foreign(email)}</a>`,
    phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${foreign(phone)}</a>`,
    url && html`<a href="${url}" rel="noopener noreferrer">${foreign(new URL(url).host)}</a>`,
  ].filter(Boolean);
  if (ways.length === 0) return null;
  return html`<p class="support" data-testid="support">${foreign(filled(said.questions, { business: name ?? said.the_shop }))} ${ways.map((way, place) => html`${place > 0 && ' · '}${way}`)}</p>`;
}

/** The frame of a page that a payer meets: the ribbon in test mode, one card in the middle, one line at the foot. */
export const payerLayout = (view: Frame & { card: Markup }): Markup =>
  html`${header(view)}
<main>${view.card}</main>
${footer(view)}`;

/** What a wide page is about: its only `h1`, and the amount, which nothing on the page is larger than. */
export const headline = ({ title, amount, asides }: { title: Shown; amount: string | null; asides: readonly Shown[] }): Markup =>
  html`<div class="headline" data-live="headline"><h1${amount !== null && html` class="small"`}>${title}</h1>${amount !== null && html`<p class="figure" data-testid="amount">${foreign(amount)}</p>`}${asides.map((aside) => html`<p class="aside">${aside}</p>`)}</div>`;

/** What stands beside the form of a wide page. */
export type Summary = {
  /** One line that says it all, where there is no room: the total, for example. */
  readonly total: string;
  /** What it is for, line by line. On a phone it is folded up, and a touch unfolds it. */
  readonly content: Shown;
  /** It is unfolded: there is something new in it. */
  readonly open?: boolean;
};

/** The frame of a page with a headline and a summary beside a form: one below the other on a phone. Give `page` the `wide_sheet`. */
export const wideLayout = (view: Frame & { merchant: Merchant; headline: Markup; summary: Summary | null; content: Shown }): Markup =>
  html`${header(view)}
<main class="wide">
<div class="order" data-testid="summary">${merchantBrand(view.merchant, view.said)}
${view.headline}
${view.summary && summaryOf(view.summary, view.said ?? kit_words.en)}</div>
<div class="pane">${view.content}</div>
</main>
${footer(view)}`;

const summaryOf = ({ total, content, open }: Summary, { order_summary }: KitWords): Markup =>
  html`<details class="folded" data-live="order"${open && html` open`}><summary><span>${order_summary}</span><strong data-testid="summary-total">${foreign(total)}</strong></summary><div class="unfolded">${content}</div></details>`;

/** Who is paid: their logo where they have one, and their name. */
export function merchantBrand({ name, logo, icon: small }: Merchant, said: KitWords = kit_words.en): Markup {
  const drawn = logo ?? small;
  return html`<p class="brand" data-testid="merchant">${drawn && html`<img class="logo" src="${pictureAddress(drawn)}" alt="">`}<span>${name ? foreign(name, 80) : said.the_shop}</span></p>`;
}

/** Who speaks on this page, where it is ourselves. */
export const brand = (name: string): Markup => html`<p class="brand">${mark}<span>${name}</span></p>`;
