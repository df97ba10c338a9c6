import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { type Around, type Effects, run } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { billed } from '../../billing/invoices/bill.js';
import { payWith } from '../../billing/invoices/pay-with.js';
import type { PlainLine } from '../../billing/invoices/plain-line.js';
import type { ShippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Customer } from '../../customers/customers/customer.js';
import { taxingOf } from './automatic-tax.js';
import type { Session } from './session.js';
import { type LineItem, ratesOn } from './sums.js';

type Seen = {
  readonly account: It<typeof account> | null;
  readonly customer: Customer | null;
  readonly rate: ShippingRate | null;
};

/** The invoice of a purchase that is paid, with what names it on the session; nothing where the session asks for none. */
export function invoiceOf(
  it: Session,
  { account: owner, customer, rate }: Seen,
  around: Around,
): { readonly id: string; readonly effects: Effects } | null {
  const { invoice_creation: asked, currency } = it;
  if (!asked?.enabled || it.invoice || it.mode !== 'payment' || !customer || currency === null) return null;
  const draft = billed(
    {
      account: owner,
      // The amount was paid in full, so the balance of the customer is not applied.
      customer: { ...customer, balance: 0 },
      currency,
      lines: linesOf(it, { account: owner, customer, rate }, around),
      discounts: it.discounts_kept ?? [],
      described: describedBy(it),
    },
    around,
  );
  return { id: draft.invoice.id, effects: [draft.effects, run(payWith, draft.invoice, paidBy(it))] };
}

const paidBy = ({ payment_intent }: Session) => (payment_intent === null ? {} : { payment_intent });

function describedBy({ invoice_creation: asked, payment_intent_data: paid }: Session) {
  const { account_tax_ids, custom_fields, description, footer, issuer, metadata, rendering_options } = asked?.invoice_data ?? {};
  return {
    ...(account_tax_ids && { account_tax_ids }),
    ...(custom_fields && { custom_fields }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(issuer && { issuer }),
    ...(metadata && { metadata }),
    ...(paid?.on_behalf_of && { on_behalf_of: paid.on_behalf_of }),
    ...(rendering_options && { rendering: { ...rendering_options, pdf: null, template_version: null } }),
  };
}

/** The items of a purchase as the lines of its invoice; shipping is the last one. */
function linesOf(it: Session, seen: Seen, around: Around): readonly PlainLine[] {
  const period = { start: around.now, end: around.now };
  const items = (it.line_items?.data ?? []).filter(({ quantity }) => quantity !== 0);
  const { shipping_cost: shipping } = it;
  const shipped = shipping && {
    amount: shipping.amount_subtotal,
    description: seen.rate?.display_name ?? 'Shipping',
    discountable: false,
    period,
    tax_rates: ratesOfShipping(it, seen, around),
  };
  const lines = items.map((item) => ({
    amount: item.amount_subtotal,
    description: item.description,
    metadata: item.metadata,
    period,
    price: item.price,
    quantity: item.quantity,
    tax_rates: ratesOn(item),
    unit_amount_decimal: unitOf(item),
  }));
  return shipped ? [...lines, shipped] : lines;
}

const unitOf = ({ chosen_amount, currency, price }: LineItem): string | null =>
  price.custom_unit_amount ? String(chosen_amount ?? price.custom_unit_amount.preset ?? 0) : pricingIn(price, currency).unit_amount_decimal;

/** The automatic taxes of shipping, which has no tax rates of its own. */
function ratesOfShipping(it: Session, { account: owner, customer }: Seen, { livemode, now }: Around): TaxRate[] {
  const taxing = taxingOf(it, { account: owner, customer, livemode, now });
  return taxing ? taxing.automatic.ratesOf(taxing.shippedAs(it.shipping_cost?.shipping_rate ?? '')).map(({ rate }) => rate) : [];
}
