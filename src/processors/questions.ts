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

/** What of an ask a rule says; whose it is, and when it is sent, the engine adds. */
type Said<A> = Omit<A, 'verb' | 'subject' | 'now'>;

/** How long a request waits for a processor, in seconds: more than a processor's own time-out. */
const deadline_s = 15;

const nobody: Refusal = { code: 'payment_method_unactivated' };

/** The number that only the vault holds goes along with the code that only this request knows. */
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
  // A payer who tries is told at once and can try again; what has been begun is asked about until it is known.
  unreached: ({ finished_step }: { readonly finished_step: string | null }): Answer | null =>
    finished_step === null ? { result: 'declined', code: 'processing_error' } : null,
  nobody,
} as const;

const of_charge = { result: type<Settled>(), deadline_s, silence: 'unknown', nobody } as const;

/** Proves that a payment method works, without moving money. */
export const setUpMethod = question('set_up', { request: type<Said<SetUpAsk>>(), ...trying });

/** Takes money from a payment method, or holds it. */
export const chargeMethod = question('charge', { request: type<Said<ChargeAsk>>(), ...trying });

/** Takes money that is held: all of it or less, and the rest is let go. */
export const captureCharge = question('capture', { request: type<Said<CaptureAsk>>(), ...of_charge });

/** Holds more of a card that money is held of. */
export const incrementCharge = question('increment', { request: type<Said<IncrementAsk>>(), ...of_charge });

/** Lets go of money that is held. */
export const voidCharge = question('void', { request: type<Said<VoidAsk>>(), ...of_charge });

/** Gives money back. */
export const refundCharge = question('refund', { request: type<Said<RefundAsk>>(), ...of_charge });

/** Hands a bank the merchant's evidence against a dispute. */
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

/** Takes back what was sent to a bank account. */
export const reversePayout = question('reverse', { request: type<Said<ReverseAsk>>(), ...to_bank });

/** What of an authorization is asked: the event that asks for it, and the endpoint that is asked. */
export type ApproveAsk = { readonly event: string; readonly endpoint: string };

/** What a merchant's endpoint has decided, or why what it says decides nothing. */
export type Decided =
  | {
      readonly result: 'answered';
      readonly approved: boolean;
      /** How much is to be held, where less than was asked for can be. */
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
  nobody: { code: 'service_unavailable' },
});

/** All that can be asked of whoever moves the money, and of merchants. */
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
] as const;
