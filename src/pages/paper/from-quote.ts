import { numberFormat } from '../../kernel/base/intl.js';
import type { It } from '../../kernel/base/resource.js';
import type { account } from '../../resources/accounts/accounts/account.js';
import type { Quote } from '../../resources/checkout/quotes/quote.js';
import type { Customer } from '../../resources/customers/customers/customer.js';
import type { taxId } from '../../resources/customers/tax-ids/tax-id.js';
import { formatsOf } from './format.js';
import { isPrinted, printedReason } from './from-document.js';
import type { InvoicePaper, InvoiceTax } from './invoice-paper.js';
import { catalogue, filled, localeOf, wordsOf } from './languages.js';

/** What a quote is printed from. */
export type QuoteDocuments = {
  readonly quote: Quote;
  readonly customer: Customer | null;
  readonly account: It<typeof account>;
  readonly tax_ids: readonly It<typeof taxId>[];
};

type QuotedTax = Quote['total_details']['breakdown']['taxes'][number];

/** A quote as it is printed: what the first invoice comes to, and what each later period costs. */
export function paperOfQuote({ quote, customer, account: owner, tax_ids }: QuoteDocuments, logo: Uint8Array | null): InvoicePaper {
  const { breakdown } = quote.total_details;
  const { business_profile: of, settings } = owner;
  return {
    ...{ kind: 'quote', status: quote.status === 'canceled' ? 'void' : 'open', livemode: quote.livemode, page_size: 'auto' },
    ...{ number: quote.number, credited_number: null, currency: quote.currency ?? owner.default_currency },
    locales: customer?.preferred_locales ?? [],
    ...{ issued: quote.status_transitions.finalized_at, due: quote.expires_at, paid: null, period: null },
    voided: quote.status_transitions.canceled_at,
    issuer: {
      ...{ name: of.name, address: of.support_address, email: of.support_email, phone: of.support_phone, country: owner.country },
      ...{ color: settings.branding.primary_color, logo, tax_ids: tax_ids.map(({ type, value }) => ({ type, value })) },
    },
    customer: partyOf(customer),
    custom_fields: recurringOf(quote, customer?.preferred_locales ?? []),
    ...{ memo: [quote.header, quote.description].filter((each) => each !== null).join('\n\n') || null, footer: quote.footer },
    lines: quote.computed.upfront.line_items.data.map((item) => ({
      ...{ description: item.description, period: null, quantity: item.quantity, unit_amount: item.price.unit_amount_decimal },
      amount: item.amount_subtotal,
      discounts: [],
      tax_percentages: item.taxes.map(({ rate }) => String(rate.percentage)),
    })),
    discounts: breakdown.discounts.map(({ amount, discount: { coupon } }) => ({
      ...{ name: coupon.name, percent_off: coupon.percent_off, amount },
    })),
    taxes: breakdown.taxes.filter(isPrinted).map(taxOf),
    ...{ subtotal: quote.amount_subtotal, total: quote.amount_total, shipping: null, applied_balance: 0, carried_over: 0, credited: 0 },
    ...{ amount_due: quote.amount_total, amount_paid: 0, amount_remaining: quote.amount_total },
  };
}

const partyOf = (customer: Customer | null): InvoicePaper['customer'] => ({
  ...{ name: customer?.name ?? null, address: customer?.address ?? null, email: customer?.email ?? null },
  ...{ phone: customer?.phone ?? null, tax_ids: [] },
});

const taxOf = ({ amount, rate, taxability_reason: reason, taxable_amount }: QuotedTax): InvoiceTax => ({
  ...{ name: rate.display_name, percentage: String(rate.percentage), inclusive: rate.inclusive, taxable_amount, amount },
  reason: printedReason(reason),
});

/** What each later period costs, as a fact of its own. */
function recurringOf({ computed: { recurring }, currency }: Quote, locales: readonly string[]): InvoicePaper['custom_fields'] {
  if (!recurring || currency === null) return [];
  const locale = localeOf(locales);
  const words = wordsOf(locale);
  const { interval, interval_count: count } = recurring;
  const period = numberFormat(locale.tag, { style: 'unit', unit: interval, unitDisplay: 'long' }).format(count);
  const said = count === 1 ? catalogue('portal')[locale.language].per[interval] : words.every;
  return [{ name: words.recurring, value: filled(said, { amount: formatsOf(locale, currency).money(recurring.amount_total), period }) }];
}
