import { type Asked, ask, at, type Effects, report, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { result, rule, timer } from '../../../kernel/base/rules.js';
import { captureCharge, voidCharge } from '../../../processors/questions.js';
import { applicationIn, of_taker } from '../../accounts/accounts/taking.js';
import { requireShareableSo, shares_params } from '../../connect/transfers/sharing.js';
import { failureOf } from '../intents/failure.js';
import { attended } from '../reviews/close.js';
import { charge, isBeingVoided, leftOf, questionOfHold } from './charge.js';
import { captured, isHeld, nextRelease, voidedHold } from './hold.js';
import { isOfOrphan } from './orphaned.js';

type Charge = It<typeof charge>;

/** Takes money that was held by a charge without an intent. */
export const capture = rule(charge, 'capture', {
  takes: {
    amount: about(
      'The amount to capture in minor units; by default everything that is authorized. The rest is released.',
      charge.fields.amount,
    ),
    ...shares_params,
    ...pick(charge.fields, 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'),
  },
  reads: of_taker,
  decide: ({ it, input: { amount = it.amount, ...described }, taker }, asked) => {
    requireCapturable(it, amount, asked);
    const wanted = set(it, { ...described, ...(taker && applicationIn(taker)) });
    requireShareableSo(it, { ...wanted, amount }, taker, asked.account, asked);
    // One key for each amount: concurrent captures of one amount get one answer, and another amount is another question.
    return [wanted, ask(captureCharge, wanted, questionOfHold(it, { attempt: `${it.id} ${amount}`, amount }))];
  },
});

/** Why this amount of a charge cannot be captured; null if it can. */
function requireCapturable(it: Charge, amount: number, asked: Asked): void {
  if (it.payment_intent)
    asked.refuse({ code: 'charge_not_capturable', message: `Capture its PaymentIntent ${it.payment_intent} instead.` });
  if (it.captured) asked.refuse({ code: 'charge_already_captured' });
  if (!isHeld(it)) asked.refuse({ code: 'charge_not_capturable' });
  if (isBeingVoided(it)) asked.refuse(being_let_go);
  if (amount > it.amount) asked.refuse({ code: 'amount_too_large', param: 'amount', message: `At most ${it.amount} can be captured.` });
}

const being_let_go: Refusal = {
  code: 'charge_not_capturable',
  message: 'A refund is releasing this authorization. The charge can be captured only if the processor refuses the release.',
};

/** The processor's answer to a capture. */
export const captureAnswered = result(charge, captureCharge, {
  from: ['succeeded'],
  decide: ({ it, answer, asked: sent }, around): Effects => {
    if (answer.result === 'declined') return report(it, failureOf(answer, null, it.id).refusal);
    if (answer.result !== 'approved') return null;
    if (!isHeld(it)) return outrun(it, sent.amount);
    const { charge, money } = captured(it, sent.amount ?? it.amount, answer, around);
    return [money, charge];
  },
});

/** A capture of another amount, or of a voided authorization, is refused: another request was first. */
function outrun(it: Charge, amount = it.amount_captured): Effects {
  if (!it.captured) return report(it, { code: 'charge_not_capturable' });
  return amount !== it.amount_captured && report(it, { code: 'charge_already_captured' });
}

/** Lets held money go when its time is over, unless that has been done or ordered. */
export const release = timer(charge, 'release', {
  decide: ({ it }, { now }) => {
    const { id, amount } = it;
    // A declined capture is asked under a new key: the same key would return the same answer.
    return !it.captured && leftOf(it) > 0 && ask(voidCharge, it, questionOfHold(it, { attempt: `${id} ${now}`, amount }));
  },
});

/** The processor's answer to a release. */
export const released = result(charge, voidCharge, {
  from: ['succeeded'],
  decide: ({ it, answer, asked: sent, by }, { now }): Effects => {
    if (isOfOrphan(it, sent, by)) return null;
    if (answer.result === 'approved') return isHeld(it) && [attended(it, 'canceled'), voidedHold(it, 'charge.expired')];
    if (answer.result !== 'declined') return null;
    return [report(it, failureOf(answer, null, it.id).refusal), isHeld(it) && at(nextRelease(it, now), it, 'release')];
  },
});
