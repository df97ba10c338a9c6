import { type Around, type Asked, at, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { booked } from '../../money/balance/balance-transaction.js';
import { issuingAuthorization } from '../authorizations/authorization.js';
import { withTransaction } from '../authorizations/shown.js';
import { type IssuingTransaction, issuingTransaction, leftOf } from '../transactions/transaction.js';
import { type IssuingDispute, issuingDispute } from './dispute.js';
import { explanationOf, missingOf } from './evidence.js';

const { fields } = issuingDispute;

const given = pick(fields, 'amount', 'evidence', 'metadata');

/** What a dispute is about. */
const disputed = { transaction: one(issuingTransaction, 'transaction') } as const;

/** How long a purchase can be disputed, in days, and how long a network takes that is not told what it finds. */
const days_to_submit = 110;
const days_to_judge = 60;

/** Takes a purchase into question, or a part of it. */
export const create = creation(issuingDispute, {
  takes: {
    ...given,
    transaction: about(
      'The captured transaction to dispute, at most 110 days old and not refunded in full.',
      required(ref('issuing.transaction')),
    ),
  },
  reads: {
    transaction: issuingTransaction,
    authorization: one(issuingAuthorization, 'transaction.authorization'),
    earlier: one(issuingDispute, 'transaction.dispute'),
  },
  decide: ({ it, input, transaction, authorization, earlier }, asked) => {
    const { amount = leftOf(transaction) } = input;
    requireDisputable(transaction, earlier, asked.now, asked);
    requireWithin(transaction, amount, asked);
    const begun = set(it, { ...input, status: 'unsubmitted', amount, currency: transaction.currency });
    const taken = set(transaction, { dispute: it.id });
    return [begun, taken, withTransaction(authorization, taken), at(endOf(transaction), begun, 'expire')];
  },
});

const endOf = ({ created }: IssuingTransaction): number => created + days_to_submit * day;

const wrong = (message: string): Refusal => ({ code: 'dispute_unexpected_state', param: 'transaction', message });

function requireDisputable(of: IssuingTransaction, earlier: IssuingDispute | null, now: number, asked: Asked): void {
  if (of.type !== 'capture') asked.refuse(wrong('Only what was captured can be disputed; this transaction is a refund.'));
  if (earlier && earlier.status !== 'expired') asked.refuse(wrong(`This transaction is disputed already, by ${earlier.id}.`));
  if (now >= endOf(of)) asked.refuse(wrong(`A purchase can be disputed for ${days_to_submit} days; they are over.`));
  requireNotRefunded(of, asked);
}

const requireNotRefunded = (of: IssuingTransaction, asked: Asked): void => {
  if (leftOf(of) < 1) asked.refuse(wrong('All of this transaction has been refunded.'));
};

const requireWithin = (of: IssuingTransaction, amount: number, asked: Asked): void => {
  if (amount > leftOf(of)) {
    asked.refuse({
      code: 'amount_too_large',
      param: 'amount',
      message: `At most ${leftOf(of)} of this transaction can be disputed. Lower the amount of the dispute.`,
    });
  }
};

/** Changes evidence and amount before they are submitted, and metadata ever after. */
export const update = rule(issuingDispute, 'update', {
  takes: given,
  reads: disputed,
  decide: ({ it, input, transaction }, asked) => {
    const { metadata: _, ...rest } = input;
    if (it.status !== 'unsubmitted' && Object.keys(rest).length) return asked.refuse(submitted_already);
    if (input.amount !== undefined) requireWithin(transaction, input.amount, asked);
    return set(it, input);
  },
});

const submitted_already: Refusal = {
  code: 'dispute_unexpected_state',
  message: 'A submitted dispute can no longer be changed, except for its metadata.',
};

/** Hands a dispute to the card network, which wants certain pieces of evidence for each reason. */
export const submit = rule(issuingDispute, 'submit', {
  from: ['unsubmitted'],
  takes: pick(fields, 'metadata'),
  reads: disputed,
  decide: ({ it, input, transaction }, asked) => {
    const missing = missingOf(it.evidence);
    if (missing)
      return asked.refuse({
        code: 'parameter_missing',
        param: missing,
        message: `Missing required param: ${missing}. Update the dispute with it, then submit it.`,
      });
    requireNotRefunded(transaction, asked);
    requireWithin(transaction, it.amount, asked);
    const handed = set(it, { ...input, status: 'submitted' });
    return [handed, judged(handed, transaction, asked) ?? at(asked.now + days_to_judge * day, handed, 'judge')];
  },
});

type Submitted = It<typeof issuingDispute, 'submitted'>;

/** In a sandbox `winning_evidence` and `losing_evidence` as the explanation decide at once; null where the network takes its time. */
function judged(it: Submitted, of: IssuingTransaction, around: Around): Effects {
  const explanation = explanationOf(it.evidence);
  if (explanation === 'winning_evidence') return won(it, of, around);
  return explanation === 'losing_evidence' ? lost(it, of) : null;
}

/** The money comes back to what issued cards can spend, and cannot be refunded by the merchant as well. */
function won(it: Submitted, of: IssuingTransaction, around: Around): Effects {
  const { id: source, amount, currency } = it;
  const money = booked({ type: 'issuing_dispute', movement: 'issuing_dispute_won', amount, currency, source }, around);
  const balance_transactions = [...it.balance_transactions, money.transaction];
  const back = set(of, { refunded: (of.refunded ?? 0) + amount }, null);
  return [money.effects, set(it, { status: 'won', balance_transactions }, 'issuing_dispute.funds_reinstated'), back];
}

/** A dispute does not return an amount that the merchant has refunded since (Stripe). */
const lost = (it: Submitted, of: IssuingTransaction): Effects =>
  set(it, { status: 'lost', loss_reason: leftOf(of) < it.amount ? 'refund_issued' : 'other' });

/** A network that has not been convinced by then never is. */
export const judge = timer(issuingDispute, 'judge', {
  from: ['submitted'],
  reads: disputed,
  decide: ({ it, transaction }) => lost(it, transaction),
});

/** A dispute that was not submitted in time expires. */
export const expire = timer(issuingDispute, 'expire', { from: ['unsubmitted'], decide: ({ it }) => set(it, { status: 'expired' }) });

/** The disputes of what was paid with issued cards. */
export const issuingDisputes = [
  action('POST /v1/issuing/disputes', create, {
    about:
      'Creates a dispute of a captured transaction, whole or in part. It is `unsubmitted` until you submit it, and expires 110 days after the transaction.',
  }),
  action('POST /v1/issuing/disputes/:id', update, {
    about: 'Updates the amount, evidence and metadata of an unsubmitted dispute; later only the metadata.',
  }),
  action('POST /v1/issuing/disputes/:id/submit', submit, {
    about:
      'Submits a dispute to the card network. The evidence that its reason requires must be complete. Without a decision within 60 days the dispute is lost.',
  }),
  judge,
  expire,
  retrieve(issuingDispute, 'GET /v1/issuing/disputes/:id', { about: 'Retrieves a dispute of an issued card.' }),
  list(
    issuingDispute,
    ['GET /v1/issuing/disputes', 'GET /v1/issuing/disputes/list'],
    {
      status: about('Only disputes in this state.', oneOf('unsubmitted', 'submitted', 'won', 'lost', 'expired')),
      transaction: about('Only disputes of this transaction.', ref('issuing.transaction')),
    },
    { about: 'Lists the disputes of issued cards, newest first.' },
  ),
] as const;
