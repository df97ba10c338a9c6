import type { DisputeNotice, FraudWarning } from '../contract.js';

/** The scripted outcome of a charge after its approval. */
export type ScriptedOutcome = {
  readonly dispute?: Omit<DisputeNotice, 'amount' | 'fee'>;
  readonly fraud_warning?: FraudWarning;
  /** An authenticated payment is not disputed for this reason, because its issuer is liable. */
  readonly spared_if_authenticated?: true;
  readonly refund?: 'pends' | 'fails';
  readonly funds_at_once?: true;
};

const of_visa = { fraudulent: '10.4', not_received: '13.1' } as const;

/** The outcomes by the name that starts a charge's reference. No name may begin another one. */
const scripted_outcomes = {
  disputed_as_fraudulent: {
    dispute: { inquiry: false, reason: 'fraudulent', network_reason_code: of_visa.fraudulent },
    spared_if_authenticated: true,
  },
  disputed_as_noncompliant: { dispute: { inquiry: false, reason: 'noncompliant' } },
  disputed_as_not_received: {
    dispute: { inquiry: false, reason: 'product_not_received', network_reason_code: of_visa.not_received },
  },
  funds_at_once: { funds_at_once: true },
  inquired: { dispute: { inquiry: true, reason: 'general' } },
  refund_fails: { refund: 'fails' },
  refund_pends: { refund: 'pends' },
  warned: { fraud_warning: { fraud_type: 'unauthorized_use_of_card' } },
} as const satisfies Record<string, ScriptedOutcome>;

/** A name that a reference can start with. */
export type OutcomeName = keyof typeof scripted_outcomes;

const names = Object.keys(scripted_outcomes) as OutcomeName[];

/** The scripted outcome with this name. */
export const outcomeNamed = (name: OutcomeName): ScriptedOutcome => scripted_outcomes[name];

/**
 * The reference of a charge with a scripted outcome. Later captures, refunds and contests send the reference and no card number, so it is the
 * sandbox's only memory; the reference of an ordinary charge is its attempt.
 */
export const referenceOf = (name: OutcomeName, attempt: string): string => `${name}_${attempt}`;

/** The scripted outcome of the charge with this reference. */
export const scriptedOf = (reference: string): ScriptedOutcome => {
  const name = names.find((each) => reference.startsWith(`${each}_`));
  return name ? scripted_outcomes[name] : {};
};
