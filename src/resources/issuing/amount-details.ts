import { nullable } from '../../kernel/base/fields.js';
import { integer } from '../../kernel/base/kinds.js';
import { object } from '../../kernel/base/members.js';

const part = nullable(integer({ minimum: 0 }));

/** What an amount is made of besides the price. */
export const amount_details = object({ atm_fee: part, cashback_amount: part });
