import { type Around, type Decision, run, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { invoice } from '../invoices/invoice.js';
import { asPaid } from '../invoices/paid.js';
import { askForRest, stop } from '../invoices/payments.js';
import { dueOf } from '../invoices/sums.js';

/** How much more notes take off an invoice, in minor units; below zero where one is voided. */
type Change = { readonly pre_payment_amount: number; readonly post_payment_amount: number };

type Taxed = It<typeof invoice>['taxes_credited'];

/** An invoice of which notes take more or less off. What is to pay it follows; where nothing is left to be paid, it is paid. */
export function credited(
  it: It<typeof invoice, 'open' | 'paid' | 'uncollectible'>,
  { pre_payment_amount: pre, post_payment_amount: post }: Change,
  around: Around,
  taxes_credited: Taxed = it.taxes_credited,
): Decision {
  const pre_payment_credit_notes_amount = it.pre_payment_credit_notes_amount + pre;
  const changed = set(it, {
    ...dueOf({ ...it, amount_due: it.amount_due + it.pre_payment_credit_notes_amount }, { ...it, pre_payment_credit_notes_amount }),
    pre_payment_credit_notes_amount,
    ...(taxes_credited && { taxes_credited }),
    post_payment_credit_notes_amount: it.post_payment_credit_notes_amount + post,
  });
  if (changed.status === 'paid' || pre === 0) return changed;
  const { amount_paid, amount_remaining: amount } = changed;
  if (amount === 0) return [changed, asPaid(changed, null, { amount_paid }, around), run(stop, it, {})];
  return [changed, run(askForRest, changed, {})];
}
