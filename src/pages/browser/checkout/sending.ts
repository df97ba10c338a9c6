import { goOn, request, valuesOf } from './answers.js';
import { takeFaults, takeParts } from './parts.js';
import { keepTyped, secret } from './typed.js';

/** How a form is sent: `wrong` finds the first field that cannot be right; `lost` is called where no answer comes, `begun` before each try. */
export type Sending = { readonly wrong: () => HTMLElement | null; readonly begun: () => void; readonly lost: () => void };

/** Changes the sent fields of a form, for a wallet that pays in place of them. */
export type Fill = (values: URLSearchParams) => void;

/**
 * Sends the form once at a time, and only when nothing is wrong with it as far as can be known here. The page stays until there is an answer.
 * Returns a function that sends it with other fields, for wallets.
 */
export function sendOnce(form: HTMLFormElement, sending: Sending): (fill: Fill) => void {
  let is_sent = false;
  const send = (fill: Fill): void => {
    if (is_sent) return;
    is_sent = true;
    void pay(form, sending, fill).then((is_leaving) => {
      is_sent = is_leaving;
      if (!is_leaving) busy(form, false);
    });
  };
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (event.defaultPrevented || !isPaying(submitter)) return;
    event.preventDefault();
    const wrong = sending.wrong();
    wrong?.focus();
    if (!wrong) send(() => undefined);
  });
  // A page that comes back from the history is as it was left: in the middle of being sent.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    is_sent = false;
    busy(form, false);
  });
  return send;
}

const isPaying = (submitter: HTMLElement | null): boolean => submitter === null || submitter.getAttribute('value') === 'pay';

/** True where the browser leaves the page. */
async function pay(form: HTMLFormElement, { begun, lost }: Sending, fill: Fill): Promise<boolean> {
  begun();
  keepTyped(form);
  busy(form, true);
  const session = isOfLink(form) ? await beginSession(form) : 'begun';
  if (session === 'lost') lost();
  if (session !== 'begun') return session === 'none' && leaveTo(form.action);
  const values = valuesOf(form, null);
  values.set('do', 'pay');
  fill(values);
  const answer = await request(form.action, values);
  if (answer.of === 'nothing') lost();
  else if (answer.of === 'redirect') goOn(form);
  else if (takeParts(form, answer.page)) takeFaults(form, answer.page);
  else return leaveTo(form.action);
  return answer.of === 'redirect';
}

/** Whether the form stands on the page of a payment link, where no session has begun. */
const isOfLink = (form: HTMLFormElement): boolean => new URL(form.action).pathname.startsWith('/buy/');

/** Begins the session that the form is then paid by: a redirect does not tell its address. Card data is not sent for that. */
async function beginSession(form: HTMLFormElement): Promise<'begun' | 'changed' | 'lost' | 'none'> {
  const shown = amountIn(form);
  const values = valuesOf(form, null);
  for (const name of [...values.keys()]) if (secret.test(name)) values.delete(name);
  values.set('do', 'update');
  const answer = await request(form.action, values);
  if (answer.of === 'nothing') return 'lost';
  if (answer.of !== 'page' || !takeParts(form, answer.page) || isOfLink(form)) return 'none';
  return amountIn(form) === shown ? 'begun' : 'changed';
}

/** The amount that the page shows: no other one is paid without another click. */
const amountIn = (form: HTMLFormElement): string | undefined => form.querySelector<HTMLInputElement>('[name="expected_amount"]')?.value;

function leaveTo(url: string): true {
  location.assign(url);
  return true;
}

/** The button stays where it is, because a button that is switched off would lose its focus. */
function busy(form: HTMLFormElement, is_busy: boolean): void {
  form.querySelector('[data-express]')?.setAttribute('aria-busy', String(is_busy));
  const button = form.querySelector<HTMLElement>('[data-sending]');
  const status = form.querySelector('[data-status]');
  if (!button || !status) return;
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
