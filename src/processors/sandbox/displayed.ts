import { qrCode } from '../../pictures/qr.js';
import { isTransferCurrency, transfer_of } from '../contract.js';
import { digitsFrom } from './derived.js';
import { nextAction, type Occasion, type Step } from './steps.js';
import { multibanco_entity, multibancoOf } from './voucher-numbers.js';

// Steps that the seed does not define: their names and members are Stripe's, for every caller.

const endOf = ({ now, lasts_seconds }: Occasion): number => now + lasts_seconds;

/** Images of a QR code. */
function pictures(text: string): { image_url_png: string; image_url_svg: string } {
  const { png, svg } = qrCode(text);
  return { image_url_png: png, image_url_svg: svg };
}

/** A QR code, or a link to an app on the same device. */
const inApp =
  (type: string, codeSays: (url: string) => object): Step =>
  (occasion) =>
    nextAction(type, {
      hosted_instructions_url: occasion.page_url,
      mobile_auth_url: occasion.page_url,
      qr_code: { ...codeSays(occasion.page_url), expires_at: endOf(occasion), ...pictures(occasion.page_url) },
    });

/** Cash App Pay. */
export const cashApp = inApp('cashapp_handle_redirect_or_display_qr_code', () => ({}));

/** Swish: the contents of the code are also in `data`. */
export const swish = inApp('swish_handle_redirect_or_display_qr_code', (data) => ({ data }));

/** BLIK: the payer has given the code of their app and approves there; the step shows nothing. */
export const blik: Step = () => nextAction('blik_authorize', {});

const stores = ['familymart', 'lawson', 'ministop', 'seicomart'] as const;

/** Konbini: a payment code for each chain, and the payer's phone number as the confirmation number if it was given. */
export const konbini: Step = (occasion) => {
  const { attempt, page_url, options } = occasion;
  const confirmation_number = typeof options.confirmation_number === 'string' ? options.confirmation_number : digitsFrom(attempt, 11);
  const at = (store: string) => ({ confirmation_number, payment_code: digitsFrom(`${attempt} ${store}`, 6) });
  return nextAction('konbini_display_details', {
    expires_at: endOf(occasion),
    hosted_voucher_url: page_url,
    stores: Object.fromEntries(stores.map((store) => [store, at(store)])),
  });
};

/** Multibanco: an entity and a reference for an ATM or online banking. */
export const multibanco: Step = (occasion) => {
  const { attempt, amount = 0, page_url } = occasion;
  return nextAction('multibanco_display_details', {
    entity: multibanco_entity,
    expires_at: endOf(occasion),
    hosted_voucher_url: page_url,
    reference: multibancoOf(attempt, amount),
  });
};

/** A transfer to the customer's cash balance; the hosted page shows the destination. */
export const bankTransfer: Step = ({ attempt, amount = null, currency = '', page_url }) => {
  if (!isTransferCurrency(currency)) throw new Error(`There are no bank transfers in ${currency}`);
  return nextAction('display_bank_transfer_instructions', {
    amount_remaining: amount,
    currency,
    hosted_instructions_url: page_url,
    reference: digitsFrom(attempt, 12),
    type: transfer_of[currency],
  });
};
