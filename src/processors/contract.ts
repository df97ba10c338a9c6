import type { Concealed } from '../kernel/base/concealed.js';
import type { ErrorCode } from '../kernel/base/errors.js';
import type { Asking, Subject } from '../kernel/base/question.js';

/** What the payer did on the page of their bank or wallet. */
export type Outcome = 'succeed' | 'fail' | 'abandon' | 'expire';

/** The kinds of bank transfers, by their currency. */
export const transfer_of = {
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
  jpy: 'jp_bank_transfer',
  mxn: 'mx_bank_transfer',
  usd: 'us_bank_transfer',
} as const;

/** A currency in which customers can send money by bank transfer. */
export type TransferCurrency = keyof typeof transfer_of;

/** Whether bank transfers exist in that currency. */
export const isTransferCurrency = (currency: string): currency is TransferCurrency => Object.hasOwn(transfer_of, currency);

/** The members of every ask. */
type Asked<V extends string> = {
  readonly verb: V;
  readonly subject: Subject;
  /** The id of this attempt: the idempotency key for the processor derives from it, and a page for an earlier attempt is void. */
  readonly attempt: string;
  /** Seconds since the Unix epoch on the account's clock, when it is sent. */
  readonly now: number;
  /** When the attempt began, likewise; present where the attempt is an object's id, which has the service's time. */
  readonly began?: number;
};

/** An ask that only the processor of the charge can answer. */
type OfCharge<V extends string> = Asked<V> & {
  readonly processor: string;
  /** The processor's reference for the charge, from its approval. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
};

/** A payment method in an ask. */
export type MethodAsked = {
  readonly id: string;
  readonly type: string;
  readonly card?: { readonly exp_month: number; readonly exp_year: number; readonly cvc_given: boolean };
  /** The known details of the account to debit, except its number. */
  readonly bank_account?: Readonly<Record<string, unknown>>;
  /** What the payer has said of their account with another type, such as their bank or tax number. */
  readonly said?: Readonly<Record<string, unknown>>;
  /** It belongs to a customer and has been used or set up before. */
  readonly saved?: boolean;
  readonly billing_details?: Readonly<Record<string, unknown>>;
};

/** How an account routes an attempt to pay. It is stored with the ask and not sent. */
export type Routing = {
  /** The processors of the account's own rule, in their order; none where the operator's routes decide. */
  readonly processors: readonly string[];
  /** The processors that the account has switched off. */
  readonly disabled_processors: readonly string[];
};

/** Proof that the account is the payer's: the amounts or the code of the deposits. */
export type Microdeposits = { readonly amounts?: readonly number[]; readonly descriptor_code?: string };

/** The members for an attempt with a payment method, with or without money. */
type Trying<V extends string> = Asked<V> & {
  /** The processor that answered earlier asks of this attempt; no other one can continue it. */
  readonly processor?: string;
  readonly payment_method: MethodAsked;
  /** The verification code from the current request; never stored, so an ask that is resumed after a crash has none. */
  readonly cvc?: Concealed;
  /** The code that the payer's wallet displays for scanning; like a card's code, it is only in the current request. */
  readonly payment_code?: Concealed;
  /** Read from the vault when sent; never stored with the ask. */
  readonly card?: { readonly number: Concealed; readonly cvc: Concealed | null };
  readonly request_three_d_secure: string | null;
  readonly stepwise_three_d_secure: boolean;
  readonly return_url: string | null;
  /** The `type` of the step that the payer has finished, with their `outcome`. */
  readonly finished_step: string | null;
  readonly outcome?: Outcome;
  /** The deposited amounts, in minor units, or the descriptor code, that the payer has entered. */
  readonly microdeposits?: Microdeposits;
};

/** Verifies a payment method without moving money. */
export type SetUpAsk = Trying<'set_up'> & {
  /** The customer to attach it to, when it is set up without an intent. */
  readonly customer?: string;
  /** `payment_method_options` of the type, where any are said. */
  readonly options?: Readonly<Record<string, unknown>>;
};

/** Takes money from a payment method, or authorizes it if `capture` is false. */
export type ChargeAsk = Trying<'charge'> & {
  readonly routing?: Routing;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly capture: boolean;
  /** After a step no money is taken until the same ask comes again, with `finished_step`. */
  readonly confirmation_method?: 'manual';
  /** The payer is not present and cannot take a step. */
  readonly off_session: boolean;
  /** The payment method is saved for later charges, with the payer or also without: networks want to know it with the first one. */
  readonly setup_future_usage?: 'on_session' | 'off_session';
  /** `payment_method_options` of the type: parameters of wallets, and the payer's time limit in `expires_after_days`, `expires_after_seconds` or `expires_at`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly description: string | null;
  readonly statement_descriptor: string | null;
};

/** Captures an authorization in full or in part; the rest is voided. */
export type CaptureAsk = OfCharge<'capture'>;
/** Increases the authorization of a card charge that was approved with `incremental_authorization`: `amount` is the new total. */
export type IncrementAsk = OfCharge<'increment'> & {
  /** The payment's members to set once it is granted; stored with the ask and not sent. */
  readonly described: {
    readonly description?: string | null;
    readonly metadata?: '' | Readonly<Record<string, string>>;
    readonly statement_descriptor?: string | null;
  };
};
/** Voids an authorization. */
export type VoidAsk = OfCharge<'void'>;
/** Refunds money. */
export type RefundAsk = OfCharge<'refund'> & { readonly outcome?: Outcome };
/** Submits the merchant's evidence against a dispute to the bank. */
export type ContestAsk = OfCharge<'contest'> & { readonly evidence: Readonly<Record<string, unknown>> };

/** Sends funds to a bank account. */
export type PayOutAsk = Asked<'pay_out'> & {
  /** The processor that was asked before: no other one knows the payout. */
  readonly processor?: string;
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  /** The beneficiary, if the destination is not the merchant's own bank account; numbers are masked. */
  readonly beneficiary?: { readonly type: string } & Readonly<Record<string, unknown>>;
  /**
   * These members are read from the vault when sent and never stored with the ask. The number of an account or a card, or an address at a service.
   */
  readonly account_number?: Concealed;
  readonly tax_id?: Concealed;
  readonly id_number?: Concealed;
  /** When the funds are expected to arrive: seconds since the Unix epoch on the account's clock. */
  readonly arrival_date: number;
};

/** Reverses a payout. */
export type ReverseAsk = Omit<PayOutAsk, 'verb'> & {
  readonly verb: 'reverse';
  /** The attempt of the `pay_out` to reverse. */
  readonly payout: string;
};

/** A question to a processor, stored before it is sent. */
export type Ask = SetUpAsk | ChargeAsk | CaptureAsk | IncrementAsk | VoidAsk | RefundAsk | ContestAsk | PayOutAsk | ReverseAsk;

/** The verbs of processors. */
export type Verb = Ask['verb'];

/** A next step for the payer: `type` names the filled member (seed, next_action). */
export type NextAction = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A processor's checks of a card. */
export type CardChecks = {
  readonly address_line1_check: string | null;
  readonly address_postal_code_check: string | null;
  readonly cvc_check: string | null;
};

/** The fraud risk of a payment: `score` from 0 to 100. */
export type Risk = { readonly level: 'normal' | 'elevated' | 'highest'; readonly score: number };

/** A dispute that the payer's bank opens. Amounts in minor units; an inquiry moves no money. */
export type DisputeNotice = {
  readonly inquiry: boolean;
  readonly reason: string;
  /** The full charge by default. */
  readonly amount?: number;
  readonly fee?: number;
  /** Seconds since the Unix epoch on the account's clock; by default, the end of the usual number of days for the reason. */
  readonly due_by?: number;
  readonly network_reason_code?: string;
};

/** The suspicion of a card issuer that a charge was made without the cardholder. */
export type FraudWarning = {
  /** What the issuer says, such as `made_with_stolen_card`, `unauthorized_use_of_card` or `misc`. */
  readonly fraud_type: string;
};

type Answered = {
  /** The processor's reference; the attempt by default. */
  readonly reference?: string;
  /** The answer may change: the same question is asked again at this time (seconds, account's clock). */
  readonly ask_again_at?: number;
  readonly risk?: Risk;
  /**
   * What is known of the payer's account and of the payment, by the names that `payment_method_details[TYPE]` of charges has for it, such as
   * `transaction_id`. What charges have no name for is not stored.
   */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** The ask was carried out. */
export type Approved = Answered & {
  readonly result: 'approved';
  readonly checks?: CardChecks;
  readonly authenticated?: boolean;
  /** The authorization can be increased later. */
  readonly incremental_authorization?: boolean;
  /** The processor's fee in minor units; funds are available from `available_on`, in seconds. */
  readonly fee?: number;
  readonly available_on?: number;
  readonly dispute?: DisputeNotice;
  readonly fraud_warning?: FraudWarning;
};

/** What can be done after a decline: correct what was typed in, never try this card again, or try it later. */
export const advice_codes = ['confirm_card_data', 'do_not_try_again', 'try_again_later'] as const;

/** Refused, finally. */
export type Declined = Answered & {
  readonly result: 'declined';
  readonly code: ErrorCode;
  readonly decline_code?: string;
  readonly advice_code?: (typeof advice_codes)[number];
  /** The answer of the network: for cards two characters, as in ISO 8583. */
  readonly network_decline_code?: string;
  /** The advice of the network on another try: with Mastercard two digits. */
  readonly network_advice_code?: string;
  readonly message?: string;
};

/** The payer must take a step, until `expires_at` seconds if that is set. */
export type NeedsAction = Answered & { readonly result: 'needs_action'; readonly next_action: NextAction; readonly expires_at?: number };

/** Not decided yet; the same question is asked again, or a notification answers it. */
export type Pending = Answered & { readonly result: 'pending' };

/** Only in a notification about a charge. */
export type Disputed = { readonly result: 'disputed'; readonly dispute: DisputeNotice };

/** Only in a notification about a charge. */
export type Warned = { readonly result: 'warned'; readonly fraud_warning: FraudWarning };

/** The answer to an ask. An unknown result is `pending`, never a success or a failure (promise 5). */
export type Settled = Approved | Declined | NeedsAction | Pending;

/** An answer or a notification of a processor. */
export type Answer = Settled | Disputed | Warned;

/** An answer that a processor sends without being asked: to a pending ask, or about a new event such as a dispute. */
export type Notification = {
  /** As given in the ask. */
  readonly account: string;
  readonly subject: Subject;
  /** Captures, increments and voids are only answered, never notified. */
  readonly verb: Exclude<Verb, 'capture' | 'increment' | 'void'>;
  readonly attempt: string;
  readonly answer: Answer;
};

/**
 * A processor. It is stateless: it answers and the engine stores. A verb that it does not support is absent. A `local` processor is pure and
 * immediate, so it may be asked before the single write of a request instead of between two (design 4). It throws when the result is unknown, and
 * `Unreached` when certainly nothing has happened.
 */
export type Processor = {
  readonly name: string;
  readonly local: boolean;
  /** It answers in place of processors that are switched off; requests are refused with this sentence (kernel/base/question). */
  readonly absent?: string;
  /** Verifies and reads a notification; null if it is not from this processor. */
  readonly read?: (message: {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: Buffer;
  }) => readonly Notification[] | null;
} & { readonly [A in Ask as A['verb']]?: (ask: A, asking: Asking) => Answer | Promise<Answer> };
