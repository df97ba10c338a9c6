import { type Around, type Effects, set } from '../../../kernel/base/effects.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Approved, FraudWarning } from '../../../processors/contract.js';
import type { Candidate, Screening } from '../../core/radar/rule-fields.js';
import type { charge } from '../charges/charge.js';
import { earlyFraudWarning } from '../radar/early-fraud-warning.js';
import { closed, review } from './review.js';

/** A charge that has succeeded. */
type Watched = { readonly id: string; readonly payment_intent: string | null; readonly disputed: boolean };

/** The review and the warning of a charge: its members that name them, and the effects that create them. */
type Watch = { readonly change: Settable<typeof charge>; readonly effects: Effects };

type Tried = {
  readonly screening?: Screening | null | undefined;
  readonly method: { readonly billing_details: { readonly address?: { readonly postal_code?: string | null } | null } };
};

/** The review that a rule opens, and the warning that came with the approval. A dispute that came along ends both. */
export function watched(
  of: Watched,
  { screening, method }: Tried,
  { answer, rule }: { readonly answer: Approved; readonly rule: Candidate | null },
  around: Around,
): Watch {
  const warned = answer.fraud_warning && warnedOf(of, answer.fraud_warning, around);
  if (rule?.action !== 'review') return warned ?? { change: {}, effects: null };
  const opened = around.make(review, {
    billing_zip: method.billing_details.address?.postal_code ?? null,
    charge: of.id,
    ip_address: screening?.ip_address ?? null,
    open: true,
    payment_intent: of.payment_intent,
  });
  const effects = [opened, of.disputed && closed(opened, 'disputed'), warned?.effects];
  return { change: { ...warned?.change, review: opened.id }, effects };
}

/** The warning of a card issuer about a charge. */
export function warnedOf(of: Watched, { fraud_type }: FraudWarning, { make }: Around): Watch {
  const { id, payment_intent, disputed } = of;
  const warning = make(earlyFraudWarning, { actionable: !disputed, charge: id, fraud_type, payment_intent });
  return { change: { fraud_warning: warning.id }, effects: warning };
}

/** The processor reports a warning about a charge later; a repeated report changes nothing. */
export function warned(of: It<typeof charge>, warning: FraudWarning, around: Around): Effects {
  if (of.status !== 'succeeded' || of.fraud_warning !== undefined) return null;
  const { change, effects } = warnedOf({ ...of, disputed: of.disputed || of.refunded }, warning, around);
  return [effects, set(of, change, null)];
}
