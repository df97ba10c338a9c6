import { checkFields } from './checkout/checks.js';
import { quickly } from './checkout/order.js';
import { sendOnce } from './checkout/sending.js';

// The page works without any of this: it shows a card's brand while its number is typed, says what is wrong before the form is sent, changes
// the order without losing what was typed, and sends the form once.
const form = document.querySelector<HTMLFormElement>('#checkout');
if (form) {
  const now = new Date();
  const checked = checkFields(form, { month: now.getMonth() + 1, year: now.getFullYear() });
  quickly(form);
  sendOnce(form, checked);
}
