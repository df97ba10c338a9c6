import { about, nullable, required } from '../../../kernel/base/fields.js';
import { integer, oneOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';

const type = about('The kind of amount; `monetary` is the only one.', required(oneOf('monetary')));

/** An amount of billing credits as callers send it. */
export const amount_input = object({
  monetary: about(
    'The amount of money.',
    required(
      object({
        currency: about('The currency of the amount, a three-letter ISO 4217 code.', required(currency)),
        value: about('The amount in minor units, above 0.', required(integer({ minimum: 1, maximum: billed_max }))),
      }),
    ),
  ),
  type,
});

/** An amount of billing credits as it is shown. */
export const credit_amount = object({
  monetary: about(
    'The amount of money.',
    nullable(
      object({
        currency: about('The currency of the amount, a three-letter ISO 4217 code.', currency),
        value: about('The amount in minor units.', integer()),
      }),
    ),
  ),
  type,
});

/** An amount of money as it is shown. */
export const monetary = (value: number, of: string) => ({ monetary: { currency: of, value }, type: 'monetary' as const });
