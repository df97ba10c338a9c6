import type { Concealed } from './concealed.js';
import type { ErrorCode } from './errors.js';

/** What can be asked of whoever moves the money. */
export type Verb = 'set_up' | 'pay_out';

/** What the payer did on the page of their bank or wallet. */
export type Outcome = 'succeed' | 'fail' | 'abandon' | 'expire';

/** The object on whose behalf a processor is asked. */
export type Subject = { readonly object: string; readonly id: string };

/** Proves that a payment method works, without moving money. */
export type SetUpAsk = {
  readonly verb: 'set_up';
  readonly subject: Subject;
  /** The attempt this belongs to: a page opened for an earlier one is void. */
  readonly attempt: string;
  readonly payment_method: {
    readonly id: string;
    readonly type: string;
    readonly card?: { readonly exp_month: number; readonly exp_year: number; readonly cvc_given: boolean };
  };
  /** The verification code that came with this very request; never stored, so an ask resumed after a crash goes without it. */
  readonly cvc?: Concealed;
  /** Filled from the vault when sent; never stored with the ask. */
  readonly card?: { readonly number: Concealed; readonly cvc: Concealed | null };
  readonly request_three_d_secure: string | null;
  readonly stepwise_three_d_secure: boolean;
  readonly return_url: string | null;
  /** The `type` of the step the payer has been through, and what they did there. */
  readonly finished_step: string | null;
  readonly outcome?: Outcome;
  /** Seconds since the Unix epoch on the account's clock. */
  readonly now: number;
};

/** Sends funds to a bank account. */
export type PayOutAsk = {
  readonly verb: 'pay_out';
  readonly subject: Subject;
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  /** Filled from the vault when sent; never stored with the ask. */
  readonly account_number?: Concealed;
  /** When the funds are expected to arrive, and the account's clock now: seconds since the Unix epoch. */
  readonly arrival_date: number;
  readonly now: number;
};

/** A question to a processor, stored before it is sent. */
export type Ask = SetUpAsk | PayOutAsk;

/** A next step for the payer: `type` names the member that is filled (seed, next_action). */
export type NextAction = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a processor knows of a card once it has seen it. */
export type CardChecks = {
  readonly address_line1_check: string | null;
  readonly address_postal_code_check: string | null;
  readonly cvc_check: string | null;
};

/** A processor's answer. An outcome it does not know is `pending`, never a success or a failure (promise 5). */
export type Answer =
  | { readonly result: 'approved'; readonly checks?: CardChecks; readonly authenticated?: boolean }
  | { readonly result: 'declined'; readonly code: ErrorCode; readonly decline_code?: string; readonly message?: string }
  | { readonly result: 'needs_action'; readonly next_action: NextAction }
  | { readonly result: 'pending' };

/** What accompanies an ask: the key that makes repeating it safe, and where the payer can be sent. */
export type Asking = { readonly idempotency_key: string; readonly page_url: string };

/**
 * Whoever moves the money. Stateless: a processor answers, the engine stores. A verb it does not support is absent. A `local` one is
 * pure and immediate, so it may be asked before the one write of a request instead of between two (design 4).
 */
export type Processor = {
  readonly name: string;
  readonly local: boolean;
  readonly set_up?: (ask: SetUpAsk, asking: Asking) => Answer | Promise<Answer>;
  readonly pay_out?: (ask: PayOutAsk, asking: Asking) => Answer | Promise<Answer>;
};
