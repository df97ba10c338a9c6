import { type AccountDocument, type InvoiceDocument, paperOf } from '../paper/from-document.js';
import type { MailKind } from './mail-words.js';
import type { Writing } from './message.js';

/** The events that customers are written to about, and what they are told. */
export const mailed: ReadonlyMap<string, MailKind> = new Map([
  ['invoice.sent', 'invoice'],
  ['invoice.payment_succeeded', 'receipt'],
  ['invoice.payment_failed', 'failed'],
  ['invoice.payment_action_required', 'action'],
  ['invoice.upcoming', 'upcoming'],
  ['customer.subscription.trial_will_end', 'trial'],
]);

/** What is read for a message: the event, whose books it is in, who is written to, and the invoice as it is by now, with its logo. */
export type Read = {
  readonly event: { readonly type: string; readonly livemode: boolean; readonly data: { readonly object: object } };
  readonly account: AccountDocument;
  readonly customer: { readonly email: string | null; readonly name: string | null; readonly preferred_locales: readonly string[] | null };
  readonly invoice: InvoiceDocument | null;
  readonly logo: Uint8Array | null;
};

type Invoice = InvoiceDocument & { readonly hosted_invoice_url: string | null; readonly next_payment_attempt: number | null };
type Subscription = { readonly trial_end: number | null };

/** What a message tells of an event; null where nobody can be written to, or there is nothing to tell. */
export function writingOf({ event: { type, livemode, data }, account, customer, ...read }: Read): Writing | null {
  const kind = mailed.get(type);
  const { name: business_name, support_email } = account.business_profile;
  const who = { locales: customer.preferred_locales ?? [], business: { name: business_name ?? '', email: support_email }, livemode };
  if (kind === undefined) return null;
  if (kind === 'trial') {
    const { trial_end } = data.object as Subscription;
    return customer.email === null || trial_end === null
      ? null
      : { ...who, ...nothing, kind, to: customer.email, name: customer.name, moment: trial_end };
  }
  const told = data.object as Invoice;
  const writing = ofInvoice(kind, told, { ...who, to: customer.email, name: customer.name });
  // What goes along is what whoever opens the invoice downloads: an event tells nothing of what is only printed.
  return writing && goesAlong(type) ? { ...writing, paper: paperOf(read.invoice ?? told, account, read.logo) } : writing;
}

/** Whether the paper goes along: with the invoice itself and with the receipt. */
export const goesAlong = (type: string): boolean => ['invoice', 'receipt'].includes(mailed.get(type) ?? '');

const nothing = { number: null, money: null, url: null, paper: null } as const;

type Who = Pick<Writing, 'locales' | 'business' | 'livemode' | 'name'> & { readonly to: string | null };

/** A receipt is for what was paid. */
function ofInvoice(kind: MailKind, invoice: Invoice, who: Who): Writing | null {
  const to = invoice.customer_email ?? who.to;
  const amount = kind === 'receipt' ? invoice.amount_paid : kind === 'upcoming' ? invoice.amount_due : invoice.amount_remaining;
  if (to === null || (kind === 'receipt' && amount <= 0)) return null;
  return {
    ...{ ...who, kind, to },
    name: invoice.customer_name ?? who.name,
    number: invoice.number,
    money: { amount, currency: invoice.currency },
    moment: invoice.next_payment_attempt,
    url: invoice.hosted_invoice_url,
    paper: null,
  };
}
