import { runningAs } from '../../../arithmetic/billing/subscription/items.js';
import { type Effects, set } from '../../../kernel/base/effects.js';
import { many, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { type Invoice, invoice, isManual } from '../invoices/invoice.js';
import { ended, over } from './end.js';
import { subscription } from './subscription.js';

type Account = It<typeof account> | null;
type Owing = It<typeof subscription, 'active' | 'past_due' | 'trialing' | 'unpaid'>;

/** Whether an invoice is no longer collected. */
export const isLast = ({ auto_advance, collection_method, next_payment_attempt }: Invoice): boolean =>
  auto_advance && collection_method === 'charge_automatically' && next_payment_attempt === null;

/** Where an invoice that could not be collected leads: it is tried again, and in the end the account's settings rule. */
export function unpaidBy(it: Owing, bill: Invoice, account: Account, now: number): Effects {
  const last = isLast(bill) ? (account?.settings.subscriptions.after_last_retry ?? 'canceled') : 'past_due';
  return last === 'canceled' ? over(ended(it, 'payment_failed', now)) : set(it, { status: last });
}

/** How many invoices are walked back over. */
const at_most = 50;

/**
 * Computes the status of a subscription whose newest invoice no longer counts: from the one before it, as far back as they
 * are void or were made by hand. Where none is left, nothing is owed.
 */
export const workOut = rule(subscription, 'work out the status of', {
  from: ['past_due', 'unpaid'],
  reads: { account: own(account), bills: many(invoice, { by: 'subscription', at_most, cut: true, newest: true }) },
  decide: ({ it, account, bills }, asked): Effects => {
    const counts = (bill: Invoice) => bill.status !== 'void' && bill.id !== it.waiting?.invoice && !isManual(bill);
    const bill = bills.toReversed().find(counts);
    if (bill?.status === 'draft') return null;
    return bill?.status === 'open' && isLate(bill, asked.now) ? unpaidBy(it, bill, account, asked.now) : set(it, { status: runningAs(it) });
  },
});

/** Whether an invoice should have been paid by now. */
const isLate = ({ attempted, collection_method, due_date }: Invoice, now: number): boolean =>
  collection_method === 'send_invoice' ? due_date !== null && due_date <= now : attempted;
