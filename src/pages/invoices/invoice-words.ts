import { catalogue, type Language } from '../paper/languages.js';

/** The words of an invoice's page besides those of its paper. What stands in braces is replaced. */
export type PageWords = {
  /** `{title}`, `{number}`, `{issuer}` */
  readonly lead: string;
  readonly lines: string;
  readonly details: string;
  readonly pay: string;
  readonly pay_amount: string;
  readonly way: string;
  readonly card: string;
  readonly card_details: string;
  readonly card_number: string;
  readonly expiry: string;
  readonly expiry_form: string;
  readonly cvc: string;
  readonly payer: string;
  readonly name: string;
  readonly email: string;
  readonly download: string;
  readonly paid: string;
  readonly processing: string;
  readonly action: string;
  readonly go_on: string;
  readonly uncollectible: string;
  readonly failures: Readonly<Record<Failure, string>>;
};

/** Why a payment failed, as far as a payer can mend it. */
export type Failure = 'declined' | 'funds' | 'expired' | 'number' | 'cvc' | 'authentication' | 'invalid';

/** The words of the page in each language. */
export const page_words: Readonly<Record<Language, PageWords>> = catalogue('invoice');
