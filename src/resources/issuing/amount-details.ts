import { nullable, object } from '../../base/fields.js';
import { integer } from '../../base/kinds.js';

const part = nullable(integer({ minimum: 0 }));

/** What an amount is made of besides the price. */
export const amount_details = object({ atm_fee: part, cashback_amount: part });
