import { methodName, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { alsoSearched, amounts, dates, equal, metadata, onlySearched } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { Charge as Base } from '../objects.js';

type Charge = Base & {
  readonly customer: string | null;
  readonly description: string | null;
  readonly fraud_details: { readonly user_report?: string | null } | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transfer: string | null;
};

const paymentOf = ({ payment_intent: of }: Charge): string | null => (typeof of === 'string' ? of : (of?.id ?? null));

/** Charges: the attempts of payments. */
export const charges: Description<Charge> = {
  name: 'charges',
  path: 'charges',
  label: 'Charges',
  one: 'charge',
  title: ({ amount, currency }) => money(amount, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.text('Payment method', (it) => methodName(it.payment_method_details)),
    member.text('Failure', (it) => it.failure_message),
    member.created,
    member.id,
  ],
  filters: [
    alsoSearched(equal('customer', 'Customer', 'cus_…')),
    amounts,
    onlySearched(equal('currency', 'Currency', 'usd')),
    dates(),
    metadata,
  ],
  search: { hint: 'A clause such as status:"failed"', clause: (typed) => `payment_method_details.card.last4:"${typed}"` },
  empty: { text: 'Attempts of payments appear here.', command: 'charges -d amount=2000 -d currency=usd -d source=tok_visa' },
  facts: [
    member.created,
    member.reference('Payment', paymentOf),
    member.text('Payment method', (it) => methodName(it.payment_method_details)),
    member.reference('Customer', (it) => it.customer),
    member.amount(
      'Refunded',
      (it) => it.amount_refunded,
      (it) => it.currency,
    ),
    member.text('Failure', (it) => it.failure_message),
    member.text('Outcome', (it) => it.outcome?.seller_message),
    member.constant('Reported as', (it) => it.fraud_details?.user_report),
    member.reference('Transfer', (it) => it.transfer),
    member.address('Receipt', (it) => it.receipt_url),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  related: [
    { of: 'refunds', parameters: ({ id }) => ({ charge: id }) },
    { of: 'disputes', parameters: ({ id }) => ({ charge: id }) },
  ],
  actions: [
    { label: 'Report as fraudulent', request: ({ id }) => post(`charges/${id}`, { 'fraud_details[user_report]': 'fraudulent' }) },
    { label: 'Report as safe', request: ({ id }) => post(`charges/${id}`, { 'fraud_details[user_report]': 'safe' }) },
  ],
};
