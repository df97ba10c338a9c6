import { at, type Effects, remove, run, tell } from '../../../kernel/base/effects.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { on, rule, timer } from '../../../kernel/base/rules.js';
import { isTransferCurrency, type TransferCurrency } from '../../../processors/contract.js';
import { customer } from '../../customers/customers/customer.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { apply, awaitsTransfer } from './apply.js';
import { awaitedTransfer, cashBalance, fundsIn, hasFunds, isAutomatic } from './cash-balance.js';

type Intent = It<typeof paymentIntent>;

/** Sends the event of the funds that remain after reconciliation. */
const announce = rule(cashBalance, 'announce', {
  decide: ({ it }) => hasFunds(it) && tell(it, 'cash_balance.funds_available'),
});

/** A transfer that has come in, with what the customer has of its currency by now, in minor units. */
export type Incoming = { readonly funds: number; readonly currency: TransferCurrency; readonly reference: string | null };

const referenceOf = ({ next_action }: Intent): string | null => next_action?.display_bank_transfer_instructions?.reference ?? null;

/** What new funds pay by themselves: first the payment that the payer has named, then the oldest, as far as they cover them as a whole. */
export function reconciled(cash: It<typeof cashBalance>, awaited: readonly Intent[], { funds, currency, reference }: Incoming): Effects {
  const isNamed = (it: Intent): boolean => reference !== null && referenceOf(it) === reference;
  const fitting = awaited.filter((it) => awaitsTransfer(it) && it.currency === currency);
  const inTurn = fitting.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (a.id < b.id ? -1 : 1));
  const paid: Effects[] = [];
  let rest = funds;
  for (const each of isAutomatic(cash) ? inTurn : []) {
    if (each.amount > rest) continue;
    rest -= each.amount;
    paid.push(run(apply, each, {}, 'ignore'));
  }
  return [paid, run(announce, cash, {}, 'ignore')];
}

/** A payment that begins to wait is remembered for its customer, and paid at once where they have sent enough before. */
export const awaitTransfer = on(paymentIntent, 'payment_intent.requires_action', customer, {
  via: 'customer',
  reads: { held: one(cashBalance, 'cash_balance') },
  decide: ({ it, by, held }, { make }): Effects => {
    if (!awaitsTransfer(by)) return null;
    const made = make(awaitedTransfer, { customer: it.id, payment_intent: by.id });
    const covered = isAutomatic(held) && isTransferCurrency(by.currency) && fundsIn(held, by.currency) >= by.amount;
    return [made, at(by.next_action?.expires_at, made, 'forget'), covered && run(apply, by, {}, 'ignore')];
  },
});

/** Forgets a payment whose time to be paid is over. */
export const forget = timer(awaitedTransfer, 'forget', { decide: ({ it }) => remove(it) });

/** Forgets the payments that wait no more. */
export const forgotten = (awaited: readonly It<typeof awaitedTransfer>[], intents: Found<Intent>): Effects =>
  awaited.filter(({ payment_intent: id }) => !isAwaiting(intents.get(id))).map((each) => remove(each));

const isAwaiting = (it: Intent | null): boolean => it !== null && awaitsTransfer(it);
