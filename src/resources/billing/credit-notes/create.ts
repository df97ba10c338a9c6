import { creditSum } from '../../../arithmetic/billing/credits.js';
import { type Asked, type Effects, refusingAs, run, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { balanceMoved, requireMovable } from '../../customers/customer-balance/move.js';
import type { Customer } from '../../customers/customers/customer.js';
import { create as refundCharge } from '../../payments/refunds/index.js';
import { refund } from '../../payments/refunds/refund.js';
import { takenBack } from '../../tax/transactions/reversal.js';
import { taxTransaction } from '../../tax/transactions/transaction.js';
import { creditsIn } from '../invoices/parts.js';
import { creditNote } from './credit-note.js';
import { credited } from './credited.js';
import { drawn } from './draw.js';
import { reads, takes } from './input.js';
import type { Shipping } from './shipping.js';
import type { shownLine } from './shown-line.js';

/** Takes something off a final invoice: what is not paid yet is due no more, and what was paid goes back in the ways that are asked for. */
export const create = creation(creditNote, {
  takes,
  reads: { ...reads, tax_transaction: one(taxTransaction, 'invoice.tax_transaction') },
  decide: ({ it, input, customer, tax_transaction, ...seen }, asked) => {
    const note = drawn(it.id, input, seen, asked);
    const { back, invoice, members } = note;
    const crediting = creditOf(it.id, customer, { amount: back.credit_amount, currency: invoice.currency, invoice: invoice.id }, asked);
    const refunding = back.refunding.map((each) => ({ ...each, refund: asked.fresh(refund) }));
    const refunds = [...refunding, ...back.linked];
    const issued = set(it, {
      status: 'issued',
      ...members,
      customer_balance_transaction: crediting?.transaction ?? null,
      refund: refunds[0]?.refund ?? null,
      refunds: refunds.map(({ refund, amount }) => ({
        amount_refunded: amount,
        payment_record_refund: null,
        refund,
        type: 'refund' as const,
      })),
    });
    const of_lines = members.lines.data.flatMap((line) => taxesIn(line, it.id));
    const taxes = invoice.automatic_tax.enabled ? [...of_lines, ...ofShipping(members.shipping_cost, it.id)] : [];
    const { reason } = issued;
    const why = reason === 'duplicate' || reason === 'fraudulent' ? { reason } : {};
    return [
      issued,
      crediting?.effects,
      credited(invoice, members, asked, invoice.status === 'paid' ? undefined : [...(invoice.taxes_credited ?? []), ...taxes]),
      invoice.status === 'paid' && tax_transaction && takenBack(tax_transaction, taxes.map(asReversed), it.id, asked),
      refunding.map(({ refund, charge, amount }) => run(refundCharge, refund, { charge, amount, ...why })),
    ];
  },
});

/** What a line of a note takes off a line of its invoice. */
function taxesIn(
  { amount = 0, discount_amount = 0, invoice_line_item: line, pretax_credit_amounts: off, taxes = [] }: NoteLine,
  note: string,
) {
  const net = amount - discount_amount - creditSum(creditsIn(off ?? []));
  return line ? [{ note, line, amount: net, amount_tax: taxes.reduce((sum, each) => sum + (each.amount ?? 0), 0) }] : [];
}

/** What a note takes off the shipping of its invoice. */
const ofShipping = (shipping: Shipping | null, note: string) =>
  shipping ? [{ note, line: null, amount: shipping.amount_subtotal, amount_tax: shipping.amount_tax }] : [];

type NoteLine = Pick<ReturnType<typeof shownLine>, 'amount' | 'discount_amount' | 'invoice_line_item' | 'pretax_credit_amounts' | 'taxes'>;

type OffTaxes = { readonly line: string | null; readonly amount: number; readonly amount_tax: number };

const asReversed = ({ line: reference, amount, amount_tax }: OffTaxes) => ({ reference, amount, amount_tax });

type Crediting = { readonly amount: number; readonly currency: string; readonly invoice: string };

/** What is kept for the customer's next invoice, or why it cannot be. */
function creditOf(
  credit_note: string,
  customer: Customer | null,
  { amount, currency, invoice }: Crediting,
  asked: Asked,
): { readonly effects: Effects; readonly transaction: string } | null {
  if (amount === 0) return null;
  const move = { amount: -amount, currency, type: 'credit_note', credit_note, invoice } as const;
  if (!customer)
    return asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: 'credit_amount',
      message: 'The customer of this invoice has been deleted.',
    });
  requireMovable(
    customer,
    move,
    refusingAs(asked, (refusal) => ({ ...refusal, param: 'credit_amount' })),
  );
  return balanceMoved(customer, move, asked);
}
