import { formatMoney } from '../billing/format-money.js';
import { formatMoment } from './format-date.js';
import { amountFact, brand, businessName, card, type Fact, facts, foreign, heading, html, page, payerLayout } from './ui.js';

/** What became of a payment, in the words of whoever paid. */
export type Standing = 'paid' | 'partly_refunded' | 'refunded' | 'held' | 'released' | 'pending' | 'failed';

/** What a payer keeps to show that they paid. Amounts in minor units. */
export type Receipt = {
  standing: Standing;
  business_name: string;
  currency: string;
  /** What was taken, or is to be. */
  amount: number;
  amount_refunded: number;
  /** Seconds since the Unix epoch. */
  created: number;
  /** What was paid with, for example `Visa ending in 4242`. */
  payment_method_label: string | null;
  description: string | null;
  receipt_number: string | null;
  /** How the payment is named on the payer's statement. */
  statement_descriptor: string | null;
  livemode: boolean;
  nonce: string;
};

/** The page with a receipt: nothing on it can be pressed, and it prints on one sheet. */
export function receiptPage(view: Receipt): string {
  const content = card(
    brand('Receipt'),
    heading(html`Receipt from ${businessName(view.business_name)}`, standings[view.standing]),
    facts(receiptFacts(view)),
  );
  const body = payerLayout({ livemode: view.livemode, card: content, warning: 'Test data. No money moved.' });
  return page({ title: 'Receipt', nonce: view.nonce, body });
}

const standings: Record<Standing, string> = {
  paid: 'Paid in full. Thank you.',
  partly_refunded: 'Paid, and refunded in part.',
  refunded: 'Paid, and refunded in full.',
  held: 'This amount is held on your account. It has not been taken yet.',
  released: 'This amount was held and let go again. Nothing was taken.',
  pending: 'On its way: it can take some days until the money arrives.',
  failed: 'This payment failed. Nothing was taken.',
};

function receiptFacts(view: Receipt): Fact[] {
  const money = (amount: number): string => formatMoney({ amount, currency: view.currency });
  return [
    amountFact('Amount', money(view.amount)),
    ...(view.amount_refunded > 0 ? refundFacts(money(view.amount_refunded), money(view.amount - view.amount_refunded)) : []),
    ...momentFact(view.created),
    { term: 'Paid to', detail: businessName(view.business_name) },
    ...textFact('Paid with', view.payment_method_label),
    ...textFact('For', view.description),
    ...textFact('Receipt number', view.receipt_number),
    ...textFact('On your statement', view.statement_descriptor),
  ];
}

const refundFacts = (refunded: string, kept: string): Fact[] => [
  { term: 'Refunded', detail: foreign(refunded) },
  { term: 'After refunds', detail: foreign(kept) },
];

function momentFact(created: number): Fact[] {
  const moment = formatMoment(created);
  return moment ? [{ term: 'Date', detail: html`<time datetime="${moment.iso}">${moment.day}, ${moment.time}</time>` }] : [];
}

const textFact = (term: string, text: string | null): Fact[] => (text?.trim() ? [{ term, detail: foreign(text) }] : []);
