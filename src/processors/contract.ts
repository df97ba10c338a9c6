import type { Concealed } from '../kernel/base/concealed.js';
import type { ErrorCode } from '../kernel/base/errors.js';
import type { Asking, Subject } from '../kernel/base/question.js';

/** What the payer did on the page of their bank or wallet. */
export type Outcome = 'succeed' | 'fail' | 'abandon' | 'expire';

/** The kinds of bank transfers, by the currency that is sent with them. */
export const transfer_of = {
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
  jpy: 'jp_bank_transfer',
  mxn: 'mx_bank_transfer',
  usd: 'us_bank_transfer',
} as const;

/** One of the currencies in which customers can send money by bank transfer. */
export type TransferCurrency = keyof typeof transfer_of;

/** Whether money is sent in that currency. */
export const isTransferCurrency = (currency: string): currency is TransferCurrency => Object.hasOwn(transfer_of, currency);

/** What every ask has. */
type Asked<V extends string> = {
  readonly verb: V;
  readonly subject: Subject;
  /** Names this try: the key towards the processor is made of it, and a page opened for an earlier one is void. */
  readonly attempt: string;
  /** Seconds since the Unix epoch on the account's clock, when it is sent. */
  readonly now: number;
  /** When the try began, likewise; it is told where its name is an object's id, which says the service's time. */
  readonly began?: number;
};

/** Asks that only the processor of the charge can answer. */
type OfCharge<V extends string> = Asked<V> & {
  readonly processor: string;
  /** What the processor called the charge when it approved it. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
};

/** A payment method as a processor is told of it. */
export type MethodAsked = {
  readonly id: string;
  readonly type: string;
  readonly card?: { readonly exp_month: number; readonly exp_year: number; readonly cvc_given: boolean };
  /** What is known of the account that is to be debited, besides its number. */
  readonly bank_account?: Readonly<Record<string, unknown>>;
  /** It belongs to a customer and has been used or set up before. */
  readonly saved?: boolean;
  readonly billing_details?: Readonly<Record<string, unknown>>;
};

/** What proves that an account is the payer's: what has arrived on it. */
export type Microdeposits = { readonly amounts?: readonly number[]; readonly descriptor_code?: string };

/** What trying a payment method takes, with or without money. */
type Trying<V extends string> = Asked<V> & {
  /** Who answered earlier asks of this attempt: nobody else can go on with it. */
  readonly processor?: string;
  readonly payment_method: MethodAsked;
  /** The verification code that came with this very request; never stored, so an ask resumed after a crash goes without it. */
  readonly cvc?: Concealed;
  /** What the payer's wallet shows to be scanned; as with the code of a card, known to one request only. */
  readonly payment_code?: Concealed;
  /** Filled from the vault when sent; never stored with the ask. */
  readonly card?: { readonly number: Concealed; readonly cvc: Concealed | null };
  readonly request_three_d_secure: string | null;
  readonly stepwise_three_d_secure: boolean;
  readonly return_url: string | null;
  /** The `type` of the step the payer has been through, and what they did there. */
  readonly finished_step: string | null;
  readonly outcome?: Outcome;
  /** The small amounts, in minor units, or the code beside them, that the payer has found on their account. */
  readonly microdeposits?: Microdeposits;
};

/** Proves that a payment method works, without moving money. */
export type SetUpAsk = Trying<'set_up'> & {
  /** The customer it is attached to if it does, where nobody sets it up by an intent. */
  readonly customer?: string;
};

/** Takes money from a payment method, or holds it where `capture` is false. */
export type ChargeAsk = Trying<'charge'> & {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly capture: boolean;
  /** After a step of the payer's no money is taken before the same is asked again, with `finished_step`. */
  readonly confirmation_method?: 'manual';
  /** The payer is not there to take a step. */
  readonly off_session: boolean;
  /** `payment_method_options` of the type: what wallets ask, and in `expires_after_days` or `expires_after_seconds` how long the payer has. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly description: string | null;
  readonly statement_descriptor: string | null;
};

/** Takes money that is held: all of it or less, and the rest is let go. */
export type CaptureAsk = OfCharge<'capture'>;
/** Holds more of a card whose charge was approved with `incremental_authorization`: `amount` is all that is to be held from now on. */
export type IncrementAsk = OfCharge<'increment'> & {
  /** What the payment tells once it is granted; stored with the ask and not sent. */
  readonly described: {
    readonly description?: string | null;
    readonly metadata?: '' | Readonly<Record<string, string>>;
    readonly statement_descriptor?: string | null;
  };
};
/** Lets go of money that is held. */
export type VoidAsk = OfCharge<'void'>;
/** Gives money back. */
export type RefundAsk = OfCharge<'refund'> & { readonly outcome?: Outcome };
/** Hands a bank the merchant's evidence against a dispute. */
export type ContestAsk = OfCharge<'contest'> & { readonly evidence: Readonly<Record<string, unknown>> };

/** Sends funds to a bank account. */
export type PayOutAsk = Asked<'pay_out'> & {
  /** Who was handed it before: nobody else can say what became of it. */
  readonly processor?: string;
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  /** What is known of whom it goes to, where that is no bank account of the merchant's own: numbers are masked. */
  readonly beneficiary?: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** All of these filled from the vault when sent; never stored with the ask. The number of an account or a card, or the address at a service. */
  readonly account_number?: Concealed;
  readonly tax_id?: Concealed;
  readonly id_number?: Concealed;
  /** When the funds are expected to arrive: seconds since the Unix epoch on the account's clock. */
  readonly arrival_date: number;
};

/** Takes back what was sent to a bank account. */
export type ReverseAsk = Omit<PayOutAsk, 'verb'> & {
  readonly verb: 'reverse';
  /** The attempt of the `pay_out` that is taken back. */
  readonly payout: string;
};

/** A question to a processor, stored before it is sent. */
export type Ask = SetUpAsk | ChargeAsk | CaptureAsk | IncrementAsk | VoidAsk | RefundAsk | ContestAsk | PayOutAsk | ReverseAsk;

/** What can be asked of whoever moves the money. */
export type Verb = Ask['verb'];

/** A next step for the payer: `type` names the member that is filled (seed, next_action). */
export type NextAction = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a processor knows of a card once it has seen it. */
export type CardChecks = {
  readonly address_line1_check: string | null;
  readonly address_postal_code_check: string | null;
  readonly cvc_check: string | null;
};

/** How likely a payment is to be fraud: `score` from 0 to 100. */
export type Risk = { readonly level: 'normal' | 'elevated' | 'highest'; readonly score: number };

/** A payer's bank takes a payment into question. Amounts in minor units; an inquiry moves no money. */
export type DisputeNotice = {
  readonly inquiry: boolean;
  readonly reason: string;
  /** All of the charge where it is left out. */
  readonly amount?: number;
  readonly fee?: number;
  readonly network_reason_code?: string;
};

type Answered = {
  /** What the processor calls what it did; the attempt where it says nothing. */
  readonly reference?: string;
  /** The same question, asked again from this moment on (seconds, account's clock), may be answered otherwise. */
  readonly ask_again_at?: number;
  readonly risk?: Risk;
};

/** It is done. */
export type Approved = Answered & {
  readonly result: 'approved';
  readonly checks?: CardChecks;
  readonly authenticated?: boolean;
  /** More can be held later of what is held by this charge. */
  readonly incremental_authorization?: boolean;
  /** What the processor keeps, in minor units; funds are available from `available_on` seconds. */
  readonly fee?: number;
  readonly available_on?: number;
  readonly dispute?: DisputeNotice;
};

/** It is refused, for good. */
export type Declined = Answered & {
  readonly result: 'declined';
  readonly code: ErrorCode;
  readonly decline_code?: string;
  readonly message?: string;
};

/** The payer must do something first, until `expires_at` seconds if that is set. */
export type NeedsAction = Answered & { readonly result: 'needs_action'; readonly next_action: NextAction; readonly expires_at?: number };

/** It takes time; the same question is asked again, or a notification answers it. */
export type Pending = Answered & { readonly result: 'pending' };

/** By notification only, on a charge. */
export type Disputed = { readonly result: 'disputed'; readonly dispute: DisputeNotice };

/** What comes of a question. An outcome that is not known is `pending`, never a success or a failure (promise 5). */
export type Settled = Approved | Declined | NeedsAction | Pending;

/** A processor's answer, or what it tells by itself. */
export type Answer = Settled | Disputed;

/** An answer that a processor sends by itself: to an ask that is pending, or of what nobody asked. */
export type Notification = {
  /** As given with the ask. */
  readonly account: string;
  readonly subject: Subject;
  /** Whoever is asked to take, let go of or hold more money answers that, and tells nothing of it by itself. */
  readonly verb: Exclude<Verb, 'capture' | 'increment' | 'void'>;
  readonly attempt: string;
  readonly answer: Answer;
};

/**
 * Whoever moves the money. Stateless: a processor answers, the engine stores. A verb it does not support is absent. A `local` one is
 * pure and immediate, so it may be asked before the one write of a request instead of between two (design 4). It throws where it does
 * not know; `Unreached` where it knows that nothing has happened.
 */
export type Processor = {
  readonly name: string;
  readonly local: boolean;
  /** Verifies and reads what the processor sends by itself; null where it is not from there. */
  readonly read?: (message: {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: Buffer;
  }) => readonly Notification[] | null;
} & { readonly [A in Ask as A['verb']]?: (ask: A, asking: Asking) => Answer | Promise<Answer> };
