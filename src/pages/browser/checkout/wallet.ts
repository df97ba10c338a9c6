import type { Expiry } from '../card.js';
import { countryOf } from '../frame/countries.js';
import { element } from '../frame/dom.js';
import { expressSheet } from '../frame/express-sheet.js';
import { appearanceSheet, commonSheet } from '../frame/style.js';
import { languageOf } from '../locale.js';
import { modalOf } from '../page/dialog.js';
import { pageWordsOf } from '../page/words.js';
import { type Json, membersOf, textOf } from '../shapes.js';
import { wordsOf } from '../words.js';
import { fillIn } from './handed-over.js';
import type { Opening } from './opening.js';
import { change } from './order.js';

/** The colours of the page, which a shadow tree inherits. */
const appearance = {
  variables: {
    ...{ colorPrimary: 'var(--accent-ink)', colorBackground: 'var(--card)', colorText: 'var(--ink)', colorTextSecondary: 'var(--muted)' },
    ...{ colorTextPlaceholder: 'var(--muted)', colorBorder: 'var(--edge)', colorDanger: 'var(--danger)' },
  },
};

/** Opens the sheet of a wallet. It stands in the page itself, which is of this origin and is sent the card by its form anyway. */
export function openWallet({ form, type, send, lost }: Opening, today: Expiry): void {
  const { purpose, ...options } = optionsIn(form);
  const language = languageOf(document.documentElement.lang, []);
  const box = element('div', {});
  const { close } = dialogWith(box, language);
  const sheet = expressSheet(
    { ...options, ...typedIn(form, options), type },
    {
      words: wordsOf(language),
      language,
      today,
      country: countryOf(navigator.languages),
      page: {
        call: async (name, value) => (name === 'rate' ? changeRate(form, textOf(membersOf(value).id) ?? '', lost) : {}),
        tell: (name) => {
          if (name !== 'authorized') return;
          const { data } = sheet.content();
          close();
          send((values) => fillIn(values, data, type));
        },
      },
    },
    { types: null, currency: null, amount: null, livemode: false, express: null, kept: false, ...membersOf(purpose) },
  );
  const shadow = box.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [commonSheet(), appearanceSheet(appearance)];
  shadow.append(element('div', { class: 'Root' }, sheet.root));
}

/** Shows something in a dialog of the page. */
function dialogWith(box: HTMLElement, language: string): { readonly close: () => void } {
  const words = pageWordsOf(language);
  const { dialog, leave } = modalOf({ words, locale: language }, box, words.wallet);
  const close = (): void => {
    dialog.close();
    dialog.remove();
  };
  dialog.dataset.testid = 'florin-wallet';
  Object.assign(dialog.style, { background: 'var(--card)', color: 'var(--ink)' });
  leave.addEventListener('click', close);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { close };
}

const optionsIn = (form: HTMLFormElement): Json =>
  membersOf(JSON.parse(form.querySelector<HTMLElement>('[data-express]')?.dataset.express ?? '{}'));

/** An e-mail address and a phone number that were typed in already are not asked for again. */
function typedIn(form: HTMLFormElement, { emailRequired, phoneNumberRequired }: Json): Json {
  const is_filled = (name: string): boolean => {
    const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    return field !== null && field.value.trim() !== '' && field.getAttribute('aria-invalid') !== 'true';
  };
  return {
    emailRequired: emailRequired === true && !is_filled('email'),
    phoneNumberRequired: phoneNumberRequired === true && !is_filled('phone'),
  };
}

async function changeRate(form: HTMLFormElement, id: string, lost: () => void): Promise<Json> {
  const rate = form.querySelector<HTMLInputElement>(`[name="shipping_rate"][value="${CSS.escape(id)}"]`);
  const button = form.querySelector<HTMLButtonElement>('button[value="ship"]');
  if (!rate || !button) return {};
  rate.checked = true;
  await change(form, button, lost);
  const { lineItems, purpose } = optionsIn(form);
  return { lineItems, amount: membersOf(purpose).amount };
}
