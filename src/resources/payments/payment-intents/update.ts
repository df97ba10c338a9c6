import { type Asked, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, rule } from '../../../kernel/base/rules.js';
import { applicationIn, of_taker } from '../../accounts/accounts/taking.js';
import { requireShareableSo, shares_params } from '../../connect/transfers/sharing.js';
import { requireEnough, requirePlacedType } from '../../core/payment-method-types/types.js';
import { voided } from '../intents/agreement.js';
import { choose, of_data } from '../intents/method.js';
import { isOpen, open } from '../intents/open.js';
import { configuration_param, configuredBy, of_configuration } from '../payment-method-configurations/offered.js';
import { isNarrowing } from '../payment-methods/narrowed.js';
import { amount_details_input, detailsOf, requireDetailsOf } from './amount-details.js';
import {
  completedStep,
  isOther,
  type Open,
  reads,
  requirePayable,
  requireReusable,
  retyped,
  switchedOffOf,
  waitingForNothing,
} from './attempt.js';
import { described, paid_with, requireLikeInvoice } from './parameters.js';
import { paymentIntent } from './payment-intent.js';
import { requireSettledSo } from './settled-by.js';

type Intent = It<typeof paymentIntent>;

/** Changes a payment that has not been confirmed for good; afterwards what describes it. */
export const update = rule(paymentIntent, 'update', {
  takes: {
    ...{ ...described, ...paid_with, ...shares_params, ...configuration_param, ...amount_details_input },
    ...pick(paymentIntent.fields, 'amount', 'currency', 'customer', 'fx_quote'),
  },
  reads: { ...reads, ...of_data, ...of_taker, ...of_configuration },
  decide: ({ it, input, fx_quote, payment_method, token, mandate, taker, configuration }, asked) => {
    const { payment_method_data: data, payment_method_configuration: _, amount_details, ...said } = input;
    const details = detailsOf(amount_details, input.amount ?? it.amount, asked);
    const given = { ...said, ...configuredBy(it, said, configuration, asked), ...details };
    if (!isOpen(it)) {
      const param = data ? 'payment_method_data' : Object.keys(given).find((name) => !Object.hasOwn(described, name));
      return param === undefined ? set(it, given) : asked.refuse(unchangeable(it, param));
    }
    requireLikeInvoice(it, given, asked);
    requireDetailsOf(it, input, asked);
    const chosen = choose(given, { payment_method, token }, data, asked);
    const { method, made } = chosen;
    const wanted = { ...retyped(it, given), ...given, ...(data && method && { payment_method: method.id }) };
    const ends = endsStep(it, wanted);
    const changed = set(it, { ...wanted, ...(taker && applicationIn(taker)), ...(ends && waitingForNothing(it)) });
    if (given.payment_method_types || isNarrowing(given)) switchedOffOf(changed, 'payment_method_types', asked);
    requirePlacedType(given, changed.currency, asked);
    requireReusable(changed, given, asked);
    requireCharged(changed, given, asked);
    requireShareableSo(it, changed, taker, asked.account, asked);
    requireSettledSo(it, changed, fx_quote, asked.now, asked);
    const removed = wanted.payment_method === null;
    if (!removed && method) requirePayable(changed, method, asked);
    const reopens = ends || wanted.payment_method !== undefined;
    return [made, changed, reopens && reopened(changed, removed), ends && voided(mandate)];
  },
});

/**
 * Asks for the amount that the invoice or session of a payment has by now, shared as that is then. It emits no event, and ends a step of the payer
 * for the old amount.
 */
export const askFor = consequence(paymentIntent, 'ask for another amount of', {
  from: open,
  takes: { ...pick(paymentIntent.fields, 'application_fee_amount', 'transfer_data'), amount: required(paymentIntent.fields.amount) },
  reads: { mandate: reads.mandate },
  decide: ({ it, input, mandate }) => {
    const ends = endsStep(it, { amount: input.amount });
    const changed = set(it, { ...input, ...(ends && waitingForNothing(it)) }, null);
    return [changed, ends && reopened(changed, false), ends && voided(mandate)];
  },
});

const unchangeable = ({ status }: Intent, param: string): Refusal => ({
  code: 'payment_intent_unexpected_state',
  param,
  message: `You could not update ${param} of this PaymentIntent because it has a status of ${status}. Only ${Object.keys(described).join(', ')} can still be changed.`,
});

/** Another value of the processor's question ends the step that the payer is asked to take, or has taken. */
const endsStep = (it: Open, wanted: object): boolean =>
  (it.status === 'requires_action' || completedStep(it) !== null) && ('payment_method' in wanted || isOther(it, wanted));

/** Checks an amount against the types that may pay. An earlier amount that the request does not change is not checked again. */
const requireCharged = (it: Intent, given: object, asked: Asked): void => {
  if (of_amount.some((name) => name in given)) requireEnough(it.payment_method_types, it, asked);
};

const of_amount = ['amount', 'currency', 'payment_method_types'] as const;

/** What has a payment method waits for its confirmation. */
function reopened(it: Open & Effect, removed: boolean): Effects {
  if (removed) return it.status !== 'requires_payment_method' && set(it, { status: 'requires_payment_method' }, null);
  return it.status !== 'requires_confirmation' && set(it, { status: 'requires_confirmation' });
}
