import type { FastifyInstance } from 'fastify';
import type { Expanded, ViewOf } from '../../kernel/base/views.js';
import type { WithMerchant } from '../../resources/accounts/accounts/merchant.js';
import type { charge } from '../../resources/payments/charges/charge.js';
import { notFoundPage } from '../kit/error-page.js';
import type { Fetching } from '../kit/link-routes.js';
import { type Merchant, merchantOf } from '../kit/merchant.js';
import { type Pages, payerLocale, readFor, send, subjectOf } from '../kit/pages.js';
import { readLogo } from '../kit/read-logo.js';
import { type Method, methodLabel } from '../kit/ways-to-pay.js';
import { type InvoiceDocument, paperOf } from '../paper/from-document.js';
import type { InvoicePaper } from '../paper/invoice-paper.js';
import type { Language } from '../paper/languages.js';
import type { Print } from '../paper/printing.js';
import { type Receipt, receiptPage, type Standing } from './receipt-page.js';
import { receiptPaper } from './receipt-paper.js';
import { sendPdf } from './send-pdf.js';

/** A charge as its receipt sees it: with its invoice, or a bare id where that is gone. */
export type Charge = Expanded<
  Pick<
    ViewOf<typeof charge>,
    | 'amount'
    | 'amount_captured'
    | 'amount_refunded'
    | 'currency'
    | 'created'
    | 'description'
    | 'livemode'
    | 'refunded'
    | 'status'
    | 'billing_details'
    | 'receipt_number'
    | 'calculated_statement_descriptor'
  >,
  { invoice: InvoiceDocument | string | null; payment_method_details: Method | null }
>;

type Found = Expanded<WithMerchant<typeof charge>, Pick<Charge, 'invoice' | 'payment_method_details'>>;

/** Registers the page that a charge's `receipt_url` leads to, and the same as a PDF. */
export function registerReceipt(server: FastifyInstance, pages: Pages, fetching: Fetching, print: Print): void {
  server.get<{ Params: { token: string } }>('/receipt/:token', async ({ params: { token }, headers }, reply) => {
    const found = await open(pages, token);
    if (!found) return send(pages, reply, 404, notFoundPage);
    const { charge, merchant } = found;
    const locale = payerLocale({ headers });
    const receipt = receiptOf(charge, locale.language);
    const pdf = isTaken(receipt) ? `/receipt/${token}/pdf` : null;
    const view = { ...receipt, merchant, locale, invoice: invoiceOf(charge, merchant), pdf };
    return send(pages, reply, 200, ({ nonce }) => receiptPage({ ...view, nonce }));
  });
  server.get<{ Params: { token: string } }>('/receipt/:token/pdf', async ({ params: { token }, headers }, reply) => {
    const found = await open(pages, token);
    const locale = payerLocale({ headers });
    const receipt = found && receiptOf(found.charge, locale.language);
    if (!receipt || !isTaken(receipt)) return send(pages, reply, 404, notFoundPage);
    const { charge, merchant } = found;
    const logo = await readLogo(fetching, merchant.logo);
    return sendPdf(pages, reply, receiptPaper({ receipt, merchant, logo, locale, invoice: invoiceOf(charge, merchant) }), print);
  });
}

async function open(pages: Pages, token: string): Promise<{ readonly charge: Charge; readonly merchant: Merchant } | null> {
  const { object, id } = subjectOf(token);
  const url = `/v1/charges/${encodeURIComponent(id)}?expand[0]=invoice`;
  const found = object === 'charge' ? await readFor<Found>(pages, token, url) : null;
  return found && { charge: found.body, merchant: merchantOf(found.account) };
}

const isTaken = ({ standing }: Receipt): boolean => standing === 'paid' || standing === 'partly_refunded' || standing === 'refunded';

/** The invoice that a charge has paid, where it has paid all of one. */
function invoiceOf({ invoice }: Charge, { name, support, country }: Merchant): InvoicePaper | null {
  if (invoice === null || typeof invoice === 'string') return null;
  const business_profile = { name, support_email: support.email, support_phone: support.phone };
  return paperOf(invoice, { business_profile, country }, null);
}

/** What a receipt says of a charge. */
export function receiptOf(charge: Charge, language: Language): Receipt {
  const { amount_captured, payment_method_details: method } = charge;
  const amount = amount_captured > 0 ? amount_captured : charge.amount;
  // The amount that a partial capture released was never taken, so it is not a refund.
  const amount_refunded = amount_captured > 0 ? Math.max(0, charge.amount_refunded - (charge.amount - amount_captured)) : 0;
  return {
    standing: standingOf(charge, amount_refunded),
    currency: charge.currency,
    amount,
    amount_refunded,
    created: charge.created,
    method: method && { type: method.type, brand: method.card?.brand ?? null },
    payment_method_label: method && methodLabel(method, language),
    tax_id: charge.billing_details.tax_id ?? null,
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
