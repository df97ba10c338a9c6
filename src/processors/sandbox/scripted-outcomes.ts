import type { DisputeNotice } from '../contract.js';

/** What becomes of a charge once its money is taken. */
export type ScriptedOutcome = {
  readonly dispute?: Omit<DisputeNotice, 'amount' | 'fee'>;
  /** The issuer bears what an authenticated payment is disputed for, so it is not disputed at all. */
  readonly spared_if_authenticated?: true;
  readonly refund?: 'pends' | 'fails';
  readonly funds_at_once?: true;
};

const of_visa = { fraudulent: '10.4', not_received: '13.1' } as const;

/** Sequels by the name under which the reference of a charge remembers them. No name may begin another one. */
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
} as const satisfies Record<string, ScriptedOutcome>;

/** What a reference can remember. */
export type OutcomeName = keyof typeof scripted_outcomes;

const names = Object.keys(scripted_outcomes) as OutcomeName[];

/** The scripted outcome with this name. */
export const outcomeNamed = (name: OutcomeName): ScriptedOutcome => scripted_outcomes[name];

/**
 * What the sandbox calls a charge that has a scripted outcome. Whoever captures, refunds or contests it later hands this in and no card number, so
 * it is all the memory that there is; an ordinary charge is called what its attempt is.
 */
export const referenceOf = (name: OutcomeName, attempt: string): string => `${name}_${attempt}`;

/** The scripted outcome of the charge with this reference. */
export const scriptedOf = (reference: string): ScriptedOutcome => {
  const name = names.find((each) => reference.startsWith(`${each}_`));
  return name ? scripted_outcomes[name] : {};
};
