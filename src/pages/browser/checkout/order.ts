import { request, valuesOf } from './answers.js';
import { takeParts } from './parts.js';
import { secret } from './typed.js';

/** Changes the order without loading the page again, so that nothing that was typed is lost. `lost` is for when no answer comes. */
export function quickly(form: HTMLFormElement, lost: () => void): void {
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value === 'pay') return;
    event.preventDefault();
    void change(form, submitter, lost);
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

/** Sends a change of the order, and shows the order after it. */
export async function change(form: HTMLFormElement, submitter: HTMLButtonElement, lost: () => void): Promise<void> {
  const values = valuesOf(form, submitter);
  for (const name of [...values.keys()]) if (secret.test(name)) values.delete(name);
  submitter.setAttribute('aria-busy', 'true');
  const answer = await request(form.action, values);
  submitter.removeAttribute('aria-busy');
  if (answer.of === 'nothing') lost();
  else if (answer.of === 'redirect' || !takeParts(form, answer.page)) location.assign(form.action);
}
