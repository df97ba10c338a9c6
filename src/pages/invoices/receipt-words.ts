import { catalogue, type Language } from '../paper/languages.js';
import type { Standing } from './receipt-page.js';

/** What a receipt says besides the words of papers. */
export type ReceiptWords = {
  /** `{shop}` */
  readonly title: string;
  readonly standings: Readonly<Record<Standing, string>>;
  readonly facts: Readonly<Record<'refunded' | 'after_refunds' | 'date' | 'paid_to' | 'paid_with' | 'for' | 'on_statement', string>>;
  readonly test: string;
};

/** The words in each language. */
export const receipt_words: Readonly<Record<Language, ReceiptWords>> = catalogue('receipt');
