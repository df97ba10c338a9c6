import { formatMoney } from '../../arithmetic/billing/format-money.js';
import type { Merchant } from '../kit/merchant.js';
import type { InvoicePaper, Issuer, Party } from '../paper/invoice-paper.js';
import { type Locale, wordsOf } from '../paper/languages.js';
import type { Receipt } from './receipt-page.js';
import { receipt_words } from './receipt-words.js';

/** What a receipt is printed from. */
export type ReceiptPrinted = {
  readonly receipt: Receipt;
  readonly merchant: Merchant;
  readonly logo: Uint8Array | null;
  readonly locale: Locale;
  /** The invoice that was paid; null where there was none. */
  readonly invoice: InvoicePaper | null;
};

/** A receipt as it is printed: like the invoice that was paid where there is one, else with one line for all of it. */
export function receiptPaper({ receipt, merchant, logo, locale, invoice }: ReceiptPrinted): InvoicePaper {
  const { amount, currency, livemode, receipt_number, created } = receipt;
  return {
    ...(invoice ?? oneLine(receipt, locale)),
    ...{ kind: 'receipt', status: 'paid', number: receipt_number, livemode, currency },
    ...{ issued: null, due: null, paid: created, voided: null },
    amount_paid: amount,
    amount_remaining: 0,
    locales: [locale.tag],
    issuer: { ...issuerOf(merchant, logo), tax_ids: invoice?.issuer.tax_ids ?? [] },
    custom_fields: fieldsOf(receipt, invoice, locale),
    memo: null,
    footer: null,
  };
}

type Sum = Omit<
  InvoicePaper,
  'kind' | 'status' | 'number' | 'livemode' | 'currency' | 'issuer' | 'custom_fields' | 'locales' | 'memo' | 'footer'
>;

const no_party: Party = { name: null, address: null, email: null, phone: null, tax_ids: [] };

function oneLine({ amount, description }: Receipt, locale: Locale): Sum {
  const line = { description: description ?? wordsOf(locale).amount, period: null, quantity: null, unit_amount: null, amount };
  return {
    ...{ page_size: 'auto', credited_number: null, issued: null, due: null, paid: null, voided: null, period: null },
    customer: no_party,
    lines: [{ ...line, discounts: [], tax_percentages: [] }],
    ...{ discounts: [], taxes: [], subtotal: amount, total: amount, shipping: null, applied_balance: 0, carried_over: 0, credited: 0 },
    ...{ amount_due: amount, amount_paid: amount, amount_remaining: 0 },
  };
}

const issuerOf = ({ name, color, country, support }: Merchant, logo: Uint8Array | null): Omit<Issuer, 'tax_ids'> => ({
  ...{ name, color, country, logo },
  ...{ address: support.address, email: support.email, phone: support.phone },
});

/** What only a receipt tells: what was paid with, what came back, and how it is named on a statement. */
function fieldsOf(receipt: Receipt, invoice: InvoicePaper | null, locale: Locale): InvoicePaper['custom_fields'] {
  const { facts } = receipt_words[locale.language];
  const { amount, amount_refunded, currency, payment_method_label, statement_descriptor, tax_id } = receipt;
  const money = (minor: number): string => formatMoney({ amount: minor, currency }, locale.tag);
  const isRefunded = amount_refunded > 0;
  const rows: readonly (readonly [string, string | null])[] = [
    [wordsOf(locale).number, invoice?.number ?? null],
    [facts.paid_with, payment_method_label],
    [wordsOf(locale).tax_id, tax_id],
    [facts.on_statement, statement_descriptor],
    [facts.refunded, isRefunded ? money(amount_refunded) : null],
    [facts.after_refunds, isRefunded ? money(amount - amount_refunded) : null],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
