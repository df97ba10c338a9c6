import { decimal } from '../../../kernel/base/decimal.js';
import { type Given, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
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

const tax_amount = object({ amount: required(any), tax_rate: required(ref('tax_rate')), taxable_amount: required(any) });

const line = object({
  amount: some,
  description: textOf(500),
  invoice_line_item: textOf(255),
  metadata,
  quantity: integerOrDigits({ minimum: 1, maximum: 999_999_999 }),
  tax_amounts: listOf(tax_amount, 20),
  tax_rates: listOf(ref('tax_rate'), 5),
  type: required(line_type),
  unit_amount: any,
  unit_amount_decimal: decimal({ minimum: 0 }),
});

/** What callers say of a note; older ones name a refund without `refunds`. */
export const takes = {
  ...pick(creditNote.fields, 'effective_at', 'memo', 'metadata', 'reason'),
  amount: some,
  credit_amount: any,
  email_type: oneOf('credit_note', 'none'),
  invoice: required(ref('invoice')),
  lines: listOf(line, 250),
  out_of_band_amount: any,
  refund: ref('refund'),
  refund_amount: any,
  refunds: listOf(object({ amount_refunded: some, refund: required(ref('refund')), type: oneOf('refund') }), 20),
  shipping_cost: object({ shipping_rate: text }),
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
