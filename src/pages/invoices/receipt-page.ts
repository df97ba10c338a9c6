import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { formatMoment } from '../kit/format-date.js';
import { kit_words } from '../kit/kit-words.js';
import type { Merchant } from '../kit/merchant.js';
import { print_script, printButton } from '../kit/printing.js';
import {
  amountFact,
  businessName,
  type Fact,
  facts,
  filledWith,
  foreign,
  heading,
  html,
  linkButton,
  type Markup,
  merchantBrand,
  methodMark,
  page,
  payerLayout,
  type Shown,
  table,
} from '../kit/ui.js';
import { formatsOf } from '../paper/format.js';
import type { InvoicePaper } from '../paper/invoice-paper.js';
import { totalsOf } from '../paper/invoice-totals.js';
import { type Locale, wordsOf } from '../paper/languages.js';
import { page_words } from './invoice-words.js';
import { type ReceiptWords, receipt_words } from './receipt-words.js';

/** The outcome of a payment, in the payer's language. */
export type Standing = 'paid' | 'partly_refunded' | 'refunded' | 'held' | 'released' | 'pending' | 'failed';

/** What a payer keeps to show that they paid. Amounts in minor units. */
export type Receipt = {
  standing: Standing;
  currency: string;
  /** The paid or pending amount. */
  amount: number;
  amount_refunded: number;
  /** Seconds since the Unix epoch. */
  created: number;
  method: { readonly type: string; readonly brand: string | null } | null;
  /** What was paid with, for example `Visa ending in 4242`. */
  payment_method_label: string | null;
  /** The payer's tax id, as given with the payment method. */
  tax_id: string | null;
  description: string | null;
  receipt_number: string | null;
  /** How the payment is named on the payer's statement. */
  statement_descriptor: string | null;
  livemode: boolean;
};

/** A receipt, whose it is, and for whom. */
export type ReceiptView = Receipt & {
  merchant: Merchant;
  locale: Locale;
  nonce: string;
  /** The invoice that was paid, with its lines and taxes; null where there was none. */
  invoice: InvoicePaper | null;
  /** The path of the receipt as a PDF; null where nothing was taken yet. */
  pdf: string | null;
};

/** The page with a receipt: what was bought, what was paid, who was paid. It prints on one sheet. */
export function receiptPage(view: ReceiptView): string {
  const { locale, merchant, livemode, nonce, invoice, pdf } = view;
  const [words, said] = [receipt_words[locale.language], kit_words[locale.language]];
  const names = { shop: businessName(merchant.name ?? '', said) };
  const content = html`<div class="card receipt">
<div class="parties">${merchantBrand(merchant, said)}${view.method && html`<span class="badge" data-testid="method-mark">${methodMark(view.method.type, view.method.brand)}</span>`}</div>
${heading(filledWith(words.title, names), words.standings[view.standing])}
${facts(receiptFacts(view, words, names.shop))}
${invoice && linesOf(invoice, locale)}
${addressOf(view)}
<div class="actions">${pdf && linkButton(pdf, page_words[locale.language].download)}${printButton(said.print)}</div></div>`;
  const body = payerLayout({ livemode, card: content, warning: words.test, merchant, said });
  const title = wordsOf(locale).receipt;
  return page({ title, nonce, lang: locale.tag, merchant, body, own: { sheet, script: print_script } });
}

const sheet = `
.parties { display: flex; justify-content: space-between; align-items: center; gap: var(--space-m); }
.print[hidden] { display: none; }
address { font-style: normal; font-size: var(--text-s); color: var(--muted); }
`;

/** Where the business is. */
function addressOf({ merchant, currency, locale }: ReceiptView): Shown {
  const { address } = merchant.support;
  const lines = address ? formatsOf(locale, currency).address(address) : [];
  return (
    lines.length > 0 &&
    html`<address data-testid="merchant-address">${lines.map((line, place) => html`${place > 0 && html`<br>`}${foreign(line)}`)}</address>`
  );
}

/** What was bought, as its invoice tells, with what was taken off and the taxes. */
function linesOf(invoice: InvoicePaper, locale: Locale): Markup {
  const words = wordsOf(locale);
  const formats = formatsOf(locale, invoice.currency);
  const totals = totalsOf({ paper: invoice, words, formats }).map(({ term, amount, weight }) => ({
    ...{ what: term, amount, strong: weight === 'strong' },
  }));
  const lines = invoice.lines.map(({ description, amount }) => ({ what: foreign(description ?? ''), amount: formats.money(amount) }));
  return table({ caption: page_words[locale.language].lines, heads: [words.description, words.amount], rows: [...lines, ...totals] });
}

function receiptFacts(view: ReceiptView, { facts: said }: ReceiptWords, shop: Markup): Fact[] {
  const { locale, amount, amount_refunded, currency, created } = view;
  const money = (minor: number): string => formatMoney({ amount: minor, currency }, locale.tag);
  const moment = formatMoment(created, { lang: locale.tag });
  const words = wordsOf(locale);
  return [
    { ...amountFact(words.amount, money(amount)), testid: 'amount' },
    ...(amount_refunded > 0 ? textFact(said.refunded, money(amount_refunded), 'refunded') : []),
    ...(amount_refunded > 0 ? textFact(said.after_refunds, money(amount - amount_refunded), 'after-refunds') : []),
    ...(moment
      ? [{ term: said.date, detail: html`<time datetime="${moment.iso}">${moment.day}, ${moment.time}</time>`, testid: 'date' }]
      : []),
    { term: said.paid_to, detail: shop, testid: 'merchant-name' },
    ...textFact(said.paid_with, view.payment_method_label, 'method'),
    ...textFact(words.tax_id, view.tax_id, 'tax-id'),
    ...textFact(said.for, view.description, 'description'),
    ...textFact(words.receipt_number, view.receipt_number, 'receipt-number'),
    ...textFact(words.number, view.invoice?.number ?? null, 'invoice-number'),
    ...textFact(said.on_statement, view.statement_descriptor, 'statement-descriptor'),
  ];
}

const textFact = (term: string, text: string | null, testid: string): Fact[] =>
  text?.trim() ? [{ term, detail: foreign(text), testid }] : [];
