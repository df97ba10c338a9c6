import { type Around, ask, at, type Effects, set, tell } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { createdFilter, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, list, result, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { post } from '../../../kernel/ledger/movements.js';
import type { Declined } from '../../../processors/contract.js';
import { payOut } from '../../../processors/questions.js';
import { type Booked, booked } from '../balance/balance-transaction.js';
import { unconverted } from './conversion.js';
import { create } from './create.js';
import { failureOf } from './failures.js';
import { ended, never_paid, payout } from './payout.js';
import { bank_reads, question } from './question.js';
import { cameBack, comeBack, nextLook, overtaken, reverse } from './reverse.js';
import { payBySchedule } from './scheduled.js';

/** Changes metadata; a payout is otherwise as it was ordered. */
export const update = rule(payout, 'update', { takes: pick(payout.fields, 'metadata'), decide: ({ it, input }) => set(it, input) });

/** Takes a payout back before it is handed to the bank. */
export const cancel = rule(payout, 'cancel', {
  decide: ({ it }, asked) => {
    if (it.original_payout) return asked.refuse(no_way_back);
    if (it.status !== 'pending') {
      return asked.refuse({
        code: 'payout_unexpected_state',
        message: `Only a pending payout can be canceled; this one is ${it.status}.`,
      });
    }
    const money = givenBack(it, asked);
    return [money.effects, set(it, { status: 'canceled', ...never_paid, failure_balance_transaction: money.id })];
  },
});

const no_way_back: Refusal = {
  code: 'payout_unexpected_state',
  message: 'This payout reverses another one and cannot be canceled. Pay out again once it has been paid.',
};

/** Funds come back from where they are by now: from on the way, or from the bank that had paid them out. */
const back_from = {
  pending: { type: 'payout_cancel', movement: 'payout_canceled' },
  in_transit: { type: 'payout_failure', movement: 'payout_failed' },
  paid: { type: 'payout_failure', movement: 'payout_returned' },
} as const;

const givenBack = (it: It<typeof payout, keyof typeof back_from>, around: Around): Booked => {
  const { id, amount, currency, status } = it;
  const money = booked({ ...back_from[status], amount, currency, source: id, payout: id }, around);
  return { ...money, effects: [money.effects, unconverted(it, around)] };
};

/** Hands a payout to the bank, once. */
export const handOver = timer(payout, 'hand_over', {
  from: ['pending'],
  reads: bank_reads,
  decide: ({ it, beneficiary }) => [set(it, { status: 'in_transit' }), ask(payOut, it, question(it, beneficiary))],
});

/** Asks the bank whether the funds have arrived; the same question with the same key moves nothing twice. */
export const arrive = timer(payout, 'arrive', {
  from: ['in_transit'],
  reads: bank_reads,
  decide: ({ it, beneficiary }) => ask(payOut, it, question(it, beneficiary)),
});

/**
 * The bank's answer: on its way, arrived, or returned. Funds that are returned are available again, unless they have come back already
 * because the payout was reversed: they come back once.
 */
export const paidOut = result(payout, payOut, {
  from: ['in_transit', 'paid'],
  reads: { reversal: one(payout, 'reversed_by') },
  afresh: true,
  decide: ({ it, reversal, answer, by: processor }, around): Effects => {
    if (it.original_payout) return null;
    const isBack = reversal?.status === 'paid';
    if (answer.result === 'declined' && !isBack) return [returned(it, answer, processor, around), overtaken(reversal)];
    if (it.status === 'paid') return null;
    if (answer.result === 'pending' || answer.result === 'needs_action')
      return [set(it, { processor }, null), at(nextLook(it, around.now), it, 'arrive')];
    const reconciliation_status = it.automatic ? 'completed' : it.reconciliation_status;
    const paid = set(it, { status: 'paid', ...ended, processor, reconciliation_status });
    return [paid, post('payout_paid', { ...it, source: it.id }), it.automatic && tell(paid, 'payout.reconciliation_completed')];
  },
});

function returned(it: It<typeof payout, 'in_transit' | 'paid'>, declined: Declined, processor: string, around: Around): Effects {
  const money = givenBack(it, around);
  const over = it.status === 'paid' ? ended : never_paid;
  const failed = { ...over, failure_balance_transaction: money.id, ...failureOf(declined), processor, reversed_by: null };
  return [money.effects, set(it, { status: 'failed', ...failed })];
}

/** The payouts group. */
export const payouts = [
  action('POST /v1/payouts', create, {
    about:
      'Takes funds from your available balance and sends them to your bank account or to a beneficiary. The payout is `pending` until it is handed to the bank. A payout in another currency is converted, at the rate of an FX quote or of the moment.',
  }),
  action('POST /v1/payouts/:id', update, { about: 'Updates the metadata of a payout; nothing else of it can change.' }),
  action('POST /v1/payouts/:id/cancel', cancel, {
    about:
      'Cancels a payout while it is `pending` and returns its amount to your balance. A payout that reverses another one cannot be canceled.',
  }),
  action('POST /v1/payouts/:payout/reverse', reverse, {
    about:
      'Takes back a payout that is `in_transit` or `paid`, with a second payout of the negative amount. Only bank accounts in the United States and Canada can be debited; the balance changes when the funds are back.',
    summary: 'Reverse a payout',
  }),
  handOver,
  arrive,
  paidOut,
  comeBack,
  cameBack,
  payBySchedule,
  retrieve(payout, 'GET /v1/payouts/:id', { about: 'Retrieves a payout.' }),
  list(
    payout,
    ['GET /v1/payouts', 'GET /v1/payouts/list'],
    {
      arrival_date: about(
        'Only payouts expected at this time in Unix seconds, or within a range of `gt`, `gte`, `lt` and `lte`.',
        createdFilter,
      ),
      beneficiary: about('Only payouts to this beneficiary.', ref('beneficiary')),
      destination: about('Only payouts to this bank account or beneficiary, by its id.', textOf(255)),
      status: about('Only payouts in this state.', oneOf('pending', 'in_transit', 'paid', 'failed', 'canceled')),
    },
    { about: 'Lists payouts, newest first.' },
  ),
] as const;
