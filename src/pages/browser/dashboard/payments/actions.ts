import { decimal, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action } from '../kit/description.js';
import { amountOf, constants, type Field } from '../kit/fields.js';
import type { Payment } from '../objects.js';
import { say, type Text } from '../say.js';
import { chargeOf, refundableOf } from './charge.js';

/** Statuses in which a payment can be canceled. */
const cancelable = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'processing'];

const pathOf = ({ id }: Payment, verb: string): string => `payment_intents/${id}/${verb}`;

/** A choice of constants of the API, or none of them. */
const optional = (values: readonly string[]) => constants(['', ...values]);

const amountField = (name: string, maximum: number, currency: string, hint: Text): Field => ({
  name,
  label: 'Amount',
  kind: 'amount',
  hint,
  maximum,
  initial: decimal(maximum, currency),
  is_required: true,
  currency: () => currency,
});

const named = (label: Text, with_amount: Text, name: string): NonNullable<Action<Payment>['submit']> => {
  return ({ currency }, values) => {
    const amount = amountOf(values, name, currency);
    return amount === null ? say(label) : say(with_amount, { amount: money(amount, currency) });
  };
};

const refund: Action<Payment> = {
  label: 'Refund',
  when: (payment) => refundableOf(payment) > 0,
  fields: (payment) => [
    amountField('amount', refundableOf(payment), payment.currency, 'The customer receives it back by the same payment method.'),
    { name: 'reason', label: 'Reason', kind: 'choice', choices: optional(['requested_by_customer', 'duplicate', 'fraudulent']) },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  submit: named('Refund', 'Refund {amount}', 'amount'),
  request: ({ id }, parameters) => post('refunds', { payment_intent: id, ...parameters }),
};

const capture: Action<Payment> = {
  label: 'Capture',
  is_primary: true,
  when: ({ status }) => status === 'requires_capture',
  fields: ({ amount_capturable, currency }) => [
    amountField('amount_to_capture', amount_capturable, currency, 'The rest of the authorized amount is released.'),
  ],
  submit: named('Capture', 'Capture {amount}', 'amount_to_capture'),
  request: (payment, parameters) => post(pathOf(payment, 'capture'), parameters),
};

const cancel: Action<Payment> = {
  label: 'Cancel payment',
  is_destructive: true,
  when: ({ status }) => cancelable.includes(status),
  question: ({ amount_capturable, currency }) =>
    amount_capturable > 0
      ? say('The authorization of {amount} is released. A canceled payment cannot be captured.', {
          amount: money(amount_capturable, currency),
        })
      : say('A canceled payment cannot be paid.'),
  fields: () => [
    {
      name: 'cancellation_reason',
      label: 'Reason',
      kind: 'choice',
      choices: optional(['requested_by_customer', 'duplicate', 'fraudulent', 'abandoned']),
    },
  ],
  request: (payment, parameters) => post(pathOf(payment, 'cancel'), parameters),
};

const receipt: Action<Payment> = {
  label: 'Send receipt',
  when: (payment) => chargeOf(payment)?.status === 'succeeded',
  fields: (payment) => {
    const { customer } = payment;
    const known = payment.receipt_email ?? (typeof customer === 'object' ? customer?.email : null);
    return [
      {
        name: 'receipt_email',
        label: 'E-mail address',
        kind: 'text',
        is_required: true,
        hint: 'The receipt is sent to it.',
        initial: known ?? '',
      },
    ];
  },
  request: (payment, parameters) => post(`charges/${chargeOf(payment)?.id}`, parameters),
  done: () => say('The receipt is on its way. Messages of test mode appear at /outbox.'),
};

const edit: Action<Payment> = {
  label: 'Edit details',
  fields: ({ description, metadata }) => [
    { name: 'description', label: 'Description', kind: 'text', initial: description },
    { name: 'metadata', label: 'Metadata', kind: 'pairs', initial: metadata },
  ],
  request: ({ id }, parameters) => post(`payment_intents/${id}`, parameters),
};

const authenticate: Action<Payment> = {
  label: 'Act as the payer',
  when: ({ status }) => status === 'requires_action',
  fields: () => [
    {
      name: 'outcome',
      label: 'Outcome',
      kind: 'choice',
      choices: constants(['succeed', 'fail', 'abandon', 'expire']),
    },
  ],
  request: ({ id }, parameters) => post(`test_helpers/payment_intents/${id}/next_action`, parameters),
};

const dispute: Action<Payment> = {
  label: 'Create test dispute',
  is_destructive: true,
  when: (payment) => chargeOf(payment)?.status === 'succeeded' && !chargeOf(payment)?.disputed && refundableOf(payment) > 0,
  fields: () => [
    {
      name: 'reason',
      label: 'Reason',
      kind: 'choice',
      choices: constants(['fraudulent', 'product_not_received', 'duplicate', 'product_unacceptable', 'subscription_canceled', 'general']),
    },
  ],
  request: (payment, parameters) => post('test_helpers/disputes', { charge: chargeOf(payment)?.id, ...parameters }),
};

/** The actions of a payment; the tools of test mode come last. */
export const paymentActions: readonly Action<Payment>[] = [capture, refund, cancel, receipt, edit, authenticate, dispute];
