import { numberFormat } from '../../kernel/base/intl.js';
import { type Words as FieldWords, wordsOf as fieldWordsOf } from '../browser/words.js';
import { type PageWords, page_words } from '../invoices/invoice-words.js';
import { type KitWords, kit_words } from '../kit/kit-words.js';
import type { Merchant } from '../kit/merchant.js';
import { formatsOf } from '../paper/format.js';
import { filled, type Locale, wordsOf } from '../paper/languages.js';
import type { Words } from '../paper/words.js';
import type { Priced } from './content.js';
import { type PortalWords, portal_words } from './words.js';

/** All that the words of the portal are made of. */
export type Speaking = {
  readonly locale: Locale;
  readonly said: PortalWords;
  /** The words of cards and of what they are paid for. */
  readonly paying: PageWords;
  /** The words of fields, and of what is wrong with them. */
  readonly fields: FieldWords;
  readonly paper: Words;
  readonly kit: KitWords;
  readonly business: string;
  readonly day: (seconds: number) => string;
  readonly lasting: (duration: Lasting) => string;
  readonly money: (amount: number, currency: string) => string;
  readonly price: (priced: Priced) => string;
};

/** A length of time. */
type Lasting = { readonly interval: string; readonly interval_count: number };

const once: ReadonlySet<string> = new Set(['day', 'week', 'month', 'year']);

/** Chooses the customer's language. */
export function speakingIn(locale: Locale, { name }: Merchant): Speaking {
  const said = portal_words[locale.language];
  const kit = kit_words[locale.language];
  return {
    locale,
    said,
    kit,
    paying: page_words[locale.language],
    fields: fieldWordsOf(locale.language),
    paper: wordsOf(locale),
    business: name ?? kit.the_shop,
    day: (seconds) => formatsOf(locale, 'usd').day(seconds),
    lasting: (duration) => lastingIn(duration, locale),
    money: (amount, currency) => formatsOf(locale, currency).money(amount),
    price: (priced) => priceIn(priced, said, locale),
  };
}

function priceIn({ currency, interval, interval_count, unit_amount_decimal }: Priced, said: PortalWords, locale: Locale): string {
  if (unit_amount_decimal === null) return said.by_use;
  const amount = formatsOf(locale, currency).unitPrice(unit_amount_decimal);
  if (interval_count === 1 && isOnce(interval)) return filled(said.per[interval], { amount });
  return filled(said.every, { amount, interval: lastingIn({ interval, interval_count }, locale) });
}

/** A length of time in words, such as "3 months". */
function lastingIn({ interval, interval_count }: Lasting, locale: Locale): string {
  const unit = once.has(interval) ? interval : 'month';
  return numberFormat(locale.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(interval_count);
}

const isOnce = (interval: string): interval is keyof PortalWords['per'] => once.has(interval);

/** What a price is called: the product, and which of its prices it is where that has a name. */
export const nameOf = ({ name, nickname }: Priced): string => [name, nickname].filter(Boolean).join(' · ');
