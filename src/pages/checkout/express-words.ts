import { catalogue, type Language } from '../paper/languages.js';

/** What the page says that shows a connected account to its owner. What stands in braces is replaced. */
export type ExpressWords = {
  readonly title: string;
  readonly lead: string;
  /** In the place of a business without a name. */
  readonly unnamed: string;
  readonly due: string;
  readonly due_later: string;
  /** `{group}` and `{fields}`: what is asked of a person, of the company or of its bank account. */
  readonly due_of: string;
  readonly provide: string;
  readonly due_soon: string;
  /** Payouts are disabled until the information is provided. */
  readonly due_now: string;
  /** Payouts are disabled, and nothing is due. */
  readonly disabled: string;
  readonly balance: string;
  readonly state: string;
  readonly available: string;
  readonly pending: string;
  readonly soon: string;
  readonly upcoming: string;
  /** `{date}`, as in `arrives`. */
  readonly next_payout: string;
  readonly arrives: string;
  readonly none_upcoming: string;
  readonly recent: string;
  readonly none_made: string;
  readonly received: string;
  readonly none_received: string;
  readonly from_platform: string;
  readonly payment: string;
  /** `{amount}` */
  readonly refunded: string;
  /** The statuses of payouts. */
  readonly payouts: Readonly<Record<string, string>>;
  /** The statuses of payments. */
  readonly payments: Readonly<Record<string, string>>;
  readonly expired_title: string;
  readonly expired: string;
};

/** The words of that page in each language. */
export const express_words: Readonly<Record<Language, ExpressWords>> = catalogue('express');
