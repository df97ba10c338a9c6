import { stylesheet } from './stylesheet.js';

const text = Symbol('markup text');

/** Text that is known to be safe HTML. The key is a private symbol, so no parsed JSON can pose as markup. */
export type Markup = { readonly [text]: string };

/** What may stand in a `html` template. `null`, `undefined` and `false` show nothing, so `condition && html...` reads well. */
export type Shown = Markup | string | number | bigint | false | null | undefined | readonly Shown[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (value: string): string => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

// Not exported: unescaped text may come only from constants of this file.
const trusted = (value: string): Markup => ({ [text]: value });

function shown(value: Shown): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value !== 'object') return escaped(String(value));
  return text in value ? value[text] : value.map(shown).join('');
}

/**
 * Markup from a template. Every value is escaped unless it is markup itself, and the result stands safely both between
 * tags and inside a quoted attribute. Attributes must be quoted in the template.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  return trusted(parts.reduce((before, part, index) => before + shown(values[index - 1]) + part));
}

/** The finished text of some markup. */
export const render = (markup: Markup): string => markup[text];

/**
 * Text that came from somebody else. The isolation keeps right-to-left letters and direction overrides in a name from
 * rearranging the sentence, or the amount, around it. Very long text is cut so that it cannot push the buttons away.
 */
export function foreign(value: string, characters_max = 280): Markup {
  const characters = [...value];
  const cut = characters.length > characters_max ? `${characters.slice(0, characters_max - 1).join('')}…` : value;
  return html`<bdi>${cut}</bdi>`;
}

const coin = html`<circle cx="16" cy="16" r="15.25" fill="#d9a520"/><circle cx="16" cy="16" r="15.25" fill="none" stroke="#8a6308" stroke-width="1"/><circle cx="16" cy="16" r="12.25" fill="#f0c653" stroke="#a97b10" stroke-width=".75"/><g fill="#5a3f00"><path d="M16 5.6c2.5 2.7 3.3 4.9 3.3 6.9 0 2.3-1.2 3.9-2.3 5.7h-2c-1.1-1.8-2.3-3.4-2.3-5.7 0-2 .8-4.2 3.3-6.9z"/><path d="M13.7 18.2c-.3-3-1.7-5-3.7-5-1.7 0-2.9 1.2-2.9 2.8 0 1.5 1 2.5 2.3 2.5.9 0 1.6-.5 1.9-1.2.4.5.6.8.7.9z"/><path d="M18.3 18.2c.3-3 1.7-5 3.7-5 1.7 0 2.9 1.2 2.9 2.8 0 1.5-1 2.5-2.3 2.5-.9 0-1.6-.5-1.9-1.2-.4.5-.6.8-.7.9z"/><rect x="11" y="18.7" width="10" height="1.7" rx=".85"/><path d="M14.6 21h2.8c.2 1.7 1 2.9 2.3 3.7-1.5.2-2.7 0-3.7 1.7-1-1.7-2.2-1.5-3.7-1.7 1.3-.8 2.1-2 2.3-3.7z"/></g>`;

/** The mark of Florin: the gold coin of Florence with its lily. Decorative, so it is hidden from screen readers. */
export const mark: Markup = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${coin}</svg>`;

// Inlined, because a browser otherwise asks for /favicon.ico and the log fills with 404s.
const icon = `data:image/svg+xml,${encodeURIComponent(
  render(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${coin}</svg>`),
)}`;

const right_to_left = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i;

/** What one page has beyond the common sheet: constants of ours, inlined as they are. */
export type Own = { sheet: string; script: string };

const no_own: Own = { sheet: '', script: '' };

function inline(constant: string): Markup {
  if (/<\/|<!--/.test(constant)) throw new TypeError('what is inlined cannot end its element');
  return trusted(constant);
}

/** A whole page. Needs no script; its only style is the inlined sheet that `securityHeaders` admits by the same nonce. */
export function page(view: { title: string; nonce: string; lang?: string; body: Markup; own?: Own }): string {
  const { title, nonce, lang = 'en', body, own = no_own } = view;
  return render(html`<!doctype html>
<html lang="${lang}" dir="${right_to_left.test(lang) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · Florin</title>
<link rel="icon" href="${icon}">
<style nonce="${nonce}">${trusted(stylesheet)}${inline(own.sheet)}</style>
</head>
<body>
${body}
${own.script && html`<script nonce="${nonce}">${inline(own.script)}</script>`}</body>
</html>
`);
}

/** Keeps anybody from taking a simulated page for a real bank. */
const simulated = 'This page is simulated. No bank is asked and no money moves.';

const ribbon = (warning: string): Markup => html`<div class="ribbon"><strong>TEST MODE</strong><span>${warning}</span></div>`;

/** The frame of a page that a payer meets: the ribbon in test mode, one card in the middle, one line at the foot. */
export function payerLayout(view: { livemode: boolean; card: Markup; warning?: string }): Markup {
  return html`${!view.livemode && html`<header>${ribbon(view.warning ?? simulated)}</header>`}
<main>${view.card}</main>
<footer>${view.livemode ? 'Payments by Florin' : 'Payments by Florin · Test data only'}</footer>`;
}

/** A raised surface that holds what the page is about. */
export const card = (...content: readonly Shown[]): Markup => html`<div class="card">${content}</div>`;

/** Who speaks on this page. */
export const brand = (name: string): Markup => html`<p class="brand">${mark}<span>${name}</span></p>`;

/** The page's only `h1`, and one sentence that explains it. */
export const heading = (title: Shown, lead: Shown): Markup => html`<div class="heading"><h1>${title}</h1><p class="lead">${lead}</p></div>`;

/** One line of a list of facts. What matters most is set `large`, or `long` when large letters would not fit a phone. */
export type Fact = { term: string; detail: Shown; size?: 'large' | 'long' };

/** Facts as term and detail. */
export const facts = (rows: readonly Fact[]): Markup =>
  html`<dl class="facts">${rows.map(
    ({ term, detail, size }) => html`<div class="fact${size && ` ${size}`}"><dt>${term}</dt><dd>${detail}</dd></div>`,
  )}</dl>`;

// Ten large digits are what a screen of 320 px holds; a broken amount could be misread.
/** The amount that a page is about, in letters as large as fit a phone. */
export const amountFact = (term: string, amount: string): Fact => ({
  term,
  detail: foreign(amount),
  size: amount.length > 10 ? 'long' : 'large',
});

/** The name of the business that is paid, or a word for it. */
export const businessName = (name: string): Markup => (name.trim() ? foreign(name, 80) : html`the shop`);

/** A number to be typed elsewhere, four characters at a time. */
export const grouped = (number: string): Markup => foreign(number.replace(/.{4}(?=.)/gu, '$& '), 80);

/** A submit button; several in one form differ by `value`. */
export type Button = { name: string; value: string; label: string; look: 'primary' | 'danger' | 'quiet' };

/** A button at least 48 px high. */
export const button = ({ name, value, label, look }: Button): Markup =>
  html`<button class="button ${look}" type="submit" name="${name}" value="${value}">${label}</button>`;

/** A form that is nothing but a question and its answers. The question names the form for screen readers. */
export function choice(view: { action: string; prompt: Shown; buttons: readonly Button[] }): Markup {
  return html`<form class="actions" method="post" action="${ownPath(view.action)}" aria-labelledby="prompt">
<p class="prompt" id="prompt">${view.prompt}</p>
${view.buttons.map(button)}
</form>`;
}

/** One line that is typed in. What is wrong with it is said beside it and to screen readers. */
export type Input = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  readonly value?: string;
  readonly autocomplete: string;
  readonly numeric?: boolean;
  readonly placeholder?: string;
  readonly wrong?: boolean;
  /** What is wrong with it, where that is said right beside it. */
  readonly fault?: string | undefined;
};

const faultId = (name: string): string => `${name}-fault`;

const faultBeside = ({ name, fault }: { name: string; fault?: string | undefined }): Shown =>
  fault && html`<small class="fault" id="${faultId(name)}">${fault}</small>`;

const isFaulty = ({ name, fault }: { name: string; fault?: string | undefined }): Shown =>
  fault && html` aria-invalid="true" aria-describedby="${faultId(name)}"`;

/** A field of a form, with its label; `problem` is the id of what says what is wrong. */
export const input = (field: Input, problem = 'problem'): Markup =>
  html`<div class="field"><label for="${field.name}">${field.label}</label><input id="${field.name}" name="${field.name}" type="${field.type ?? 'text'}" value="${field.value ?? ''}" autocomplete="${field.autocomplete}"${field.numeric && html` inputmode="numeric"`}${field.placeholder && html` placeholder="${field.placeholder}"`}${field.wrong && html` aria-invalid="true" aria-describedby="${problem}"`}${isFaulty(field)} maxlength="200" dir="auto">${faultBeside(field)}</div>`;

/** One of many that is chosen from a list; nothing is chosen before somebody does. */
export const select = (field: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  fault?: string | undefined;
}): Markup =>
  html`<div class="field"><label for="${field.name}">${field.label}</label><select id="${field.name}" name="${field.name}"${isFaulty(field)}><option value=""></option>${field.options.map(
    ([value, label]) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
  )}</select>${faultBeside(field)}</div>`;

/** Something that is agreed to, or not. */
export const checkbox = (field: { name: string; label: Shown; chosen: boolean; fault?: string | undefined }): Markup =>
  html`<div class="field"><label class="way"><input type="checkbox" name="${field.name}" value="true"${field.chosen && html` checked`}${isFaulty(field)}><span>${field.label}</span></label>${faultBeside(field)}</div>`;

/** One of several; the browser shows which is chosen. */
export const radio = (option: { name: string; value: string; label: string; chosen: boolean }): Markup =>
  html`<label class="way"><input type="radio" name="${option.name}" value="${option.value}"${option.chosen && html` checked`}><span>${option.label}</span></label>`;

/** What belongs together in a form, under a name. */
export const group = (legend: string, kind: string, ...content: readonly Shown[]): Markup =>
  html`<fieldset class="${kind}"><legend>${legend}</legend>${content}</fieldset>`;

/** A form with one way to send it. What it leads to may be shown in a tab of its own; `submit` says so. */
export const form = (view: { action: string; label: string; content: Shown; submit: string; new_tab?: boolean }): Markup =>
  html`<form class="actions" method="post" action="${ownPath(view.action)}" aria-label="${view.label}" autocomplete="on"${view.new_tab && html` target="_blank"`}>${view.content}
<button class="button primary" type="submit">${view.submit}</button></form>`;

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

/** A link that looks like a button, to a path of ours. */
export const linkButton = (path: string, label: string): Markup => html`<a class="button plain" href="${ownPath(path)}">${label}</a>`;

/** A drawing that came from `pictures/`, and what it shows in words. */
export function picture({ source, text, shape }: { source: string; text: string; shape: 'square' | 'wide' }): Markup {
  if (!/^data:image\/svg\+xml;base64,[\w+/=]+$/.test(source)) throw new TypeError('a picture of ours is drawn, never fetched');
  return html`<img class="picture ${shape}" src="${source}" alt="${text}">`;
}

/** A link inside a sentence, to a path of ours. */
export const textLink = (path: string, label: string): Markup => html`<a href="${ownPath(path)}">${label}</a>`;

/** The way out of a page that has nothing left to ask. `location` comes from `returnLocation`, which refuses what would run. */
export const wayBack = (location: string, label: Shown): Markup => html`<a class="button primary" href="${location}">${label}</a>`;

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

// Escaping cannot make `javascript:` or `//elsewhere` harmless, and the address parser drops tabs: so ask the parser.
function ownPath(action: string): string {
  const origin = 'http://self.invalid';
  const stays = action.startsWith('/') && new URL(action, origin).origin === origin;
  if (!stays) throw new TypeError('a form of ours posts to a path of ours');
  return action;
}

// A source with a blank, comma or semicolon would end the directive and begin one of its author's choosing.
const source = /^[\w.+:/*-]+$/;
const nonce_shape = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * The headers every page is sent with. `formActions` lists, beside ourselves, where a form may lead: Chromium applies it
 * to each redirect that answers the post, so it must admit the way back to the shop (see `formActionSources`).
 * `https` adds HSTS, which must not be sent over plain http. `scripts` admits the page's own script by its nonce. `framed` is for the one
 * page that may stand in a merchant's (decision 0058).
 */
export function securityHeaders(view: {
  nonce: string;
  formActions: readonly string[];
  https?: boolean;
  scripts?: boolean;
  framed?: boolean;
}): Record<string, string> {
  if (!nonce_shape.test(view.nonce)) throw new TypeError('a nonce is base64');
  if (!view.formActions.every((one) => source.test(one))) throw new TypeError('a form action is one CSP source');
  return {
    'Content-Security-Policy': contentSecurityPolicy(view),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': view.framed ? 'cross-origin' : 'same-origin',
    ...(view.https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

function contentSecurityPolicy({ nonce, formActions, scripts, framed }: Parameters<typeof securityHeaders>[0]): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(scripts ? [`script-src 'nonce-${nonce}'`] : []),
    "img-src 'self' data:",
    ['form-action', "'self'", ...formActions].join(' '),
    // A shop may want the bank's page in a frame, but one click here approves money: a frame is how that click is stolen.
    framed ? 'frame-ancestors *' : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
