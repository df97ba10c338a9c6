import { about, nullable } from '../../kernel/base/fields.js';
import { integer } from '../../kernel/base/kinds.js';
import { object } from '../../kernel/base/members.js';

const part = nullable(integer({ minimum: 0 }));

/** What an amount is made of besides the price. */
export const amount_details = object({
  atm_fee: about('The fee of the cash machine that the amount contains, in minor units; null if there is none.', part),
  cashback_amount: about('The cash handed out with the purchase that the amount contains, in minor units; null if there is none.', part),
});
