import { decimal } from '../../../kernel/base/decimal.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, metadata, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { billed_max } from '../../../kernel/base/money.js';
import { many, one } from '../../../kernel/base/reads.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { charge } from '../../payments/charges/charge.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { refund } from '../../payments/refunds/refund.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { invoice } from '../invoices/invoice.js';
import { openPayments } from '../invoices/payments.js';
import { creditNote } from './credit-note.js';
import { line_type } from './line.js';

/** How many notes one invoice may have. */
export const notes_max = 250;

const some = integerOrDigits({ minimum: 1, maximum: billed_max });
const any = integerOrDigits({ minimum: 0, maximum: billed_max });

const tax_amount = object({
  amount: about('The tax to credit, in minor units.', required(any)),
  tax_rate: about('The tax rate of the invoice line that this tax is credited for.', required(ref('tax_rate'))),
  taxable_amount: about('The amount that this tax was charged on, in minor units.', required(any)),
});

const line = object({
  amount: about('The amount to credit of an invoice line, in minor units, in place of a quantity.', some),
  description: about('The text of a custom line, up to 500 characters.', textOf(500)),
  invoice_line_item: about('The line of the invoice to credit; required with `type=invoice_line_item`.', textOf(255)),
  metadata,
  quantity: about('The number of units to credit.', integerOrDigits({ minimum: 1, maximum: 999_999_999 })),
  tax_amounts: about('The taxes to credit for the line, in place of those that follow from its rates; up to 20.', listOf(tax_amount, 20)),
  tax_rates: about('The tax rates of a custom line, up to five.', listOf(ref('tax_rate'), 5)),
  type: about('`invoice_line_item` credits a line of the invoice, `custom_line_item` an amount of your own.', required(line_type)),
  unit_amount: about('The amount of a unit of a custom line, in minor units.', any),
  unit_amount_decimal: about(
    'The amount of a unit of a custom line as a decimal in minor units, in place of `unit_amount`.',
    decimal({ minimum: 0 }),
  ),
});

/** What callers say of a note; older ones name a refund without `refunds`. */
export const takes = {
  ...pick(creditNote.fields, 'effective_at', 'memo', 'metadata', 'reason'),
  amount: about('The amount to credit in minor units, as a single line; in place of `lines`.', some),
  credit_amount: about("How much of the paid part is credited to the customer's balance, in minor units.", any),
  email_type: about('Accepted and not used: Florin mails no credit notes.', oneOf('credit_note', 'none')),
  invoice: about('The invoice to credit, which must be open, paid or uncollectible.', required(ref('invoice'))),
  lines: about('The lines to credit, up to 250; in place of `amount`.', listOf(line, 250)),
  out_of_band_amount: about('How much of the paid part you give back outside Florin, in minor units.', any),
  refund: about('An existing refund of a payment of the invoice to count for the paid part, in the older form.', ref('refund')),
  refund_amount: about('How much of the paid part is refunded now to the payment methods that paid, in minor units.', any),
  refunds: about(
    'Existing refunds of payments of the invoice to count for the paid part, up to 20.',
    listOf(
      object({
        amount_refunded: about('How much of the refund counts, in minor units; all that no other credit note counts by default.', some),
        refund: about('The refund of a payment of the invoice.', required(ref('refund'))),
        type: about('The kind of refund; `refund` is the only one.', oneOf('refund')),
      }),
      20,
    ),
  ),
  shipping_cost: about(
    'Credits the whole cost of shipping of the invoice; not together with `amount`.',
    object({ shipping_rate: about('The shipping rate of the invoice.', required(ref('shipping_rate'))) }),
  ),
} as const;

/** What a note looks at. */
export const reads = {
  invoice,
  notes: many(creditNote, { by: 'invoice', of: 'invoice', at_most: notes_max, cut: true }),
  customer: one(customer, 'invoice.customer'),
  charge: one(charge, 'invoice.charge'),
  payments: openPayments('invoice'),
  intents: one(paymentIntent, 'payments.payment.payment_intent'),
  paid: many(invoicePayment, { by: 'invoice', of: 'invoice', where: { status: 'paid' }, cut: true }),
  paid_intents: one(paymentIntent, 'paid.payment.payment_intent'),
  charges: one(charge, 'paid_intents.latest_charge'),
  refund,
  linked: one(refund, 'refunds.refund'),
  rates: one(taxRate, 'lines.tax_rates'),
  rates_of_amounts: one(taxRate, 'lines.tax_amounts.tax_rate'),
} as const;

/** What is asked for. */
export type Sent = Given<typeof takes>;
/** One line as it is asked for. */
export type AskedLine = NonNullable<Sent['lines']>[number];
