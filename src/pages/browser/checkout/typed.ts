/** Numbers of cards and accounts, which are stored nowhere and sent with nothing but the payment. */
export const secret = /^(number|exp|cvc|.*-(iban|account_number))$/;

type Field = HTMLInputElement | HTMLSelectElement;

/** A tab keeps what was typed until it comes back, for one page at a time. */
const place = 'florin.typed';

/** What the payer has filled in; the order is known to the service, and secrets are left out. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input[name]:not([type="hidden"]), select[name]')].filter(
    (field) => !secret.test(field.name) && !field.closest('[data-live]'),
  );

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type);

/** Keeps what was typed while the payer is at a bank, so that the page is filled in if they come back. */
export function keepTyped(form: HTMLFormElement): void {
  const values = fieldsOf(form).flatMap((field) => (isChoice(field) && !field.checked ? [] : [[field.name, field.value]]));
  stored(() => sessionStorage.setItem(place, JSON.stringify({ page: form.action, values })));
}

/** Fills in what was typed on this page before; answers with that, where it is an address of another country than the page asks for. */
export function restoreTyped(form: HTMLFormElement): URLSearchParams | null {
  const text = stored(() => sessionStorage.getItem(place));
  const kept = text ? (JSON.parse(text) as { readonly page: string; readonly values: readonly (readonly [string, string])[] }) : null;
  if (kept?.page !== form.action) return null;
  stored(() => sessionStorage.removeItem(place));
  const lands = [...form.querySelectorAll<HTMLSelectElement>('[data-changes="address"]')];
  const before = lands.map(({ value }) => value).join();
  for (const field of fieldsOf(form)) {
    const values = kept.values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (isChoice(field)) field.checked = values.includes(field.value);
    else field.value = values[0] ?? field.value;
  }
  const is_elsewhere = lands.map(({ value }) => value).join() !== before;
  return is_elsewhere ? new URLSearchParams(kept.values.map(([name, value]) => [name, value])) : null;
}

/** Some browsers keep nothing for a page in a frame. */
function stored<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
