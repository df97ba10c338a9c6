import { type ErrorCode, errors } from '../../../kernel/base/errors.js';
import type { Values } from '../../../kernel/base/fields.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Declined } from '../../../processors/contract.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import type { last_error } from './parts.js';

type Method = It<typeof paymentMethod>;

type Advice = Pick<Declined, 'advice_code' | 'network_advice_code' | 'network_decline_code'>;
type Kept = Omit<Values<{ it: typeof last_error }>['it'], keyof Advice>;

/** A decline: as the intent stores it, and as the confirming caller receives it. */
export type Failure = { readonly error: Kept & Advice; readonly refusal: Refusal };

/** The error and refusal of a decline; `charge` is the failed charge. */
export function failureOf(answer: Declined, method: Method | null, charge: string | null = null): Failure {
  const { code, decline_code: said, message = errors[code].message } = answer;
  const decline_code = said ?? declineCodeOf(code);
  const { type } = errors[code];
  const of_method = { payment_method: method, payment_method_type: method?.type ?? null };
  const advice = advised(answer);
  const error = { charge, type, code, decline_code, message, param: null, doc_url: null, ...advice, ...of_method };
  return { error, refusal: { ...refusalOf(error), code } };
}

/** What the processor advises after a decline, and the codes of the network. */
const advised = ({ advice_code, network_advice_code, network_decline_code }: Declined): Advice => ({
  ...(advice_code && { advice_code }),
  ...(network_advice_code && { network_advice_code }),
  ...(network_decline_code && { network_decline_code }),
});

/** What an intent keeps of its last decline, as the refusal that it was. */
export const refusalOf = ({ charge, code, decline_code, message, payment_method, payment_method_type }: Kept): Refusal => ({
  code: Object.hasOwn(errors, code) ? (code as ErrorCode) : 'card_declined',
  message,
  ...(decline_code && { decline_code }),
  payment_method,
  payment_method_type: payment_method_type ?? '',
  ...(charge && { charge }),
});

/** A bank that says nothing else has said the code itself; what failed before a bank was asked has none (Stripe). */
const declineCodeOf = (code: ErrorCode): string | null => (/^(payment|setup)_intent_/.test(code) ? null : code);
