const text = Symbol('markup text');

/** Text that is known to be safe HTML. The key is a private symbol, so no parsed JSON can pose as markup. */
export type Markup = { readonly [text]: string };

/** What may stand in a `html` template. `null`, `undefined` and `false` show nothing, so `condition && html...` reads well. */
export type Shown = Markup | string | number | bigint | false | null | undefined | readonly Shown[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// Most values need no escape: a search costs less than a replacement.
const escaped = (value: string): string =>
  /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => escapes[character] ?? character) : value;

// Not exported: unescaped text comes only from this file, and from constants that are inlined by it.
const trusted = (value: string): Markup => ({ [text]: value });

function shown(value: Shown): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value !== 'object') return escaped(String(value));
  if (text in value) return value[text];
  let all = '';
  for (const each of value) all += shown(each);
  return all;
}

/**
 * Markup from a template. Every value is escaped unless it is markup itself, and the result stands safely both between
 * tags and inside a quoted attribute. Attributes must be quoted in the template.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  let all = parts[0] ?? '';
  for (let index = 1; index < parts.length; index++) all += shown(values[index - 1]) + parts[index];
  return trusted(all);
}

/** The finished text of some markup. */
export const render = (markup: Markup): string => markup[text];

/**
 * Text from a merchant or payer. The isolation keeps right-to-left letters and direction overrides in a name from
 * rearranging the sentence, or the amount, around it. Very long text is cut so that it cannot push the buttons away.
 */
export function foreign(value: string, characters_max = 280): Markup {
  return html`<bdi>${value.length > characters_max ? cut(value, characters_max) : value}</bdi>`;
}

/** A text of at most so many characters, of which some take two units of a string. */
function cut(value: string, characters_max: number): string {
  const characters = [...value];
  return characters.length > characters_max ? `${characters.slice(0, characters_max - 1).join('')}…` : value;
}

/** A translated sentence with its placeholders, which may be markup. */
export const filledWith = (words: string, values: Readonly<Record<string, Shown>>): Markup =>
  html`${words.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] : part))}`;

function inline(constant: string): Markup {
  if (/<\/|<!--/.test(constant)) throw new TypeError('what is inlined cannot end its element');
  return trusted(constant);
}

/** A style sheet, under the nonce that `securityHeaders` admits. Only constants, and validated numbers and colours. */
export const styleElement = (nonce: string, ...sheets: readonly string[]): Markup =>
  html`<style nonce="${nonce}">${sheets.map(inline)}</style>`;

/** A script, under the same nonce; the policy of a page without one allows none. */
export const scriptElement = (nonce: string, script: string): Markup | null =>
  script ? html`<script nonce="${nonce}">${inline(script)}</script>` : null;
