import { about, nullable, type SaidFields } from '../../../kernel/base/fields.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Approved } from '../../../processors/contract.js';
import type { charge } from '../charges/charge.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

const reference_status = about(
  'Whether the reference is known, still expected, or will never be.',
  nullable(oneOf('available', 'pending', 'unavailable')),
);

const traced = {
  reference: about('The reference that the payer can give to the provider; null until it is known.', nullable(text)),
  reference_status,
} as const;

const declinable = {
  ...traced,
  network_decline_code: about('The reason of the provider, if it has declined the refund; null otherwise.', nullable(text)),
} as const;

const card = {
  reference: about('The reference that the cardholder can give to the bank (ARN); null until it is known.', nullable(text)),
  reference_status,
  reference_type: about('The kind of the reference.', nullable(text)),
  type: about(
    'Whether the charge was refunded, reversed before it settled, or is not decided yet.',
    oneOf('refund', 'reversal', 'pending'),
  ),
} as const;

/** Members of a refund's destination by its type; types without an entry have none. */
const members_by_type: Readonly<Record<string, SaidFields>> = {
  ...{ afterpay_clearpay: traced, klarna: traced, mb_way: traced, multibanco: traced, p24: traced },
  ...{ blik: declinable, paypal: declinable, swish: declinable },
  card,
  crypto: { reference: traced.reference },
};

/** The destinations that have another name than the type of payment method (Stripe). */
const names: Readonly<Record<string, string>> = { customer_balance: 'customer_cash_balance', revolut_pay: 'revolut' };

const destinations: readonly string[] = payment_method_types.map((type) => names[type] ?? type);

const nameOf = (type: string): string => names[type] ?? type;

/** Where the money went, by the processor's name for it: what a payer's bank can be asked about. */
export const destination_details = sparse({
  ...Object.fromEntries(
    destinations.map((name) => [
      name,
      about(`Details of a refund to \`${name}\`, if \`type\` says so.`, object(members_by_type[name] ?? {})),
    ]),
  ),
  card: about('Details of a refund to a card, if `type` is `card`.', object(card)),
  type: about('The destination of the money, which names the member with its details.', oneOf(...destinations)),
});

type Charge = Pick<It<typeof charge>, 'payment_method_details'>;
type Way = 'refund' | 'reversal';

const reference_types = { refund: 'acquirer_reference_number', reversal: 'system_trace_audit_number' } as const;

/** The destination of a refund. A reversal leaves nothing on the payer's statement, so there may never be a reference to ask the bank about. */
export function destinationOf({ payment_method_details }: Charge, { reference }: Approved, way: Way) {
  const type = nameOf(payment_method_details?.type ?? 'card');
  const unknown = way === 'reversal' ? 'unavailable' : 'pending';
  const known = { reference: reference ?? null, reference_status: reference === undefined ? unknown : 'available' } as const;
  if (type === 'card') return { type, card: { ...known, reference_type: reference_types[way], type: way } };
  const shown = Object.entries(known).filter(([name]) => Object.hasOwn(members_by_type[type] ?? {}, name));
  return { type, [type]: { ...(members_by_type[type] === declinable && { network_decline_code: null }), ...Object.fromEntries(shown) } };
}
