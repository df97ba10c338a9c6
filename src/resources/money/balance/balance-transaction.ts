import { decimalNumber } from '../../../kernel/base/decimal.js';
import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, refToAny, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { currency } from '../../../kernel/base/money.js';
import { own } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { timer } from '../../../kernel/base/rules.js';
import { type MovementName, movements, post } from '../../../kernel/ledger/movements.js';
import { account } from '../../accounts/accounts/account.js';

/** Why a balance changed (Stripe's `type` of a balance transaction), and how reports group it. */
const categories = {
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  charge: 'charge',
  conversion: 'currency_conversion',
  issuing_authorization_hold: 'issuing_authorization_hold',
  issuing_authorization_release: 'issuing_authorization_release',
  issuing_dispute: 'issuing_dispute',
  issuing_transaction: 'issuing_transaction',
  payment: 'charge',
  payment_failure_refund: 'refund_failure',
  payment_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
  refund: 'refund',
  refund_failure: 'refund_failure',
  topup: 'topup',
  topup_reversal: 'topup_reversal',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversal',
} as const;

type Type = keyof typeof categories;

/** The merchant's view of a posting: what changed the balance, by how much, and what explains it. */
export const balanceTransaction = resource({
  object: 'balance_transaction',
  prefix: 'txn',
  fields: {
    amount: about('The change of the balance before fees, in minor units; negative if funds leave the balance.', integer()),
    available_on: about(
      'When the funds become available or became so, in Unix seconds. Until then the transaction is `pending`.',
      timestamp,
    ),
    balance_type: about(
      'The balance that changes: the one of payments and payouts, or the one that issued cards spend from.',
      oneOf('payments', 'issuing'),
    ),
    currency: about('The currency of the amounts, which is the settlement currency if a payment was converted.', currency),
    description: about('What the transaction was for, as text; null if the object that caused it has no description.', nullable(text)),
    /** From when on the wait of the account counts, where it goes with funds that were earned before it. */
    earned_on: internal(timestamp),
    exchange_rate: about(
      'How much of the other currency one unit was converted to; null for a change without conversion.',
      nullable(decimalNumber()),
    ),
    fee: about('The fees that were deducted from the amount, in minor units; they are itemized in `fee_details`.', integer()),
    fee_details: about(
      'The fees that were deducted, one by one; empty if there were none.',
      listOf(
        object({
          amount: about('The amount of this fee, in minor units.', integer()),
          application: about('The platform that receives the fee; null for a fee of the processor.', nullable(text)),
          currency: about('The currency of the fee, which is the currency of the balance transaction.', currency),
          description: about('What the fee is for, as text.', nullable(text)),
          type: about('The kind of the fee: `application_fee` for a platform, `stripe_fee` for the processor.', text),
        }),
      ),
    ),
    net: about('The change of the balance after fees, in minor units: `amount` less `fee`.', integer()),
    payout: about(
      'The payout that this change belongs to, as its payment, its return or a conversion for it; otherwise null.',
      nullable(ref('payout')),
    ),
    reporting_category: about('The category under which reports group the transaction; several types can share one.', text),
    source: about(
      'The object that caused the change, such as a charge, a refund or a payout.',
      nullable(
        refToAny(
          ...['application_fee', 'charge', 'dispute', 'fee_refund', 'issuing.authorization', 'issuing.dispute', 'issuing.transaction'],
          ...['payout', 'refund', 'topup', 'transfer', 'transfer_reversal'],
        ),
      ),
    ),
    type: about(
      'What kind of change it is; a charge by card has `charge`, one by another method `payment`.',
      oneOf(...(Object.keys(categories) as Type[])),
    ),
  },
  start: { available: null, pending: null },
  states: { pending: { available: null }, available: {} },
  timers: ['become_available', 'tell_available'],
  columns: ['currency', 'payout', 'source', 'type'],
});

/** A fee of a change, in minor units: by the processor or by an application. */
export type Fee = {
  readonly movement: MovementName;
  readonly amount: number;
  readonly description: string;
  readonly type: 'application_fee' | 'stripe_fee';
  readonly application?: string | null;
};

/** When funds are there, in seconds, and from when on the wait of their account counts. */
export type Waiting = { readonly available_on: number; readonly earned_on: number };

/** A converted amount, in minor units of another currency, and its exchange rate. */
export type Converted = { readonly amount: number; readonly currency: string; readonly exchange_rate: number };

/** A change of the balance to be explained. `amount` is signed, in minor units: below zero takes funds away. */
export type Change = Partial<Waiting> & {
  readonly type: Type;
  readonly movement: MovementName;
  readonly amount: number;
  readonly currency: string;
  readonly source: string;
  /** What is kept of it besides. */
  readonly fees?: readonly Fee[];
  readonly payout?: string;
  /** What it becomes where it is converted: that is explained, and the fees are in its currency. */
  readonly converted?: Converted | undefined;
  readonly exchange_rate?: number;
  readonly description?: string | null;
  readonly reporting_category?: string;
};

/** A balance transaction by its id, for the object that it explains, and as a whole; and what books it. */
export type Booked = { readonly id: string; readonly transaction: It<typeof balanceTransaction>; readonly effects: Effects };

/** When what shares or undoes a change of the balance is there: together with it, where that is pending still. */
export const waitingWith = (money: It<typeof balanceTransaction> | null, now: number): Waiting =>
  money?.status === 'pending' ? { available_on: money.available_on, earned_on: earnedOn(money) } : { available_on: now, earned_on: now };

const earnedOn = ({ created, earned_on = created }: It<typeof balanceTransaction>): number => earned_on;

/** A change of the balance with the balance transaction that explains it: neither is ever without the other. */
export function booked(change: Change, { make, now }: Pick<Around, 'make' | 'now'>): Booked {
  const { type, movement, source, available_on = now, earned_on, payout = null, description = null, converted } = change;
  const { currency, exchange_rate = null } = converted ?? change;
  const amount = converted ? Math.sign(change.amount) * converted.amount : change.amount;
  const waits = available_on > now;
  const fees = (change.fees ?? []).filter((fee) => fee.amount > 0);
  const kept = fees.reduce((sum, fee) => sum + fee.amount, 0);
  const net = amount - kept;
  const touched: readonly string[] = [movements[movement].debit, movements[movement].credit];
  const explained = make(balanceTransaction, {
    status: waits ? 'pending' : 'available',
    amount,
    available_on,
    // What issued cards spend is kept apart from what is earned.
    balance_type: touched.includes('issuing_available') ? 'issuing' : 'payments',
    currency,
    description,
    ...(earned_on !== undefined && { earned_on }),
    exchange_rate,
    fee: kept,
    fee_details: fees.map(({ amount, application = null, description, type }) => ({ amount, application, currency, description, type })),
    net,
    payout,
    reporting_category: change.reporting_category ?? categories[type],
    source,
    type,
  });
  return {
    id: explained.id,
    transaction: explained,
    effects: [
      explained,
      waits ? at(available_on, explained, 'become_available') : isPayment(explained) && at(now, explained, 'tell_available'),
      converted ? conversion(change, converted) : post(movement, { amount: Math.abs(amount), currency, source }),
      fees.map((fee) => post(fee.movement, { amount: fee.amount, currency, source })),
      // What is earned, and what is passed on of it, is pending first.
      !waits && touched.includes('merchant_pending') && madeAvailable({ net, currency, source }),
    ],
  };
}

/** What moves, and beside it both sides of its conversion, each in its own currency. */
function conversion({ movement, amount, currency, source }: Change, converted: Converted): Effects {
  const units = Math.abs(amount);
  const itself = post(movement, { amount: units, currency, source });
  const is_pending = movements[movement].credit === 'merchant_pending';
  const { out, back } = is_pending ? conversions.pending : conversions.available;
  const side = (name: MovementName, of: { amount: number; currency: string }) => of.amount > 0 && post(name, { ...of, source });
  const paid = { amount: units, currency };
  return amount > 0 ? [itself, side(out, paid), side(back, converted)] : [side(out, converted), side(back, paid), itself];
}

/** Into the account between two currencies, and out of it. */
const conversions = {
  pending: { out: 'pending_converted_out', back: 'pending_converted_in' },
  available: { out: 'conversion_undone', back: 'conversion_returned' },
} as const;

/** All of it becomes available at once; where more was passed on than earned, what was available covers that. */
function madeAvailable({ net, currency, source }: { net: number; currency: string; source: string }): Effects {
  if (net === 0) return null;
  return post(net > 0 ? 'funds_available' : 'shortfall_covered', { amount: Math.abs(net), currency, source });
}

/** Makes pending funds available on the day that the balance transaction says, or later where the account waits longer. */
export const becomeAvailable = timer(balanceTransaction, 'become_available', {
  from: ['pending'],
  reads: { account: own(account) },
  decide: ({ it, account: owner }, { now }) => {
    const available_on = earnedOn(it) + (owner?.settings.payouts.schedule.delay_days ?? 0) * day;
    if (available_on > now) {
      const delayed = set(it, { available_on });
      return [delayed, at(available_on, delayed, 'become_available')];
    }
    const told = owner && isPayment(it) && at(now, owner, 'tell_balance');
    return [set(it, { status: 'available' }), madeAvailable({ ...it, source: it.source ?? it.id }), told];
  },
});

/** Whether a change is a payment that adds to what can be paid out. */
const isPayment = ({ balance_type, net, type }: It<typeof balanceTransaction>): boolean =>
  balance_type === 'payments' && net > 0 && (type === 'charge' || type === 'payment');

/** The event of a payment that is available at once follows its write, so that the balance it shows has it. */
export const tellAvailable = timer(balanceTransaction, 'tell_available', {
  from: ['available'],
  reads: { account: own(account) },
  decide: ({ account: owner }, { now }) => owner && at(now, owner, 'tell_balance'),
});
