/** The object of a question. */
export type Subject = { readonly object: string; readonly id: string };

/** The members of every question of Florin (docs/processors). */
type Asked<V extends string> = {
  readonly verb: V;
  readonly account: string;
  readonly subject: Subject;
  /** The same verb and attempt are the same question. */
  readonly attempt: string;
  /** Seconds since 1970 on the account's clock. */
  readonly now: number;
};

/** The payment method of a try. */
export type Method = {
  readonly id: string;
  readonly type: string;
  readonly saved?: boolean;
  readonly billing_details?: Readonly<Record<string, unknown>> | null;
  readonly bank_account?: Readonly<Record<string, unknown>>;
};

/** A card with its number; for a debit, `number` is the number of the account. */
export type Card = { readonly number: string; readonly exp_month?: number; readonly exp_year?: number; readonly cvc: string | null };

type Trying<V extends string> = Asked<V> & {
  readonly payment_method: Method;
  readonly card?: Card;
  readonly request_three_d_secure: string | null;
  readonly return_url: string | null;
  readonly finished_step: string | null;
};

/** Takes or holds money. Amounts are in minor units. */
export type ChargeAsked = Trying<'charge'> & {
  readonly amount: number;
  readonly currency: string;
  readonly capture: boolean;
  readonly off_session: boolean;
  readonly setup_future_usage?: 'on_session' | 'off_session' | null;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly description: string | null;
  readonly statement_descriptor: string | null;
};
/** Proves that a card works, and agrees on later charges. */
export type SetUpAsked = Trying<'set_up'> & { readonly customer?: string };

type OfCharge<V extends string> = Asked<V> & { readonly reference: string; readonly amount: number; readonly currency: string };
/** Takes held money; the rest is let go. */
export type CaptureAsked = OfCharge<'capture'>;
/** Holds `amount` from now on. */
export type IncrementAsked = OfCharge<'increment'>;
/** Lets held money go, or gives back what a charge took at once. */
export type VoidAsked = OfCharge<'void'>;
/** Gives money back. */
export type RefundAsked = OfCharge<'refund'>;
/** Hands evidence to the payer's bank. */
export type ContestAsked = OfCharge<'contest'> & { readonly evidence: Readonly<Record<string, unknown>> };
/** Sends money to an account. */
export type PayOutAsked = Asked<'pay_out'> & {
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly account_number?: string;
  readonly arrival_date: number;
  readonly beneficiary?: Readonly<Record<string, unknown>>;
};

/** The questions that this program answers. */
export type Question = ChargeAsked | SetUpAsked | CaptureAsked | IncrementAsked | VoidAsked | RefundAsked | ContestAsked | PayOutAsked;
/** Their verbs. */
export type Verb = Question['verb'];
/** The question of a verb. */
export type QuestionOf<V extends Verb> = Extract<Question, { verb: V }>;

/** All verbs. `reverse` is absent: no connector takes a payout back. */
export const verbs: readonly Verb[] = ['charge', 'set_up', 'capture', 'increment', 'void', 'refund', 'contest', 'pay_out'];

/** The codes of declines that Florin accepts. */
export const decline_codes = new Set([
  ...['authentication_required', 'card_declined', 'expired_card', 'incorrect_cvc', 'incorrect_number', 'invalid_cvc'],
  ...['invalid_expiry_month', 'invalid_expiry_year', 'processing_error'],
]);

/** A dispute in an answer: amounts in minor units, `due_by` in seconds. */
export type Dispute = {
  readonly inquiry: boolean;
  readonly reason: string;
  readonly amount?: number;
  readonly due_by?: number;
  readonly network_reason_code?: string;
};

type Given = { readonly reference?: string; readonly ask_again_at?: number };
/** An answer to Florin. */
export type Answer =
  | (Given & {
      readonly result: 'approved';
      readonly checks?: Readonly<Record<string, string>>;
      readonly authenticated?: boolean;
      readonly incremental_authorization?: boolean;
    })
  | (Given & { readonly result: 'declined'; readonly code: string; readonly decline_code?: string; readonly message?: string })
  | (Given & { readonly result: 'needs_action'; readonly next_action: NextAction })
  | (Given & { readonly result: 'pending' });

/** A step of the payer. */
export type NextAction = {
  readonly type: 'redirect_to_url';
  readonly redirect_to_url: { readonly url: string; readonly return_url: string | null };
};

/** What Florin receives without asking. */
export type Notification = {
  readonly account: string;
  readonly subject: Subject;
  readonly verb: Verb;
  readonly attempt: string;
  readonly answer: Answer | { readonly result: 'disputed'; readonly dispute: Dispute };
};

/** Whether an answer stands, except that an approved refund may fail later. */
export const isFinal = (answer: Answer | null): boolean => answer?.result === 'approved' || answer?.result === 'declined';
