import { type Effect, type Effects, run, set } from '../../../kernel/base/effects.js';
import { nullable } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import { invoice } from '../invoices/invoice.js';
import { droppedAtEnd } from './pending-update.js';
import { type Subscription, subscription } from './subscription.js';

/** How many invoices are looked at; retries of older ones have long come to their end. */
const at_most = 100;

const invoicesThatAre = (status: string) => many(invoice, { by: 'subscription', where: { status }, at_most, cut: true, newest: true });

/** An ended subscription is not charged automatically: open invoices are collected by hand, and drafts stay drafts. The final bill continues, and the invoice of a pending update is voided. */
const stopCollecting = rule(subscription, 'stop collecting for', {
  takes: { last: nullable(text) },
  reads: { drafts: invoicesThatAre('draft'), owed: invoicesThatAre('open'), waited: one(invoice, 'waiting.invoice') },
  decide: ({ it, input: { last }, drafts, owed, waited }) => [
    [...drafts, ...owed]
      .filter(({ id, auto_advance }) => id !== last && id !== waited?.id && auto_advance)
      .map((each) => set(each, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })),
    droppedAtEnd(it, waited),
  ],
});

/** A subscription that has just ended, and what follows for its invoices; `last` is the one that bills its end. */
export const over = (it: Subscription & Effect, last: string | null = null): Effects => [it, run(stopCollecting, it, { last }, 'ignore')];
