import { catalogue, type Language } from '../paper/languages.js';

/** How often something is paid again. */
export type Interval = 'day' | 'week' | 'month' | 'year';

/** The words of a checkout's pages besides those of forms and invoices. What stands in braces is replaced. */
export type CheckoutWords = {
  /** What the page is about, by the session's mode: `{business}` */
  readonly titles: Readonly<Record<'payment' | 'subscription' | 'setup', string>>;
  readonly submit: Readonly<Record<Submit, string>>;
  readonly sending: string;
  readonly back: string;
  readonly per: Readonly<Record<Interval, string>>;
  /** `{period}`: three months, for example. */
  readonly every: string;
  readonly by_use: string;
  /** `{price}` of one of several. */
  readonly each: string;
  readonly shipping: string;
  readonly free: string;
  readonly due_today: string;
  readonly nothing_due: string;
  /** `{period}` */
  readonly trial: string;
  /** `{amount}`, `{date}` */
  readonly after_trial: string;
  readonly your_amount: string;
  /** `{minimum}`, `{maximum}` */
  readonly between: string;
  readonly at_least: string;
  readonly at_most: string;
  readonly quantity: string;
  readonly update: string;
  readonly promotion_code: string;
  readonly apply: string;
  readonly remove: string;
  /** What can be added to the order, and the buttons for it: `{name}` */
  readonly offers: string;
  /** `{currency}`; and at which rate that is: `{one}`, `{other}` */
  readonly pay_in: string;
  readonly rate: string;
  readonly add: string;
  readonly add_item: string;
  readonly remove_item: string;
  readonly wrong_code: string;
  readonly changed: string;
  /** What was changed in the order, once it was. */
  readonly updated: string;
  readonly contact: string;
  readonly shipping_address: string;
  readonly shipping_method: string;
  /** `{days}` */
  readonly arrives: Readonly<Record<'business_day' | 'day' | 'hour' | 'week' | 'month', string>>;
  readonly billing_address: string;
  readonly same_address: string;
  readonly further: string;
  /** `{label}` */
  readonly optional: string;
  /** `{month}` and year, as they are printed. */
  readonly expires: string;
  /** The express buttons, and what divides them from the form: one with a card alone, one with more, and one where nothing is paid. */
  readonly express: Readonly<Record<'title' | 'or_card' | 'or_other' | 'or_save', string>>;
  readonly another_way: string;
  /** A card that is typed in, beside those that are saved. */
  readonly another_card: string;
  readonly save_method: string;
  readonly never_shown: string;
  readonly bank: string;
  /** What comes after the form, by the page that a payer meets: `{name}` */
  readonly notes: Readonly<Record<'qr_code' | 'voucher' | 'bank_transfer' | 'small_deposits', string>>;
  /** What a payer allows with the number of an account: `{business}` */
  readonly mandate_sepa: string;
  readonly mandate: string;
  readonly keep: string;
  readonly agree: string;
  readonly terms: string;
  readonly agree_needed: string;
  readonly promotions: string;
  readonly as_business: string;
  readonly business_name: string;
  readonly person_name: string;
  readonly tax_id_kind: string;
  readonly look: string;
  readonly invalid: string;
  readonly digits_only: string;
  /** `{minimum}`, `{maximum}` */
  readonly length: string;
  readonly not_there: string;
  readonly ends: Readonly<Record<'paid' | 'subscribed' | 'saved' | 'processing' | 'already' | 'expired' | 'step' | 'inactive', End>>;
  /** `{place}` */
  readonly go_on_to: string;
  readonly start_again: string;
};

/** What a page says that asks for nothing more: `{business}` */
type End = { readonly title: string; readonly message: string };

/** What the button says that sends the form: `{amount}` */
export type Submit = 'pay' | 'donate' | 'book' | 'subscribe' | 'trial' | 'save' | 'complete';

/** The words in each language. */
export const checkout_words: Readonly<Record<Language, CheckoutWords>> = catalogue('checkout');
