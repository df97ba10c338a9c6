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
