import { about, sometimes } from '../../kernel/base/fields.js';
import { integer } from '../../kernel/base/kinds.js';
import { object } from '../../kernel/base/members.js';
import { currency } from '../../kernel/base/money.js';

/** What a payer was shown, where that is another currency than the price of the purchase. */
export const presentment = object({
  presentment_amount: about('The amount that the payer saw, in minor units of `presentment_currency`.', integer()),
  presentment_currency: about('The currency that the payer saw and pays in, a three-letter ISO 4217 code.', currency),
});

/** The member of payments, charges and refunds about it. */
export const presentment_details = about(
  'What the payer saw where a Checkout Session with adaptive pricing has converted the price; absent for other payments.',
  sometimes(presentment),
);

type Presented = { readonly presentment_amount?: number | undefined; readonly presentment_currency?: string | undefined };

/** The same of another amount of that payment. */
export const presentedAs = (of: Presented | undefined, amount: number) =>
  of?.presentment_currency ? { presentment_details: { presentment_amount: amount, presentment_currency: of.presentment_currency } } : {};
