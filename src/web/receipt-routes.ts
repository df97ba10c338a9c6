import type { FastifyInstance } from 'fastify';
import { notFoundPage } from './error-page.js';
import { type Pages, readFor, send, subjectOf } from './pages.js';
import { type Receipt, receiptPage, type Standing } from './receipt-page.js';
import { type Method, methodLabel } from './ways-to-pay.js';

/** A charge as its receipt sees it. Amounts in minor units. */
export type Charge = {
  readonly amount: number;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly created: number;
  readonly description: string | null;
  readonly livemode: boolean;
  readonly refunded: boolean;
  readonly status: string;
  readonly payment_method_details: Method | null;
  readonly receipt_number: string | null;
  readonly calculated_statement_descriptor: string | null;
};

/** Registers the page that a charge's `receipt_url` leads to. */
export function registerReceipt(server: FastifyInstance, pages: Pages): void {
  server.get<{ Params: { token: string } }>('/receipt/:token', async ({ params: { token } }, reply) => {
    const { object, id } = subjectOf(token);
    const found = object === 'charge' ? await readFor(pages, token, `/v1/charges/${encodeURIComponent(id)}`) : null;
    if (!found) return send(pages, reply, 404, notFoundPage);
    const receipt = receiptOf(found.body as Charge, found.merchant.name ?? 'the merchant');
    return send(pages, reply, 200, ({ nonce }) => receiptPage({ ...receipt, nonce }));
  });
}

/** What a receipt says of a charge. */
export function receiptOf(charge: Charge, business_name: string): Omit<Receipt, 'nonce'> {
  const { amount_captured, payment_method_details } = charge;
  const amount = amount_captured > 0 ? amount_captured : charge.amount;
  // What a partial capture let go of was never taken, and so is no refund to whoever paid.
  const amount_refunded = amount_captured > 0 ? Math.max(0, charge.amount_refunded - (charge.amount - amount_captured)) : 0;
  return {
    standing: standingOf(charge, amount_refunded),
    business_name,
    currency: charge.currency,
    amount,
    amount_refunded,
    created: charge.created,
    payment_method_label: payment_method_details && methodLabel(payment_method_details),
    description: charge.description,
    receipt_number: charge.receipt_number,
    statement_descriptor: charge.calculated_statement_descriptor,
    livemode: charge.livemode,
  };
}

function standingOf({ status, amount_captured, refunded }: Charge, amount_refunded: number): Standing {
  if (status === 'pending') return 'pending';
  if (status !== 'succeeded') return 'failed';
  if (amount_captured === 0) return refunded ? 'released' : 'held';
  if (amount_refunded === 0) return 'paid';
  return amount_refunded < amount_captured ? 'partly_refunded' : 'refunded';
}
