/** Sends the form once, and only when nothing is wrong with it as far as can be told here. */
export function sendOnce(form: HTMLFormElement, firstWrong: () => HTMLElement | null): void {
  let is_sent = false;
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !isPaying(event.submitter)) return;
    const wrong = firstWrong();
    if (wrong || is_sent) {
      event.preventDefault();
      wrong?.focus();
      return;
    }
    is_sent = true;
    busy(form, true);
  });
  // A page that comes back from the history is as it was left: in the middle of being sent.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    is_sent = false;
    busy(form, false);
  });
}

const isPaying = (submitter: HTMLElement | null): boolean => submitter === null || submitter.getAttribute('value') === 'pay';

/** The button stays where it is, because a button that is switched off would not be sent along, and would lose its focus. */
function busy(form: HTMLFormElement, is_busy: boolean): void {
  const button = form.querySelector<HTMLElement>('[data-sending]');
  const status = form.querySelector('[data-status]');
  if (!button || !status) return;
  button.toggleAttribute('aria-disabled', false);
  if (is_busy) {
    button.dataset.label = button.textContent ?? '';
    button.textContent = button.dataset.sending ?? '';
    button.setAttribute('aria-busy', 'true');
    button.setAttribute('aria-disabled', 'true');
  } else {
    button.textContent = button.dataset.label ?? button.textContent;
    button.removeAttribute('aria-busy');
    button.removeAttribute('aria-disabled');
  }
  status.textContent = is_busy ? (button.dataset.sending ?? '') : '';
}
