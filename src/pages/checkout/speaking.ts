import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { costOf } from '../../arithmetic/fx/convert.js';
import { dateFormat, numberFormat } from '../../kernel/base/intl.js';
import { type Words as FieldWords, wordsOf as fieldWordsOf } from '../browser/words.js';
import { type PageWords, page_words } from '../invoices/invoice-words.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import type { Merchant } from '../kit/merchant.js';
import { filledWith, foreign, type Markup } from '../kit/ui.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import type { Words } from '../paper/words.js';
import type { LineItem } from './session.js';
import { type CheckoutWords, checkout_words, type Interval } from './words.js';

/** All that a checkout's pages speak with. */
export type Speaking = {
  readonly locale: Locale;
  /** The name of the business that is paid, or a word for it. */
  readonly business: string;
  readonly said: CheckoutWords;
  /** What is said of fields. */
  readonly fields: FieldWords;
  /** What is said of paying by card, and of why that failed. */
  readonly pay: PageWords;
  /** The words of sums. */
  readonly words: Words;
  readonly kit: KitWords;
  /** The currency that the payer sees in place of that of the session; null where they see that. */
  readonly presented: Presented | null;
  /** The currency of the payer's country, where that is known. */
  readonly local_currency: string | null;
};

/** A currency that amounts are shown in, and how much one unit of it is in that of the session. */
export type Presented = { readonly own: string; readonly currency: string; readonly exchange_rate: string };

/** Speaks to a payer in their language, for a business. */
export function speakingTo(locale: Locale, { name }: Merchant): Speaking {
  const { language } = locale;
  const kit = kit_words[language];
  return {
    locale,
    business: name ?? kit.the_shop,
    said: checkout_words[language],
    fields: fieldWordsOf(language),
    pay: page_words[language],
    words: wordsOf(locale),
    kit,
    presented: null,
    local_currency: null,
  };
}

/** An amount in the currency that its payer sees: the least that is worth no less. */
export function presentedIn({ presented }: Pick<Speaking, 'presented'>, amount: number | string, currency: string) {
  if (!presented || presented.own !== currency) return { amount, currency };
  const { currency: from, own: to, exchange_rate } = presented;
  const value = Number(costOf(Math.round(Math.abs(Number(amount))), { from, to, exchange_rate }));
  return { amount: Number(amount) < 0 ? -value : value, currency: from };
}

/** An amount as its payer writes it. */
export const moneyIn = (speaking: Speaking, amount: number | string, currency: string): string =>
  formatMoney(presentedIn(speaking, amount, currency), speaking.locale.tag);

/** A day as its payer writes it. */
export const dayIn = ({ locale }: Speaking, seconds: number): string =>
  dateFormat(locale.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);

/** So many of a unit of time: `3 months`. */
export const periodIn = ({ locale }: Speaking, count: number, unit: Interval | 'hour'): string =>
  numberFormat(locale.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** A price, and how often it is paid. */
export function oftenIn(speaking: Speaking, price: string, recurring: LineItem['price']['recurring']): string {
  if (!recurring) return price;
  const { interval, interval_count } = recurring;
  const { per, every } = speaking.said;
  return interval_count === 1
    ? filled(per[interval], { price })
    : filled(every, { price, period: periodIn(speaking, interval_count, interval) });
}

/** Words that name the business. */
export const ofBusiness = ({ business }: Speaking, words: string): Markup => filledWith(words, { business: foreign(business, 80) });
