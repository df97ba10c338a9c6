import { type Asked, run, set } from '../../../kernel/base/effects.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { isOpen } from '../../payments/intents/open.js';
import { cancel } from '../../payments/payment-intents/cancel.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { askFor } from '../../payments/payment-intents/update.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { invoice } from './invoice.js';
import { sharesOf } from './shares.js';

type Intent = It<typeof paymentIntent>;

/** How many payments an invoice may have, those that were given up among them. */
export const payments_max = 100;

/** All that may still pay an invoice; `of` is where its id is. */
export const openPayments = <const P extends 'id' | 'invoice' | 'invoice.id' | 'waiting.invoice'>(of: P) =>
  many(invoicePayment, { by: 'invoice', of, where: { status: 'open' }, cut: true });

/** The same, and the payments themselves. */
export const payments_reads = {
  payments: openPayments('id'),
  intents: one(paymentIntent, 'payments.payment.payment_intent'),
} as const;

/** The payments of an invoice, as far as they were read. */
export type Intents = { readonly all: readonly Intent[] };

/** Money that is on its way, and may arrive or not. */
export const isInFlight = ({ status }: Intent): boolean => status === 'processing' || status === 'requires_capture';

/** Why an invoice cannot be ended otherwise: what is on its way would be paid for nothing. */
export const requireNoneUnderWay = ({ all }: Intents, asked: Asked): void => {
  if (all.some(isInFlight)) asked.refuse(under_way);
};

/** The refusal of what would pay it once more, or end it otherwise. */
export const under_way: Refusal = {
  code: 'invoice_unexpected_state',
  message: 'A payment of this invoice is under way. Wait for its outcome.',
};

/** Cancels every open payment of an invoice that is no longer collected, and voids its authorizations. */
export const stop = consequence(invoice, 'stop the payments of', {
  reads: payments_reads,
  decide: ({ intents: { all } }) =>
    all
      .filter((intent) => isOpen(intent) || intent.status === 'requires_capture')
      .map((intent) => run(cancel, intent, { cancellation_reason: 'abandoned' }, 'ignore')),
});

/** Sets the amount of an invoice's open payment to the remaining amount. */
export const askForRest = consequence(invoice, 'ask for the rest of', {
  reads: { payment: invoicePayment, payment_intent: paymentIntent },
  decide: ({ it, payment, payment_intent: intent }) => {
    const { amount_remaining: amount } = it;
    return [
      payment?.status === 'open' && set(payment, { amount_requested: amount }),
      intent && run(askFor, intent, { amount, ...sharesOf(it, amount) }),
    ];
  },
});
