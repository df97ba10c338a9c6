import type { Concealed } from '../kernel/base/concealed.js';
import { type Contents, question, type } from '../kernel/base/question.js';
import type { Refusal } from '../kernel/base/refusal.js';
import type {
  Answer,
  CaptureAsk,
  ChargeAsk,
  ContestAsk,
  IncrementAsk,
  PayOutAsk,
  RefundAsk,
  ReverseAsk,
  Settled,
  SetUpAsk,
  VoidAsk,
} from './contract.js';

/** The part of an ask that a rule provides; the engine adds the verb, the subject and the time. */
type Said<A> = Omit<A, 'verb' | 'subject' | 'now'>;

/** How long a request waits for a processor, in seconds: more than a processor's own timeout. */
const deadline_s = 15;

const unanswered: Refusal = { code: 'payment_method_unactivated' };

/** Combines the number from the vault with the code from the current request. */
const of_method = {
  of: ({ payment_method }: Said<ChargeAsk> | Said<SetUpAsk>) => payment_method.id,
  kind: 'payment_method',
  put: (asked: Said<ChargeAsk> | Said<SetUpAsk>, { number }: Contents) =>
    number ? { ...asked, card: { number, cvc: asked.cvc ?? null } } : asked,
} as const;

const trying = {
  result: type<Answer>(),
  deadline_s,
  silence: 'unknown',
  sealed: of_method,
  transient: ['cvc', 'payment_code'],
  step: ({ finished_step }: { readonly finished_step: string | null }) => finished_step,
  // A payer's attempt fails at once, so that they can try again; a payment that has begun is polled until its result is known.
  unreached: ({ finished_step }: { readonly finished_step: string | null }): Answer | null =>
    finished_step === null ? { result: 'declined', code: 'processing_error' } : null,
  unanswered,
} as const;

const of_charge = { result: type<Settled>(), deadline_s, silence: 'unknown', unanswered } as const;

/** Verifies a payment method without moving money. */
export const setUpMethod = question('set_up', { request: type<Said<SetUpAsk>>(), ...trying });

/** Takes money from a payment method, or authorizes it. */
export const chargeMethod = question('charge', { request: type<Said<ChargeAsk>>(), ...trying });

/** Captures an authorization in full or in part; the rest is voided. */
export const captureCharge = question('capture', { request: type<Said<CaptureAsk>>(), ...of_charge });

/** Increases the authorization of a card. */
export const incrementCharge = question('increment', { request: type<Said<IncrementAsk>>(), ...of_charge });

/** Voids an authorization. */
export const voidCharge = question('void', { request: type<Said<VoidAsk>>(), ...of_charge });

/** Refunds money. */
export const refundCharge = question('refund', { request: type<Said<RefundAsk>>(), ...of_charge });

/** Submits the merchant's evidence against a dispute to the bank. */
export const contestDispute = question('contest', { request: type<Said<ContestAsk>>(), ...of_charge });

const to_bank = {
  ...of_charge,
  sealed: {
    of: ({ destination }: Said<PayOutAsk>) => destination,
    kind: 'bank_account',
    put: (asked: Said<PayOutAsk>, { number, tax_id, id_number }: Contents) => ({
      ...asked,
      ...(number && { account_number: number }),
      ...(tax_id && { tax_id }),
      ...(id_number && { id_number }),
    }),
  },
} as const;

/** Sends funds to a bank account. */
export const payOut = question('pay_out', { request: type<Said<PayOutAsk>>(), ...to_bank });

/** Reverses a payout. */
export const reversePayout = question('reverse', { request: type<Said<ReverseAsk>>(), ...to_bank });

/** A question about an authorization: the event type that asks it, and the endpoint. */
export type ApproveAsk = { readonly event: string; readonly endpoint: string };

/** The decision of a merchant's endpoint, or why its response decides nothing. */
export type Decided =
  | {
      readonly result: 'answered';
      readonly approved: boolean;
      /** The amount to authorize, where a partial approval is possible. */
      readonly amount?: number;
      readonly metadata?: '' | Readonly<Record<string, string>>;
    }
  | { readonly result: 'failed'; readonly message: string };

/** Asks the merchant's own server whether one of its cards may pay. It has two seconds; the rest is for what comes before and after. */
export const approveAuthorization = question('approve_authorization', {
  request: type<ApproveAsk>(),
  result: type<Decided>(),
  deadline_s: 3,
  silence: 'result',
  unanswered: { code: 'service_unavailable' },
});

/** What a run of a report contains: times in seconds, and the columns in their order. */
export type ReportAsk = {
  readonly report_type: string;
  readonly parameters: {
    readonly columns?: readonly string[];
    readonly connected_account?: string;
    readonly currency?: string;
    readonly interval_end?: number;
    readonly interval_start?: number;
    readonly payout?: string;
    readonly reporting_category?: string;
    readonly timezone?: string;
  };
};

/** The file of a report, whose contents are stored; how far it is, in percent; or why it cannot be written. */
export type Reported =
  | { readonly result: 'succeeded'; readonly file: string; readonly size: number; readonly key: Concealed; readonly rows: number }
  | { readonly result: 'progress'; readonly progress: number }
  | { readonly result: 'failed'; readonly message: string };

/** Writes a report into a file. The service itself answers, after minutes if the report is long. */
export const writeReport = question('write_report', {
  request: type<ReportAsk>(),
  result: type<Reported>(),
  deadline_s: 0,
  silence: 'unknown',
  background: true,
  unreached: (): Reported => ({ result: 'failed', message: 'The report could not be written. Run it again.' }),
  unanswered: { code: 'service_unavailable' },
});

/** All questions to processors, to merchants and to the service itself. */
export const questions = [
  setUpMethod,
  chargeMethod,
  captureCharge,
  incrementCharge,
  voidCharge,
  refundCharge,
  contestDispute,
  payOut,
  reversePayout,
  approveAuthorization,
  writeReport,
] as const;
