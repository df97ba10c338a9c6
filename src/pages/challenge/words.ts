import type { DetailName } from '../checkout/payment-details.js';
import type { Kind } from '../kit/ways-to-pay.js';
import { catalogue, type Language } from '../paper/languages.js';
import type { ChallengeEnd } from './page.js';

/** A title and what explains it. `{shop}` and `{method}` are replaced. */
type Said = { readonly title: string; readonly lead: string };

/** The words of the pages on which a payer takes a step. */
export type ChallengeWords = {
  readonly pay: Readonly<Record<Kind, Said>>;
  /** When nothing is paid now: for a card, for an account that is verified, and for everything else. */
  readonly save: { readonly card: Said; readonly account: Said; readonly method: Said; readonly scan: string };
  /** What a simulated page is asked; one in live mode asks `your_answer`. */
  readonly prompt: {
    readonly bank: string;
    readonly method: string;
    readonly voucher: string;
    readonly transfer: string;
    readonly deposits: string;
  };
  readonly your_answer: string;
  readonly answers: Readonly<Record<AnswerName, string>>;
  readonly cancel: string;
  readonly cancel_and_return: string;
  readonly close_afterwards: string;
  /** `{place}` */
  readonly return_afterwards: string;
  /** `{place}` */
  readonly return_to: string;
  readonly on_your_phone: string;
  readonly continue_here: string;
  readonly qr_code: string;
  /** On the phone itself, which cannot scan its own screen. `{shop}` and `{method}` */
  readonly on_phone: Said & { readonly open: string; readonly code: string };
  readonly bar_code: string;
  /** `{time}` */
  readonly time_left: string;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly details: Readonly<Record<DetailName, string>>;
  readonly ends: Readonly<Record<ChallengeEnd, Said>>;
};

type FactName = 'amount' | 'pay_by' | 'pay_to' | 'saved_by' | 'pay_with' | 'method' | 'for' | 'your_card';

/** What a payer can answer, besides leaving. */
export type AnswerName =
  | 'complete'
  | 'fail'
  | 'approve'
  | 'refuse'
  | 'pay_voucher'
  | 'expire'
  | 'transfer'
  | 'fail_transfer'
  | 'verify'
  | 'fail_verification';

/** The words in each language. */
export const challenge_words: Readonly<Record<Language, ChallengeWords>> = catalogue('challenge');
