import { say } from './checks.js';

/** The parts of a page that depend on what the service knows. What was typed stands outside of them. */
const live = '[data-live]';

/** Takes these parts from another version of the page; false where that is another page, or offers other payment methods. */
export function takeParts(form: HTMLFormElement, page: Document): boolean {
  const next = page.querySelector('#checkout');
  if (!next || methodsIn(next) !== methodsIn(form)) return false;
  follow(form, next);
  const focused = document.activeElement?.id || document.activeElement?.getAttribute('data-testid');
  for (const part of form.querySelectorAll<HTMLElement>(live)) {
    const fresh = next.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh) part.replaceWith(document.importNode(fresh, true));
  }
  if (focused) refocus(form, focused);
  return true;
}

/** The first form that is sent on the page of a payment link begins a session: the form, and a reload, go on with that one. */
function follow(form: HTMLFormElement, next: Element): void {
  const action = next.getAttribute('action');
  if (action === null || action === form.getAttribute('action')) return;
  form.action = action;
  history.replaceState(null, '', action);
}

const methodsIn = (root: ParentNode): string =>
  [...root.querySelectorAll<HTMLInputElement>('[name="method"]')].map(({ value }) => value).join();

function refocus(form: HTMLFormElement, id: string): void {
  const same = form.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"], [data-testid="${CSS.escape(id)}"]`);
  // What was pressed may be gone: the field or button that came in its place is the next best.
  (same ?? form.querySelector<HTMLElement>('[data-live="order"] input, [data-live="order"] button'))?.focus();
}

type Field = HTMLInputElement | HTMLSelectElement;

const fieldIn = (root: ParentNode, id: string): Field | null =>
  root.querySelector<Field>(`input#${CSS.escape(id)}, select#${CSS.escape(id)}`);

/** Shows the faults of another version of the page beside the same fields, and leads to the first of them, or to what is said of all. */
export function takeFaults(form: HTMLFormElement, page: Document): void {
  const faults = new Map(
    [...page.querySelectorAll('#checkout .fault')].map(({ id, textContent }) => [id.replace(/-fault$/, ''), textContent]),
  );
  for (const { id } of form.querySelectorAll('[aria-invalid]')) {
    const field = faults.has(id) ? null : fieldIn(form, id);
    if (field) say(field, null);
  }
  const wrong = [...faults].flatMap(([id, fault]) => {
    const field = fieldIn(form, id);
    if (field) say(field, fault);
    return field ?? [];
  });
  if (wrong[0]) wrong[0].focus();
  else form.querySelector('[data-live="word"]')?.scrollIntoView({ block: 'nearest' });
}
