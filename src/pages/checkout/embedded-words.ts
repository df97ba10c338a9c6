import { catalogue, type Language } from '../paper/languages.js';

/** What the components say in frames on pages of platforms. What stands in braces is replaced. */
export type EmbeddedWords = {
  readonly account_onboarding: string;
  readonly onboarding_lead: string;
  readonly start: string;
  readonly complete: string;
  readonly account_management: string;
  readonly change: string;
  readonly name: string;
  readonly email: string;
  readonly website: string;
  readonly bank_accounts: string;
  readonly none: string;
  readonly payments: string;
  readonly refund: string;
  readonly capture: string;
  readonly balances: string;
  readonly payouts: string;
  /** `{amount}`, as in `pay_out_now`. */
  readonly pay_out: string;
  readonly pay_out_now: string;
  readonly schedule: string;
  readonly manual: string;
  readonly daily: string;
  /** `{day}`, as in `monthly`. */
  readonly weekly: string;
  readonly monthly: string;
  readonly save: string;
  readonly failed: string;
  readonly disabled: string;
};

/** The words of components in each language. */
export const embedded_words: Readonly<Record<Language, EmbeddedWords>> = catalogue('embedded');
