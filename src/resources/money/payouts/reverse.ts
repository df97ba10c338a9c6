import { type Around, type Asked, ask, at, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag, integer, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { creation, result, timer } from '../../../kernel/base/rules.js';
import type { Declined } from '../../../processors/contract.js';
import { reversePayout } from '../../../processors/questions.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { booked } from '../balance/balance-transaction.js';
import { type Beneficiary, beneficiary } from '../beneficiaries/beneficiary.js';
import { failureOf } from './failures.js';
import { ended, payout, under_way } from './payout.js';
import { bank_reads, question } from './question.js';

type Payout = It<typeof payout>;

/** How long a bank that says nothing on the day of arrival is left in peace, in seconds. */
const asked_again_after = 3600;

/** When a bank that has said nothing final is asked again, in seconds. */
export const nextLook = ({ arrival_date }: Payout, now: number): number => (arrival_date > now ? arrival_date : now + asked_again_after);

/** How long a bank account takes to be debited, in seconds. */
const comes_back_after = 3 * day;

/** Where banks let an account be debited for what was paid to it by mistake (Stripe). */
const debitable: ReadonlySet<string> = new Set(['CA', 'US']);

/**
 * Takes back what was sent to a bank account, by a separate payout that is below zero. This is no payout of funds: it has the terms of the original
 * one, and the balance changes only when the funds are back.
 */
export const reverse = creation(payout, {
  takes: {
    payout: about('The payout to take back; it must be `in_transit` or `paid`.', required(ref('payout'))),
    ...pick(payout.fields, 'metadata'),
  },
  ours: {
    amount: about('The part to take back, where it is not all of it; in the smallest unit of the currency.', integer({ minimum: 1 })),
    automatic: about('Whether the payout schedule of the account takes it back.', flag),
  },
  reads: { payout, bank: one(bankAccount, 'payout.destination'), beneficiary: one(beneficiary, 'payout.beneficiary') },
  decide: ({ it, input: { amount: part, automatic = false, metadata = {} }, payout: original, bank, beneficiary }, asked) => {
    requireReversible(original, bank?.country ?? countryOf(beneficiary), asked);
    const { id: original_payout, amount, beneficiary: to, currency, destination, method, processor, source_type, type } = original;
    const back = Math.min(part ?? amount, amount);
    const of_original = { original_payout, automatic, beneficiary: to, currency, destination, processor, source_type, type };
    const arrival_date = asked.now + comes_back_after;
    const reversal = set(it, { status: 'pending', ...under_way, ...of_original, amount: -back, arrival_date, metadata, method });
    return [reversal, set(original, { reversed_by: reversal.id }), askedBack(reversal, original_payout, beneficiary)];
  },
});

/** Why a payout cannot be taken back; null where its bank can be asked to. */
function requireReversible(it: Payout, country: string | null, asked: Asked): void {
  if (it.original_payout) asked.refuse(inState(`This payout reverses ${it.original_payout} and cannot be reversed itself.`));
  if (it.reversed_by) asked.refuse(inState(`This payout is already reversed by ${it.reversed_by}.`));
  if (it.status === 'pending')
    asked.refuse(inState('Only a payout that was submitted to the bank can be reversed; cancel a pending one instead.'));
  if (it.status !== 'paid' && it.status !== 'in_transit')
    asked.refuse(inState(`Only a payout that is in_transit or paid can be reversed; this one is ${it.status}.`));
  if (!it.processor) asked.refuse(inState('The bank has not said yet that it has this payout. Try again in a minute.'));
  if (country !== null && debitable.has(country)) return;
  asked.refuse({ code: 'payouts_not_allowed', param: 'payout', message: country === null ? deleted : elsewhere });
}

/** Where a beneficiary's bank account is; what is no bank account is nowhere that could be debited. */
const countryOf = (to: Beneficiary | null): string | null => to && (to.destination_data.bank_account?.country ?? '');

const inState = (message: string): Refusal => ({ code: 'payout_unexpected_state', message });
const elsewhere = 'Only payouts to bank accounts in the United States and Canada can be reversed.';
const deleted = 'Where this payout went to has been deleted, so it cannot be debited.';

/** Asks the bank for what it was sent; the same question with the same key moves nothing twice. */
const askedBack = (reversal: Payout, payout: string, to: Beneficiary | null): Effect =>
  ask(reversePayout, reversal, { ...question(reversal, to), payout, amount: -reversal.amount });

/** Asks the bank whether the funds are back. */
export const comeBack = timer(payout, 'come_back', {
  from: ['in_transit'],
  reads: bank_reads,
  decide: ({ it, beneficiary }) => it.original_payout && askedBack(it, it.original_payout, beneficiary),
});

/** The bank's answer: on its way back, here, or not given; and later it may claim again what it gave. */
export const cameBack = result(payout, reversePayout, {
  from: ['pending', 'in_transit', 'paid'],
  reads: { original: one(payout, 'original_payout') },
  decide: ({ it, original, answer, by: processor }, around): Effects => {
    if (!it.original_payout) return null;
    if (answer.result === 'declined') {
      const failed =
        it.status === 'paid' ? claimedAgain(it, answer, around) : set(it, { status: 'failed', ...ended, ...failureOf(answer), processor });
      return [failed, original && set(original, { reversed_by: null })];
    }
    if (it.status === 'paid') return null;
    const moving = it.status === 'pending' ? set(it, { status: 'in_transit', processor }) : set(it, { processor }, null);
    return [moving, answer.result === 'approved' ? here(moving, around) : at(nextLook(it, around.now), moving, 'come_back')];
  },
});

/** Funds are available from the moment they are back. */
function here(it: It<typeof payout, 'in_transit'>, around: Around): Effects {
  const { id, amount, currency } = it;
  const change = { type: 'payout', movement: 'payout_reversed', amount: -amount, currency, source: id, payout: id } as const;
  const money = booked({ ...change, reporting_category: 'payout_reversal' }, around);
  return [money.effects, set(it, { status: 'paid', ...ended, balance_transaction: money.id })];
}

/** A debited bank may reclaim the money: then the merchant no longer has it. */
function claimedAgain(it: It<typeof payout, 'paid'>, declined: Declined, around: Around): Effects {
  const { id, amount, currency } = it;
  const money = booked({ type: 'payout_failure', movement: 'reversal_returned', amount, currency, source: id, payout: id }, around);
  return [money.effects, set(it, { status: 'failed', ...ended, failure_balance_transaction: money.id, ...failureOf(declined) })];
}

/** A payout has come back by itself: there is nothing left that its reversal could bring. */
export const overtaken = (reversal: Payout | null): Effects =>
  (reversal?.status === 'pending' || reversal?.status === 'in_transit') && set(reversal, { status: 'failed', ...ended, ...failureOf({}) });
