import { html, type Markup, type Shown } from './markup.js';
import { ownPath } from './own-path.js';

/** A submit button; several in one form differ by `value`. */
export type Button = { name: string; value: string; label: string; look: 'primary' | 'danger' | 'quiet' };

/** A button at least 48 px high. */
export const button = ({ name, value, label, look }: Button): Markup =>
  html`<button class="button ${look}" type="submit" name="${name}" value="${value}" data-testid="${name}-${value}">${label}</button>`;

/** A form that is nothing but a question and its answers. The question names the form for screen readers. */
export function choice(view: { action: string; prompt: Shown; buttons: readonly Button[] }): Markup {
  return html`<form class="actions" method="post" action="${ownPath(view.action)}" aria-labelledby="prompt">
<p class="prompt" id="prompt">${view.prompt}</p>
${view.buttons.map(button)}
</form>`;
}

/** What every field of a form may have. */
type Fielded = {
  readonly name: string;
  /** What is wrong with it, where that is said right beside it. */
  readonly fault?: string | undefined;
  /** The hint before it is filled in. */
  readonly hint?: Shown;
  readonly required?: boolean;
  /** The field with the initial focus: at most one on a page. */
  readonly focused?: boolean;
  /** Which choices it belongs to, where it is shown for some only. */
  readonly of?: string | undefined;
  /** Data attributes for the scripts. */
  readonly data?: Readonly<Record<string, string>>;
};

/** One line that is typed in. What is wrong with it is said beside it and to screen readers. */
export type Input = Fielded & {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'number';
  readonly value?: string;
  readonly autocomplete: string;
  readonly numeric?: boolean;
  readonly placeholder?: string;
  readonly wrong?: boolean;
  /** Known already, and not to be changed here. */
  readonly fixed?: boolean;
  /** Written from left to right in every language, as numbers of accounts are. */
  readonly ltr?: boolean;
  readonly characters_max?: number;
  /** Stands beside what is typed in. */
  readonly mark?: Shown;
};

const faultId = (name: string): string => `${name}-fault`;
const hintId = (name: string): string => `${name}-hint`;

/** A field that says its name wherever something is said of it: `{field}`. */
function named<F extends Fielded & { readonly label: string }>(field: F): F {
  if (!field.fault && !field.data) return field;
  const say = (words: string): string => words.replaceAll('{field}', () => field.label);
  const data = Object.entries(field.data ?? {}).map(([key, words]) => [key, say(words)]);
  return { ...field, ...(field.fault && { fault: say(field.fault) }), data: Object.fromEntries(data) };
}

/** What is said of a field, below it. A script may say what is wrong before the form is sent, in the same place. */
const saidBelow = ({ name, fault, hint }: Fielded): Shown => [
  hint && html`<small class="hint" id="${hintId(name)}">${hint}</small>`,
  fault && html`<small class="fault" id="${faultId(name)}" data-testid="fault-${name}">${fault}</small>`,
];

function describing({ name, fault, hint, required, focused, data }: Fielded): Shown {
  const described = [fault && faultId(name), hint && hintId(name)].filter(Boolean).join(' ');
  return [
    fault && html` aria-invalid="true"`,
    described && html` aria-describedby="${described}"`,
    required && html` aria-required="true"`,
    focused && html` autofocus`,
    Object.entries(data ?? {}).map(([key, value]) => html` data-${key}="${value}"`),
    html` data-testid="${name}"`,
  ];
}

const around = ({ of }: Fielded, content: Shown): Markup => html`<div class="field"${of && html` data-of="${of}"`}>${content}</div>`;

/** A field of a form, with its label; `problem` is the id of what says what is wrong. */
export function input(given: Input, problem = 'problem'): Markup {
  const field = named(given);
  const { name, label, type = 'text', value = '', autocomplete, characters_max = 200 } = field;
  const line = html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${field.numeric && html` inputmode="numeric"`}${field.placeholder && html` placeholder="${field.placeholder}"`}${field.wrong && html` aria-invalid="true" aria-describedby="${problem}"`}${field.fixed && html` readonly`}${describing(field)} maxlength="${characters_max}" dir="${field.ltr ? 'ltr' : 'auto'}">`;
  const marked = field.mark ? html`<span class="marked">${line}${field.mark}</span>` : line;
  return around(field, [html`<label for="${name}">${label}</label>`, marked, saidBelow(field)]);
}

type Options = readonly (readonly [value: string, label: string])[];

/** The options of lists that pages share, by the selected one: the names of all countries take longer than the rest of a form. */
const known_options = new WeakMap<Options, Map<string, Markup>>();

function optionsOf(options: Options, selected: string): Markup {
  const known = known_options.get(options) ?? new Map<string, Markup>();
  const chosen = options.some(([value]) => value === selected) ? selected : '';
  const made =
    known.get(chosen) ??
    html`${options.map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}`;
  known_options.set(options, known.set(chosen, made));
  return made;
}

/** One of many that is chosen from a list; nothing is selected initially. */
export function select(
  given: Fielded & {
    readonly label: string;
    readonly value: string;
    readonly autocomplete?: string;
    readonly options: Options;
  },
): Markup {
  const field = named(given);
  return around(field, [
    html`<label for="${field.name}">${field.label}</label><select id="${field.name}" name="${field.name}"${field.autocomplete && html` autocomplete="${field.autocomplete}"`}${describing(field)}><option value=""></option>${optionsOf(field.options, field.value)}</select>`,
    saidBelow(field),
  ]);
}

/** Something that is agreed to, or not. */
export const checkbox = (field: Fielded & { readonly label: Shown; readonly chosen: boolean }): Markup =>
  around(field, [
    html`<label class="way"><input type="checkbox" id="${field.name}" name="${field.name}" value="true"${field.chosen && html` checked`}${describing(field)}><span>${field.label}</span></label>`,
    saidBelow(field),
  ]);

/** One of several; the browser shows which is chosen. */
export const radio = (option: { name: string; value: string; label: string; chosen: boolean; mark?: Shown }): Markup =>
  html`<label class="way"><input type="radio" name="${option.name}" value="${option.value}"${option.chosen && html` checked`}>${option.mark}<span>${option.label}</span></label>`;

/** What belongs together in a form, under a name. */
export const group = (legend: string, kind: string, ...content: readonly Shown[]): Markup =>
  html`<fieldset class="${kind}"><legend>${legend}</legend>${content}</fieldset>`;

/** A form with one way to send it. What it leads to may be shown in a tab of its own; `submit` says so. */
export const form = (view: { action: string; label: string; content: Shown; submit: string; new_tab?: boolean }): Markup =>
  html`<form class="actions" method="post" action="${ownPath(view.action)}" aria-label="${view.label}" autocomplete="on"${view.new_tab && html` target="_blank"`}>${view.content}
<button class="button primary" type="submit">${view.submit}</button></form>`;
