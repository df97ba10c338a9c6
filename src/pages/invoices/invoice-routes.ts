import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViewOf } from '../../kernel/base/views.js';
import type { paymentIntent } from '../../resources/payments/payment-intents/payment-intent.js';
import { cardIn, wrongOf } from '../kit/card-form.js';
import { notFoundPage } from '../kit/error-page.js';
import { type Texts, textsIn } from '../kit/form-texts.js';
import type { Merchant } from '../kit/merchant.js';
import { ask, headersFor, type Pages, send, subjectOf } from '../kit/pages.js';
import { preferredIn } from '../kit/payer-locale.js';
import type { InvoicePaper } from '../paper/invoice-paper.js';
import { localeOf } from '../paper/languages.js';
import type { Print } from '../paper/printing.js';
import { failureOf } from './invoice-failure.js';
import { type InvoiceView, invoicePage, isPayable, type Payable } from './invoice-page.js';
import { offered, type Typed } from './invoice-pay-form.js';
import { sendPdf } from './send-pdf.js';

/** An invoice as its page reads it, and the secret of the payment that pays it, where there is one. */
export type HostedInvoice = { readonly paper: InvoicePaper; readonly merchant: Merchant; readonly client_secret: string | null };

/** Reads the invoice that a page was made for; null where the page is void. */
export type ReadInvoice = (pages: Pages, token: string) => Promise<HostedInvoice | null>;

/** A payment as the page of its invoice sees it. */
type PaymentIntent = ViewOf<typeof paymentIntent>;

type Visit = {
  readonly pages: Pages;
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly read: ReadInvoice;
};

/** Registers the page of an invoice, where it is read, paid and downloaded. */
export function registerInvoice(server: FastifyInstance, pages: Pages, read: ReadInvoice, print: Print): void {
  server.get<{ Params: { token: string } }>('/invoice/:token', async (request, reply) => {
    const { token } = request.params;
    const visit = { pages, token, request, reply, read };
    const found = await open(visit);
    return found ? show(visit, found, null) : send(pages, reply, 404, notFoundPage);
  });
  server.get<{ Params: { token: string } }>('/invoice/:token/pdf', async (request, reply) => {
    const found = await open({ pages, token: request.params.token, request, reply, read });
    return found ? sendPdf(pages, reply, found.paper, print) : send(pages, reply, 404, notFoundPage);
  });
  server.post<{ Params: { token: string } }>('/invoice/:token', async (request, reply) => {
    const { token } = request.params;
    const visit = { pages, token, request, reply, read };
    const found = await open(visit);
    if (!found) return send(pages, reply, 404, notFoundPage);
    return isPayable(found) ? pay(visit, found, textsIn(request.body)) : reply.redirect(`/invoice/${token}`, 303);
  });
}

type Found = HostedInvoice & { readonly payable: Payable | null };

async function open({ pages, token, read }: Visit): Promise<Found | null> {
  const found = subjectOf(token).object === 'invoice' ? await read(pages, token) : null;
  if (!found) return null;
  const { client_secret } = found;
  const intent = client_secret === null ? null : await intentOf(pages, token, client_secret);
  return { ...found, payable: intent && payableOf(intent) };
}

/** The id of an intent is the part of its secret that is none. */
const pathOf = (client_secret: string): string => `/v1/payment_intents/${encodeURIComponent(client_secret.split('_secret_')[0] ?? '')}`;

async function intentOf(pages: Pages, token: string, client_secret: string): Promise<PaymentIntent | null> {
  const url = `${pathOf(client_secret)}?client_secret=${encodeURIComponent(client_secret)}`;
  const { body } = await ask<PaymentIntent>(pages, { method: 'GET', url, token });
  return body;
}

const standings: ReadonlyMap<string, Payable['standing']> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'requires_action'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
]);

function payableOf({ status, payment_method_types, last_payment_error, next_action }: PaymentIntent): Payable | null {
  const standing = standings.get(status);
  if (!standing) return null;
  const step = next_action?.[next_action.type];
  const { url, data } = (typeof step === 'object' && step !== null ? step : {}) as { url?: unknown; data?: unknown };
  const next_url = [url, data].find((each): each is string => typeof each === 'string' && /^https?:/.test(each)) ?? null;
  return { types: payment_method_types, standing, next_url, failure: standing === 'open' ? failureOf(last_payment_error) : null };
}

/** The page in the language that the invoice is printed in, else in that of the browser. */
function show({ pages, token, request, reply }: Visit, { paper, merchant, payable }: Found, typed: Typed | null): FastifyReply {
  const locale = localeOf([...paper.locales, ...preferredIn(request.headers['accept-language'] ?? '')]);
  const view: Omit<InvoiceView, 'nonce'> = { paper, merchant, locale, payable, typed, action: `/invoice/${token}` };
  // A step can be taken elsewhere, and from there the payer comes back to this page.
  return send(pages, reply, 200, ({ nonce }) => invoicePage({ ...view, nonce }), pages.public_url());
}

/** Confirms the payment as the browser of a payer would, with the secret of it. */
async function pay(visit: Visit, found: Found, texts: Texts): Promise<FastifyReply> {
  const { pages, token, request, reply } = visit;
  const { client_secret, payable } = found;
  const { way = '', exp = '', name = '', email = '', country = '' } = texts;
  const typed: Typed = { way, exp, name, email, country, wrong: null };
  if (client_secret === null || !payable || !offered(payable.types).includes(way)) return reply.redirect(`/invoice/${token}`, 303);
  const return_url = `${pages.public_url()}/invoice/${token}`;
  const body = { client_secret, payment_method_data: methodOf(way, typed, texts), return_url };
  const url = `${pathOf(client_secret)}/confirm`;
  const { body: intent, refused } = await ask<PaymentIntent>(pages, { method: 'POST', url, token, address: request.ip, body });
  if (!refused) return sendOn(visit, intent);
  const failure = failureOf(refused);
  const wrong = wrongOf(refused.param);
  const now = (await open(visit)) ?? found;
  // The invoice may have been paid by other means, and then there is nothing to retry.
  return isPayable(now) && now.payable
    ? show(visit, { ...found, payable: { ...now.payable, failure: failure ?? 'invalid' } }, { ...typed, wrong })
    : reply.redirect(`/invoice/${token}`, 303);
}

function methodOf(way: string, { name, email, country }: Typed, texts: Texts): object {
  const known = { ...(name && { name }), ...(email && { email }), ...(country && { address: { country } }) };
  const who = Object.keys(known).length ? { billing_details: known } : {};
  return way === 'card' ? { type: 'card', card: cardIn(texts), ...who } : { type: way, ...who };
}

/** To the next step where there is one, else back to the page, which says how it stands. */
function sendOn({ pages, token, reply }: Visit, intent: PaymentIntent): FastifyReply {
  const next = payableOf(intent)?.next_url;
  return reply.headers(headersFor(pages, pages.nonce(), next ?? null)).redirect(next ?? `/invoice/${token}`, 303);
}
