import { type KitWords, kit_words } from './kit-words.js';
import { foreign, html, type Markup, type Shown } from './markup.js';
import { ownPath } from './own-path.js';

// Everything that pages are built from is found here; what has grown an idea of its own has a file of its own.
export { accentOf } from './brand-color.js';
export { type Copyable, copy_script, copyable } from './copying.js';
export { type Button, button, checkbox, choice, form, group, type Input, input, radio, select } from './form-fields.js';
export {
  brand,
  headline,
  icon_image,
  mark,
  merchantBrand,
  type Own,
  page,
  payerLayout,
  type Summary,
  support,
  type View,
  wideLayout,
} from './frame.js';
export { kit_words } from './kit-words.js';
export { methodMark } from './marks.js';
export { filledWith, foreign, html, type Markup, render, type Shown } from './markup.js';
export { securityHeaders } from './security-headers.js';
export { colors, font, radii } from './tokens.js';
export { wide_sheet } from './wide-sheet.js';

/** A raised surface that holds what the page is about. */
export const card = (...content: readonly Shown[]): Markup => html`<div class="card">${content}</div>`;

/** The page's only `h1`, and one sentence that explains it. */
export const heading = (title: Shown, lead: Shown): Markup => html`<div class="heading"><h1>${title}</h1><p class="lead">${lead}</p></div>`;

/** One line of a list of facts. What matters most is set `large`, or `long` when large letters would not fit a phone; a long number is a line of its own. */
export type Fact = { term: string; detail: Shown; size?: 'large' | 'long' | 'number'; testid?: string };

/** Facts as term and detail. */
export const facts = (rows: readonly Fact[]): Markup =>
  html`<dl class="facts">${rows.map(
    ({ term, detail, size, testid }) =>
      html`<div class="fact${size && ` ${size}`}"><dt>${term}</dt><dd${testid && html` data-testid="${testid}"`}>${detail}</dd></div>`,
  )}</dl>`;

// Ten large digits are what a screen of 320 px holds; a broken amount could be misread.
/** The amount that a page is about, in letters as large as fit a phone. */
export const amountFact = (term: string, amount: string): Fact => ({
  term,
  detail: foreign(amount),
  size: amount.length > 10 ? 'long' : 'large',
});

/** The name of the business that is paid, or a word for it. */
export const businessName = (name: string, { the_shop }: Pick<KitWords, 'the_shop'> = kit_words.en): Markup =>
  name.trim() ? foreign(name, 80) : html`${the_shop}`;

/** A number to be typed elsewhere, four characters at a time. */
export const grouped = (number: string): Markup => foreign(number.replace(/.{4}(?=.)/gu, '$& '), 80);

/** A part of a page, under a heading of its own. */
export const section = (title: string, ...content: readonly Shown[]): Markup => html`<section><h2>${title}</h2>${content}</section>`;

/** What must not be missed: screen readers say it at once. */
export const alert = (tone: 'good' | 'bad' | 'neutral', ...content: readonly Shown[]): Markup =>
  html`<p class="alert ${tone}" id="problem" role="${tone === 'bad' ? 'alert' : 'status'}">${content}</p>`;

/** Rows of what and how much, the last of which may be sums. */
export const table = (view: { caption: string; heads: readonly [string, string]; rows: readonly Row[] }): Markup =>
  html`<table class="lines"><caption>${view.caption}</caption><thead><tr><th scope="col">${view.heads[0]}</th><th scope="col">${view.heads[1]}</th></tr></thead><tbody>${view.rows.map(
    ({ what, aside, amount, strong }) =>
      html`<tr${strong && html` class="strong"`}><th scope="row">${what}${aside && html`<small>${aside}</small>`}</th><td>${amount}</td></tr>`,
  )}</tbody></table>`;

/** A row of such a table. */
export type Row = { readonly what: Shown; readonly aside?: Shown; readonly amount: string; readonly strong?: boolean };

/** A link that looks like a button, to a local path. */
export const linkButton = (path: string, label: string): Markup => html`<a class="button plain" href="${ownPath(path)}">${label}</a>`;

/** A drawing that came from `pictures/`, and what it shows in words. */
export function picture({ source, text, shape }: { source: string; text: string; shape: 'square' | 'wide' }): Markup {
  if (!/^data:image\/svg\+xml;base64,[\w+/=]+$/.test(source)) throw new TypeError('a picture is drawn, never fetched');
  return html`<img class="picture ${shape}" src="${source}" alt="${text}">`;
}

/** A link inside a sentence, to a local path. */
export const textLink = (path: string, label: string): Markup => html`<a href="${ownPath(path)}">${label}</a>`;

/** The way out of a page that has nothing left to ask. `location` comes from `returnLocation`, which refuses what would run. */
export const wayBack = (location: string, label: Shown, look: 'primary' | 'plain' = 'primary'): Markup =>
  html`<a class="button ${look}" href="${location}">${label}</a>`;

/** A quiet remark. */
export const notice = (...content: readonly Shown[]): Markup => html`<p class="notice">${content}</p>`;

const strokes = {
  good: html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
  bad: html`<path d="M7 7l10 10M17 7L7 17"/>`,
  neutral: html`<path d="M12 7v6M12 16.6v.1"/>`,
};

/** A card that only tells how something ended, and leads on if there is a way. Its words carry the meaning; the symbol repeats it. */
export function outcomeCard(view: { tone: keyof typeof strokes; title: string; message: Shown; way?: Shown }): Markup {
  return html`<div class="card outcome"><div class="symbol ${view.tone}"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${strokes[view.tone]}</svg></div>
${heading(view.title, view.message)}${view.way}</div>`;
}
