import { html, type Markup } from './markup.js';

/** A button that prints the page; it shows once the script runs, because without it nothing would happen. */
export const printButton = (label: string): Markup =>
  html`<button class="button plain print" type="button" data-prints="" data-testid="print" hidden>${label}</button>`;

/** Lets the button print. */
export const print_script = `
for (const button of document.querySelectorAll('[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
`;
