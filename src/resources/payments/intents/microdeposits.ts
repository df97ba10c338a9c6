import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { integerOrDigits, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Microdeposits } from '../../../processors/contract.js';

/** The payer's proof of a bank account: two amounts in minor units, or the code of a single deposit. */
export const microdeposits = {
  amounts: about('The two deposited amounts in minor units, in any order.', listOf(integerOrDigits({ minimum: 1, maximum: 99 }), 2)),
  descriptor_code: about('The code in the text of a single deposit.', textOf(10)),
  client_secret: about('The client secret of the intent, required with a publishable key.', text),
};

/** The step that asks for it. */
export const verify_step = 'verify_with_microdeposits';

type Told = Given<typeof microdeposits>;

/** The proof in a request; refused where nothing can be verified with it. */
export function toldOf(
  { next_action }: { readonly next_action: { readonly type: string } | null },
  { amounts, descriptor_code }: Told,
  code: 'payment_intent_unexpected_state' | 'setup_intent_unexpected_state',
  asked: Asked,
): { readonly told: Microdeposits } {
  if (next_action?.type !== verify_step) return asked.refuse({ code, message: nothing_to_verify });
  if (amounts && descriptor_code) return asked.refuse({ code: 'parameters_exclusive', param: 'descriptor_code', message: one_of_them });
  if (descriptor_code) return { told: { descriptor_code } };
  if (amounts?.length === 2) return { told: { amounts } };
  return asked.refuse({ code: 'parameter_missing', param: 'amounts', message: one_of_them });
}

const nothing_to_verify = 'No small amounts were sent to an account for this: its next_action is not verify_with_microdeposits.';
const one_of_them = 'Send amounts, the two amounts in minor units that have arrived, or descriptor_code, the code beside a single one.';

/** The refusal of wrong amounts or a wrong code. */
export const mismatch = ({ amounts }: Microdeposits): Refusal =>
  amounts
    ? { code: 'payment_method_microdeposit_verification_amounts_mismatch', param: 'amounts' }
    : { code: 'payment_method_microdeposit_verification_descriptor_code_mismatch', param: 'descriptor_code' };
