import { type AccountDocument, type InvoiceDocument, paperOf } from '../../pages/paper/from-document.js';
import type { MailKind } from './mail-words.js';
import type { Business, Writing } from './message.js';

/** The events that customers are emailed about, and the kind of message. */
export const mailed: ReadonlyMap<string, Exclude<MailKind, 'invitation' | 'password'>> = new Map([
  ['invoice.sent', 'invoice'],
  ['invoice.payment_succeeded', 'receipt'],
  ['charge.succeeded', 'paid'],
  ['charge.refunded', 'refunded'],
  // A receipt address that is set later sends the receipt to it.
  ['charge.updated', 'paid'],
  ['invoice.payment_failed', 'failed'],
  ['invoice.payment_action_required', 'action'],
  ['invoice.upcoming', 'upcoming'],
  ['customer.subscription.trial_will_end', 'trial'],
]);

/** The event of a report, which is sent to the address of its schedule. */
export const report_event = 'reporting.report_run.succeeded';

/** The event's object, and its previous values. */
type Told = { readonly object: object; readonly previous_attributes?: object | null };

/** An account's branding; accounts from before logos have no link to one. */
type Looks = { readonly logo_link?: string | null; readonly settings: { readonly branding: { readonly primary_color?: string | null } } };

/** The data for a message: the event, its account, the customer, and the current invoice with its logo. */
export type Read = {
  readonly event: { readonly type: string; readonly livemode: boolean; readonly data: Told };
  readonly account: AccountDocument & Looks;
  readonly customer: { readonly email: string | null; readonly name: string | null; readonly preferred_locales: readonly string[] | null };
  readonly invoice: InvoiceDocument | null;
  readonly logo: Uint8Array | null;
};

type Invoice = InvoiceDocument & { readonly hosted_invoice_url: string | null; readonly period_end: number };
type Subscription = { readonly trial_end: number | null };

/** The contents of an event's message; null without a recipient or contents. */
export function writingOf({ event: { type, livemode, data }, account, customer, ...read }: Read): Writing | null {
  const kind = mailed.get(type);
  const who = { locales: customer.preferred_locales ?? [], business: businessOf(account), livemode };
  if (type === report_event) return ofReport(data.object as Report, who);
  if (kind === undefined) return null;
  if (kind === 'trial') {
    const { trial_end } = data.object as Subscription;
    return customer.email === null || trial_end === null
      ? null
      : { ...who, url: null, paper: null, kind, to: customer.email, name: customer.name, moment: trial_end };
  }
  if (type === 'charge.updated' && !('receipt_email' in (data.previous_attributes ?? {}))) return null;
  if (kind === 'paid' || kind === 'refunded') return ofCharge(kind, data, { ...who, to: customer.email, name: customer.name });
  const told = data.object as Invoice;
  const writing = ofInvoice(kind, told, { ...who, to: customer.email, name: customer.name });
  // The attached invoice is the current one, as on its page: an event lacks the members that are only printed.
  return writing && goesAlong(type) ? { ...writing, paper: paperOf(read.invoice ?? told, account, read.logo) } : writing;
}

/** Whether the invoice is attached: to the invoice message and to its receipt. */
export const goesAlong = (type: string): boolean => ['invoice', 'receipt'].includes(mailed.get(type) ?? '');

/** The sender of an account's messages. */
export const businessOf = ({ business_profile: { name, support_email }, logo_link = null, settings }: Read['account']): Business => ({
  ...{ name: name?.trim() ? name : null, email: support_email },
  ...{ color: settings.branding.primary_color ?? null, logo: logo_link },
});

type Report = {
  readonly id: string;
  readonly email: string | null;
  readonly report_type: string;
  readonly result: { readonly url: string | null } | null;
};

/** A message about a report, with a link to it in the dashboard, where its reader must sign in. */
function ofReport({ id, email: to, report_type: report, result }: Report, who: Omit<Who, 'name' | 'to'>): Writing | null {
  if (to === null || !result?.url) return null;
  return { ...who, kind: 'report', to, name: null, report, url: `${new URL(result.url).origin}/dashboard/reports?run=${id}`, paper: null };
}

type Charge = {
  readonly amount: number;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly invoice: string | null;
  readonly receipt_email: string | null;
  readonly receipt_url: string | null;
};

/** A receipt or refund message for a charge with a receipt address. A paid invoice has a separate receipt. */
function ofCharge(kind: 'paid' | 'refunded', { object, previous_attributes }: Told, who: Who): Writing | null {
  const charge = object as Charge;
  const { amount_captured, amount_refunded, currency, receipt_email: to, receipt_url: url } = charge;
  const { amount_refunded: before = 0 } = (previous_attributes ?? {}) as { readonly amount_refunded?: number };
  const amount = kind === 'paid' ? amount_captured : amount_refunded - before;
  if (to === null || amount <= 0 || (kind === 'paid' && charge.invoice !== null)) return null;
  return { ...who, kind, to, money: { amount, currency }, url, paper: null };
}

type Who = Pick<Writing, 'locales' | 'business' | 'livemode' | 'name'> & { readonly to: string | null };

type OfInvoice = Exclude<MailKind, 'paid' | 'refunded' | 'trial' | 'invitation' | 'password'>;

/** A receipt has the amount paid, a renewal reminder the end of the period. Every invoice except an upcoming one has a number. */
function ofInvoice(kind: OfInvoice, invoice: Invoice, who: Who): Writing | null {
  const { amount_due, amount_paid, amount_remaining, currency, number, period_end: moment } = invoice;
  const to = invoice.customer_email ?? who.to;
  if (to === null) return null;
  const all = { ...who, to, name: invoice.customer_name ?? who.name, url: invoice.hosted_invoice_url, paper: null };
  if (kind === 'upcoming') return { ...all, kind, money: { amount: amount_due, currency }, moment };
  const amount = kind === 'receipt' ? amount_paid : amount_remaining;
  if (number === null || (kind === 'receipt' && amount <= 0)) return null;
  return { ...all, kind, number, money: { amount, currency } };
}
