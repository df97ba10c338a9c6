import { catalogue, type Language } from '../paper/languages.js';

/** What every page says that a payer meets. What stands in braces is replaced. */
export type KitWords = {
  readonly test_mode: string;
  /** Marks a simulated page, so that it cannot be taken for a real bank. */
  readonly simulated: string;
  readonly test_data: string;
  readonly payments_by: string;
  /** In the place of a business that has told no name. */
  readonly the_shop: string;
  /** In the place of an app that a payer returns to. */
  readonly the_app: string;
  /** `{business}` */
  readonly questions: string;
  readonly order_summary: string;
  /** No answer came when a form was sent, and its outcome is looked for. */
  readonly connection_lost: string;
  /** The outcome is that nothing was done. */
  readonly send_again: string;
  readonly copy: string;
  readonly copied: string;
  readonly print: string;
  readonly too_often: string;
  /** `{when}`, such as "in 5 minutes". */
  readonly try_again: string;
  /** No page has this address. */
  readonly not_found: string;
  readonly check_address: string;
  /** The service cannot answer. */
  readonly unavailable: string;
  readonly nothing_lost: string;
  /** A step was no longer open when its answer arrived. */
  readonly changed: string;
  readonly not_completed: string;
};

/** The words in each language. */
export const kit_words: Readonly<Record<Language, KitWords>> = catalogue('kit');
