/** What a change of the order has nothing to do with, and does not need to be told. */
const secret = /^(number|exp|cvc|.*-(iban|account_number))$/;

/** Changes the order without loading the page again, so that nothing that was typed is lost, not even a card's number. */
export function quickly(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value === 'pay') return;
    event.preventDefault();
    void change(form, submitter);
  });
  form.addEventListener('change', ({ target }) => {
    const button = form.querySelector<HTMLButtonElement>('button[value="ship"]');
    if (button && target instanceof HTMLElement && target.dataset.changes === 'order') button.click();
  });
  // In these fields, Enter is about them and not about all of the form.
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const button = target instanceof HTMLInputElement && key === 'Enter' ? chooserOf(form, target.name) : null;
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}

function chooserOf(form: HTMLFormElement, name: string): HTMLButtonElement | null {
  if (name === 'promotion_code') return form.querySelector('button[value="apply"]');
  return /^(quantity|amount)-/.test(name) ? form.querySelector('button[value="update"]') : null;
}

async function change(form: HTMLFormElement, submitter: HTMLButtonElement): Promise<void> {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string' && !secret.test(name)) sent.append(name, value);
  submitter.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(form.action, { method: 'POST', body: sent, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!take(form, page)) location.assign(form.action);
  } catch {
    // Without an answer the form is sent as it is without a script.
    submitter.removeAttribute('aria-busy');
    sendPlainly(form, submitter);
  }
}

function sendPlainly(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  const chosen = document.createElement('input');
  Object.assign(chosen, { type: 'hidden', name, value });
  form.append(chosen);
  form.submit();
}

/** Takes over what the order has to do with; false where another page was answered. */
function take(form: HTMLFormElement, page: Document): boolean {
  const next = page.querySelector('#checkout');
  const names = (root: ParentNode): string =>
    [...root.querySelectorAll<HTMLInputElement>('[name="method"]')].map(({ value }) => value).join();
  if (!next || names(next) !== names(form)) return false;
  follow(form, next);
  const focused = document.activeElement?.id || document.activeElement?.getAttribute('data-testid');
  for (const part of form.querySelectorAll<HTMLElement>('[data-live]')) {
    const fresh = next.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh) part.replaceWith(document.importNode(fresh, true));
  }
  if (focused) refocus(form, focused);
  return true;
}

/** The first change on the page of a payment link begins a session: the form, and a reload, go on with that one. */
function follow(form: HTMLFormElement, next: Element): void {
  const action = next.getAttribute('action');
  if (action === null || action === form.getAttribute('action')) return;
  form.action = action;
  history.replaceState(null, '', action);
}

function refocus(form: HTMLFormElement, id: string): void {
  const same = form.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"], [data-testid="${CSS.escape(id)}"]`);
  // What was pressed may be gone: the field or button that came in its place is the next best.
  (same ?? form.querySelector<HTMLElement>('[data-live="order"] input, [data-live="order"] button'))?.focus();
}
