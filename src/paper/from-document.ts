import type { Address, InvoiceLine, InvoicePaper, InvoiceStatus, InvoiceTax, Period } from './invoice-paper.js';

/** A tax of a line or of the whole, as the API shows it: its rate is named by its id. */
type Tax = {
  readonly amount: number;
  readonly tax_behavior: 'inclusive' | 'exclusive';
  readonly taxable_amount: number | null;
  readonly taxability_reason: string | null;
  readonly tax_rate_details: { readonly tax_rate: string } | null;
};

type Discounted = { readonly amount: number; readonly discount: { readonly coupon?: Coupon } | string };
type Coupon = { readonly name: string | null; readonly percent_off: number | null };

/** A rate as lines and invoices keep it; payers may not be shown it. */
type Rate = { readonly id: string; readonly display_name: string; readonly percentage: number };

type Line = {
  readonly description: string | null;
  readonly period: Period | null;
  readonly quantity: number | null;
  readonly amount: number;
  readonly pricing: { readonly unit_amount_decimal: string | null } | null;
  readonly discount_amounts: readonly Discounted[] | null;
  readonly taxes: readonly Tax[] | null;
  readonly tax_rates?: readonly Rate[] | null;
};

/** An invoice as the API shows it to its page. */
export type InvoiceDocument = Pick<
  InvoicePaper,
  'livemode' | 'number' | 'currency' | 'subtotal' | 'total' | 'amount_due' | 'amount_paid' | 'amount_remaining' | 'footer'
> & {
  readonly status: InvoiceStatus;
  readonly due_date: number | null;
  readonly description: string | null;
  readonly custom_fields: InvoicePaper['custom_fields'] | null;
  readonly account_country: string | null;
  readonly account_name: string | null;
  readonly customer_name: string | null;
  readonly customer_email: string | null;
  readonly customer_phone: string | null;
  readonly customer_address: Address | null;
  readonly customer_tax_ids: readonly { readonly type: string; readonly value: string | null }[] | null;
  readonly customer: { readonly preferred_locales?: readonly string[] | null } | string | null;
  readonly status_transitions: { readonly finalized_at: number | null; readonly paid_at: number | null; readonly voided_at: number | null };
  readonly lines: { readonly data: readonly Line[] };
  readonly total_discount_amounts: readonly Discounted[] | null;
  readonly total_taxes: readonly Tax[] | null;
  readonly default_tax_rates?: readonly Rate[] | null;
  readonly confirmation_secret?: { readonly client_secret: string } | null;
};

/** What an account says of itself. */
export type AccountDocument = {
  readonly business_profile: { readonly name: string | null; readonly support_email: string | null; readonly support_phone: string | null };
  readonly country: string;
};

/** What the API tells of an invoice, as it is printed. */
export function paperOf(invoice: InvoiceDocument, account: AccountDocument): InvoicePaper {
  const { status_transitions: moments, customer } = invoice;
  const rates = ratesIn(invoice);
  const { livemode, number, currency, status, subtotal, total, amount_due, amount_paid, amount_remaining, footer } = invoice;
  return {
    ...{ kind: 'invoice', credited_number: null, livemode, number, currency, status, footer },
    ...{ subtotal, total, amount_due, amount_paid, amount_remaining },
    locales: (typeof customer === 'object' && customer?.preferred_locales) || [],
    issued: moments.finalized_at,
    due: invoice.due_date,
    paid: moments.paid_at,
    voided: moments.voided_at,
    period: null,
    issuer: issuerOf(invoice, account),
    customer: customerOf(invoice),
    custom_fields: invoice.custom_fields ?? [],
    memo: invoice.description,
    lines: invoice.lines.data.map((line) => lineOf(line, rates)),
    discounts: (invoice.total_discount_amounts ?? []).map((each) => ({ ...couponOf(each), amount: each.amount })),
    taxes: (invoice.total_taxes ?? []).map((tax) => taxOf(tax, rates)),
    applied_balance: total - amount_due,
  };
}

const issuerOf = (invoice: InvoiceDocument, { business_profile, country }: AccountDocument): InvoicePaper['issuer'] => ({
  ...{ address: null, tax_ids: [], logo: null, color: null },
  name: invoice.account_name ?? business_profile.name,
  email: business_profile.support_email,
  phone: business_profile.support_phone,
  country: invoice.account_country ?? country,
});

const customerOf = (invoice: InvoiceDocument): InvoicePaper['customer'] => ({
  name: invoice.customer_name,
  address: invoice.customer_address,
  email: invoice.customer_email,
  phone: invoice.customer_phone,
  tax_ids: (invoice.customer_tax_ids ?? []).flatMap(({ type, value }) => (value === null ? [] : [{ type, value }])),
});

type Rates = ReadonlyMap<string, Rate>;

const ratesIn = ({ lines, default_tax_rates }: InvoiceDocument): Rates =>
  new Map([...(default_tax_rates ?? []), ...lines.data.flatMap(({ tax_rates }) => tax_rates ?? [])].map((rate) => [rate.id, rate]));

const lineOf = (line: Line, rates: Rates): InvoiceLine => ({
  description: line.description,
  period: line.period,
  quantity: line.quantity,
  unit_amount: line.pricing?.unit_amount_decimal ?? null,
  amount: line.amount,
  discounts: (line.discount_amounts ?? [])
    .filter(({ amount }) => amount > 0)
    .map((each) => ({ name: couponOf(each).name, amount: each.amount })),
  tax_percentages: (line.taxes ?? []).flatMap((tax) => taxOf(tax, rates).percentage ?? []),
});

const couponOf = ({ discount }: Discounted): { name: string | null; percent_off: number | null } => {
  const coupon = typeof discount === 'object' ? discount.coupon : undefined;
  return { name: coupon?.name ?? null, percent_off: coupon?.percent_off ?? null };
};

function taxOf({ amount, tax_behavior, taxable_amount, taxability_reason, tax_rate_details }: Tax, rates: Rates): InvoiceTax {
  const rate = rates.get(tax_rate_details?.tax_rate ?? '');
  const reason = taxability_reason === 'reverse_charge' || taxability_reason === 'customer_exempt' ? taxability_reason : null;
  return {
    name: rate?.display_name ?? null,
    percentage: rate ? String(rate.percentage) : null,
    inclusive: tax_behavior === 'inclusive',
    ...{ taxable_amount, amount, reason },
  };
}
