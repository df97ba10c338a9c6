import { countryOf } from '../frame/countries.js';
import { element } from '../frame/dom.js';
import { expressSheet } from '../frame/express-sheet.js';
import { appearanceSheet, commonSheet } from '../frame/style.js';
import { languageOf } from '../locale.js';
import { modalOf } from '../page/dialog.js';
import { pageWordsOf } from '../page/words.js';
import { membersOf, textOf } from '../shapes.js';
import { wordsOf } from '../words.js';
import type { Opening } from './opening.js';

/** The colours of the page, which a shadow tree inherits. */
const appearance = {
  variables: {
    ...{ colorPrimary: 'var(--accent-ink)', colorBackground: 'var(--card)', colorText: 'var(--ink)', colorTextSecondary: 'var(--muted)' },
    ...{ colorTextPlaceholder: 'var(--muted)', colorBorder: 'var(--edge)', colorDanger: 'var(--danger)' },
  },
};

/** Opens the sheet of a wallet. It stands in the page itself, which is of this origin and is sent the card by its form anyway. */
export function openWallet({ options, purpose, changeRate, authorized }: Opening): void {
  const language = languageOf(document.documentElement.lang, []);
  const box = element('div', {});
  const { close } = dialogWith(box, language);
  const now = new Date();
  const sheet = expressSheet(
    options,
    {
      words: wordsOf(language),
      language,
      today: { month: now.getMonth() + 1, year: now.getFullYear() },
      country: countryOf(navigator.languages),
      page: {
        call: async (name, value) => (name === 'rate' ? changeRate(textOf(membersOf(value).id) ?? '') : {}),
        tell: (name) => {
          if (name !== 'authorized') return;
          const { data } = sheet.content();
          close();
          authorized(data);
        },
      },
    },
    { types: null, currency: null, amount: null, livemode: false, kept: false, ...purpose },
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
