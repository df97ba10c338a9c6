import type { Expanded, ViewOf } from '../../kernel/base/views.js';
import type { account } from '../../resources/accounts/accounts/account.js';
import type { invoice } from '../../resources/billing/invoices/invoice.js';
import type { InvoiceLine, InvoicePaper, InvoiceTax, Period } from './invoice-paper.js';

/** An invoice as its page receives it; a stored one has these members and more. */
export type InvoiceDocument = ViewOf<typeof invoice>;

type BilledLine = InvoiceDocument['lines']['data'][number];

/** A line as invoices and credit notes have it. */
export type Line = Expanded<
  Pick<BilledLine, 'description' | 'quantity' | 'amount' | 'discount_amounts' | 'taxes' | 'tax_rates'>,
  { period?: Period }
>;

type Rate = NonNullable<BilledLine['tax_rates']>[number];
type Coupon = NonNullable<InvoiceDocument['basis']>['discounts'][number]['coupon'];
type Printed = NonNullable<InvoiceDocument['printed']>;

/** The members of an account that are printed. */
export type AccountDocument = {
  readonly business_profile: Pick<ViewOf<typeof account>['business_profile'], 'name' | 'support_email' | 'support_phone'>;
  readonly country: string;
};

/** Where the logo of an invoice is read; null where it has none. */
export const logoOf = ({ printed }: InvoiceDocument): string | null => printed?.issuer.logo ?? null;

/** An invoice of the API as it is printed, with the bytes of its logo. */
export function paperOf(invoice: InvoiceDocument, account: AccountDocument, logo: Uint8Array | null): InvoicePaper {
  const { status_transitions: moments } = invoice;
  const names = namesIn(invoice);
  const { livemode, number, currency, status, total, amount_due, amount_paid, amount_remaining } = invoice;
  const template = invoice.printed?.template ?? null;
  return {
    ...{ kind: 'invoice', page_size: pageSizeOf(invoice), credited_number: null, livemode, number, currency, status },
    ...{ total, amount_due, amount_paid, amount_remaining },
    ...partiesOf(invoice, account, logo),
    ...appliedTo(invoice),
    issued: moments.finalized_at,
    due: invoice.due_date,
    paid: moments.paid_at,
    voided: moments.voided_at,
    period: null,
    custom_fields: invoice.custom_fields ?? template?.custom_fields ?? [],
    footer: invoice.footer ?? template?.footer ?? null,
    memo: invoice.description ?? template?.memo ?? null,
    ...amountsOf(invoice, names),
    taxes: taxesOf(invoice.total_taxes, names),
  };
}

/** On which paper an invoice is printed. */
export const pageSizeOf = ({ printed, rendering }: InvoiceDocument): InvoicePaper['page_size'] =>
  rendering?.pdf?.page_size ?? printed?.template?.pdf?.page_size ?? 'auto';

/** The lines, their sum and its discounts: with inclusive taxes, or without them by the print settings. */
function amountsOf(invoice: InvoiceDocument, names: Names): Pick<InvoicePaper, 'lines' | 'subtotal' | 'shipping' | 'discounts'> {
  const { lines, rendering, subtotal, subtotal_excluding_tax, total_excluding_tax } = invoice;
  const discounts = [...discountsOf(invoice.total_discount_amounts, names), ...creditsOf(invoice.total_pretax_credit_amounts)];
  const display = rendering?.amount_tax_display ?? invoice.printed?.template?.amount_tax_display ?? null;
  if (display !== 'exclude_tax' || subtotal_excluding_tax === null || total_excluding_tax === null) {
    const printed = lines.data.map((line) => lineOf(line, line.pricing?.unit_amount_decimal ?? null, names));
    return { lines: printed, subtotal, shipping: invoice.shipping_cost?.amount_subtotal ?? null, discounts };
  }
  const shipping = invoice.shipping_cost ? netOf(invoice.shipping_cost) : null;
  const net_total = total_excluding_tax - (shipping ?? 0);
  // What nothing is taken off is what it comes to, however its taxes were rounded.
  const net_subtotal = discounts.length ? subtotal_excluding_tax : net_total;
  const amounts = inProportion(
    lines.data.map(({ amount, amount_excluding_tax }) => amount_excluding_tax ?? amount),
    net_subtotal,
  );
  const printed = lines.data.map((line, place) => ({
    ...lineOf(line, shortened(line.unit_amount_excluding_tax), names),
    amount: amounts[place] ?? 0,
    // A line's discount includes its taxes, so without taxes it is shown in the sum.
    discounts: [],
  }));
  const off = inProportion(
    discounts.map(({ amount }) => amount),
    net_subtotal - net_total,
  );
  const off_each = discounts.map((each, place) => ({ ...each, amount: off[place] ?? 0 }));
  return { lines: printed, subtotal: net_subtotal, shipping, discounts: off_each };
}

/** The cost of shipping without any taxes. */
const netOf = ({ amount_tax, amount_total }: NonNullable<InvoiceDocument['shipping_cost']>): number => amount_total - amount_tax;

const decimals_printed = 4;

/** A unit price without taxes may be a repeating decimal; this many digits are shown. */
const shortened = (unit_amount: string | null): string | null =>
  unit_amount && String(Number(Number(unit_amount).toFixed(decimals_printed)));

/** Amounts in these proportions that together come to so much. */
function inProportion(parts: readonly number[], whole: number): number[] {
  const sum = parts.reduce((so_far, part) => so_far + part, 0);
  let before = 0;
  let told = 0;
  return parts.map((part) => {
    before += part;
    const until = sum === 0 ? 0 : Math.round((whole * before) / sum);
    const amount = until - told;
    told = until;
    return amount;
  });
}

/** Who is on an invoice, and in which language. What was issued before it was kept is in English, as it was. */
export const partiesOf = (
  invoice: InvoiceDocument,
  account: AccountDocument,
  logo: Uint8Array | null,
): Pick<InvoicePaper, 'customer' | 'issuer' | 'locales'> => ({
  locales: invoice.printed?.locales ?? [],
  issuer: {
    ...(invoice.printed?.issuer ?? issuerNow(account)),
    logo,
    name: invoice.account_name ?? account.business_profile.name,
    country: invoice.account_country ?? account.country,
  },
  customer: {
    name: invoice.customer_name,
    address: invoice.customer_address,
    email: invoice.customer_email,
    phone: invoice.customer_phone,
    tax_ids: (invoice.customer_tax_ids ?? []).flatMap(({ type, value }) => (value === null ? [] : [{ type, value }])),
  },
});

const issuerNow = ({ business_profile }: AccountDocument): Omit<Printed['issuer'], 'logo'> => ({
  ...{ address: null, tax_ids: [], color: null },
  email: business_profile.support_email,
  phone: business_profile.support_phone,
});

/**
 * How a total became what was due: by the customer's balance, by being too little to be charged, and by credit notes. A balance above zero is
 * added to the amount due, so that the remainder is an amount too small to charge.
 */
function appliedTo(invoice: InvoiceDocument): Pick<InvoicePaper, 'applied_balance' | 'carried_over' | 'credited'> {
  const { total, amount_due, starting_balance = 0, ending_balance = null, pre_payment_credit_notes_amount: credited = 0 } = invoice;
  if (ending_balance === null) return { applied_balance: total - amount_due - credited, carried_over: 0, credited };
  const carried_over = Math.max(0, ending_balance);
  return { applied_balance: ending_balance - starting_balance - carried_over, carried_over, credited };
}

/** What is named by its id: tax rates and discounts. */
export type Names = { readonly rates: ReadonlyMap<string, Rate>; readonly coupons: ReadonlyMap<string, Coupon> };

/** The names of what an invoice, and what is further to be printed, refers to. */
export const namesIn = ({ lines, default_tax_rates, basis, shipping_cost }: InvoiceDocument, further: readonly Line[] = []): Names => ({
  rates: new Map(
    [
      ...(default_tax_rates ?? []),
      ...[...lines.data, ...further].flatMap(({ tax_rates }) => tax_rates ?? []),
      ...(shipping_cost?.taxes ?? []).map(({ rate }) => rate),
      ...(basis?.fixed ?? []).map(({ rate }) => rate),
    ].map((rate) => [rate.id, rate]),
  ),
  coupons: new Map((basis?.discounts ?? []).map(({ id, coupon }) => [id, coupon])),
});

/** A line as it is printed. */
export const lineOf = (line: Line, unit_amount: string | null, names: Names): InvoiceLine => ({
  description: line.description,
  period: line.period ?? null,
  quantity: line.quantity,
  unit_amount,
  amount: line.amount,
  discounts: discountsOf(line.discount_amounts, names)
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount }) => ({ name, amount })),
  tax_percentages: taxesOf(line.taxes, names).flatMap(({ percentage }) => percentage ?? []),
});

/** Discounts as they are printed. */
export const discountsOf = (discounts: InvoiceDocument['total_discount_amounts'], { coupons }: Names): InvoicePaper['discounts'] =>
  (discounts ?? []).map(({ amount, discount }) => {
    const { name = null, percent_off = null } = coupons.get(discount) ?? {};
    return { name, percent_off, amount };
  });

const unprinted: ReadonlySet<string> = new Set(['not_collecting', 'not_subject_to_tax', 'not_supported']);

/** A tax that the merchant does not collect at all is no line of a paper. */
export const isPrinted = ({ taxability_reason }: { readonly taxability_reason?: string | null | undefined }): boolean =>
  !unprinted.has(taxability_reason ?? '');

/** The reason that is printed with a tax: only for taxes of 0 whose reason the law requires. */
export const printedReason = (reason: string | null | undefined): InvoiceTax['reason'] =>
  reason === 'reverse_charge' || reason === 'customer_exempt' ? reason : null;

/** The applied billing credits as they are printed: all in one. */
export function creditsOf(pretax: InvoiceDocument['total_pretax_credit_amounts']): InvoicePaper['discounts'] {
  const credits = (pretax ?? []).filter(({ type }) => type === 'credit_balance_transaction');
  const amount = credits.reduce((sum, each) => sum + each.amount, 0);
  return credits.length ? [{ name: null, percent_off: null, amount, is_credits: true }] : [];
}

/** Taxes as they are printed. */
export const taxesOf = (taxes: InvoiceDocument['total_taxes'], { rates }: Names): readonly InvoiceTax[] =>
  (taxes ?? []).filter(isPrinted).map(({ amount, tax_behavior, taxable_amount, taxability_reason, tax_rate_details }) => {
    const rate = rates.get(tax_rate_details?.tax_rate ?? '');
    return {
      name: rate?.display_name ?? null,
      percentage: rate ? String(rate.percentage) : null,
      inclusive: tax_behavior === 'inclusive',
      ...{ taxable_amount, amount },
      reason: printedReason(taxability_reason),
    };
  });
