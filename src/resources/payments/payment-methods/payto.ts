import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { concealed, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { digits } from './debits.js';

const members = {
  account_number: about(
    'The account number, 4 to 9 digits, together with `bsb_number`. It is stored encrypted and never returned.',
    concealed(/^\d{4,9}$/, 'parameter_invalid'),
  ),
  bsb_number: about('The BSB number of the branch: six digits.', digits(6)),
  pay_id: about('The PayID of the payer, such as an email address or a telephone number, in place of an account.', textOf(256)),
} as const;

/** What a payer may say of the account that PayTo takes the money from. Without it the payer names the account at the bank. */
export const payto_input = about('The account, if `type` is `payto`: a PayID, or the number of an account.', object(members));

type Account = { readonly shown: object; readonly number: Concealed | null };

/** Reads which account a payer means. `at` is the parameter it came in. */
export function payToFrom(given: Given<typeof members> = {}, at: string, { refuse }: Pick<Asked, 'refuse'>): Account {
  const { account_number: number, bsb_number, pay_id } = given;
  if (pay_id !== undefined && (number !== undefined || bsb_number !== undefined))
    return refuse({ code: 'parameters_exclusive', param: `${at}[pay_id]`, message: 'Send either a PayID or the number of an account.' });
  const missing = number && bsb_number === undefined ? 'bsb_number' : bsb_number !== undefined && !number ? 'account_number' : null;
  if (missing)
    return refuse({ code: 'parameter_missing', param: `${at}[${missing}]`, message: `Missing required param: ${at}[${missing}].` });
  const last4 = number?.reveal().slice(-4) ?? null;
  return { shown: { bsb_number: bsb_number ?? null, last4, pay_id: pay_id ?? null }, number: number ?? null };
}
