import { html, type Markup, type Shown } from './markup.js';

/** Something that is typed in elsewhere, and the words of the button that copies it. */
export type Copyable = {
  /** The id of the text; no two on a page share one. */
  readonly id: string;
  /** What is copied: the number without the spaces that it is shown with. */
  readonly text: string;
  readonly shown: Shown;
  readonly words: { readonly copy: string; readonly copied: string };
  /** What it is, for who cannot see where the button stands. */
  readonly what: string;
};

/**
 * A text beside a button that copies it. The style sheet draws the button's label, so that selecting the number copies nothing else. The button shows only while the script runs.
 */
export const copyable = ({ id, text, shown, words, what }: Copyable): Markup =>
  html`<span class="copyable"><span id="${id}" data-text="${text}" data-testid="${id}">${shown}</span><button class="copy" type="button" data-copies="${id}" data-copied="${words.copied}" data-label="${words.copy}" aria-label="${words.copy}: ${what}" data-testid="copy-${id}" hidden></button><span class="unseen" role="status"></span></span>`;

/** Lets the buttons copy, and says so. A clipboard is open to pages that were fetched safely; others copy as they did before there was one. */
export const copy_script = `
for (const button of document.querySelectorAll('[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const label = button.dataset.label;
  const byHand = (text) => {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    button.focus();
  };
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = source.dataset.text;
    if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => byHand(text));
    else byHand(text);
    button.dataset.label = button.dataset.copied;
    button.classList.add('done');
    button.nextElementSibling.textContent = button.dataset.copied;
    setTimeout(() => { button.dataset.label = label; button.classList.remove('done'); button.nextElementSibling.textContent = ''; }, 4000);
  });
}
`;
