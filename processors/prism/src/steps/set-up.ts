import type { SetUpAsked } from '../contract.js';
import { lookAtPayment, needsCustomer } from './charge.js';
import { refusedBy } from './declines.js';
import { methodOf } from './method.js';
import type { Step } from './step.js';
import { agreeing, changeOf, customerOf, tryOf } from './try.js';
import { money } from './values.js';

/** A question to prove a payment method: a mandate of no amount, which later charges name. */
export const setUp: Step<SetUpAsked> = {
  plan: (asked, known) => {
    const paymentMethod = methodOf(asked);
    if (!paymentMethod || !known.supports.has('setup_recurring'))
      return { do: 'nothing', why: 'the connector sets no such payment method up' };
    if (needsCustomer(known)) return { do: 'call', flow: 'customer_create', message: customerOf(asked), prepares: true };
    const customer = known.row.kept.customer;
    return {
      do: 'call',
      flow: 'setup_recurring',
      message: {
        merchantRecurringPaymentId: asked.attempt,
        amount: money(0, 'usd'),
        ...tryOf(asked, known),
        ...agreeing(asked.now),
        ...(customer && { customer: { id: asked.payment_method.id, connectorCustomerId: customer } }),
        paymentMethod,
      },
    };
  },
  answered: (asked, flow, response, known) => {
    const { connectorRecurringPaymentId, connectorTransactionId } = response as Record<string, string | undefined>;
    const reference = (flow === 'get' ? connectorTransactionId : connectorRecurringPaymentId) || known.row.reference;
    return changeOf(asked, response, ['taken', 'held'], reference, known);
  },
  refused: (_, error) => refusedBy(error),
  look: (asked, known) => lookAtPayment({ attempt: asked.attempt, amount: 0, currency: 'usd' }, known),
};
