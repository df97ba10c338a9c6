import { about, nullable, required } from '../../../kernel/base/fields.js';
import { oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const said = 'The type of the wallet: `apple_pay` or `google_pay`.';

/** The wallet that a card was taken from, as a parameter. */
export const wallet_input = object({ type: about(said, required(oneOf('apple_pay', 'google_pay'))) });

/** The wallet that a card was taken from. */
export const wallet = object({
  dynamic_last4: about(
    'The last four digits of the number that the device has in place of the card; null if they are unknown.',
    nullable(textOf(4)),
  ),
  type: about(said, text),
});

/** Payers see all of it. */
export const wallet_for_payer = { dynamic_last4: true, type: true } as const;
