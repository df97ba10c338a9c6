import { checkFields } from './checkout/checks.js';
import { offerExpress } from './checkout/express.js';
import { findOutcome } from './checkout/lost.js';
import { quickly } from './checkout/order.js';
import { arrange, followCountries } from './checkout/places.js';
import { sendOnce } from './checkout/sending.js';
import { restoreTyped } from './checkout/typed.js';

// The page works without any of this: it shows a card's brand while its number is typed, says what is wrong before the form is sent, changes
// the order without losing what was typed, sends the form once, and keeps what was typed when the connection or a bank fails.
const form = document.querySelector<HTMLFormElement>('#checkout');
if (form) {
  const now = new Date();
  const wrong = checkFields(form, { month: now.getMonth() + 1, year: now.getFullYear() });
  let finding: { stop(): void } | null = null;
  const begun = (): void => finding?.stop();
  const lost = (): void => {
    begun();
    finding = findOutcome(form);
  };
  const elsewhere = restoreTyped(form);
  if (elsewhere) void arrange(form, elsewhere);
  quickly(form, lost);
  followCountries(form);
  const send = sendOnce(form, { wrong, begun, lost });
  offerExpress(form, { wrong, send, lost });
}
