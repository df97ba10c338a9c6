import type { ChargeAsked, RefundAsked } from '../contract.js';
import { declined, notPossible, refusedBy } from './declines.js';
import { refundOutcome } from './statuses.js';
import type { Step } from './step.js';
import { pendingUntil } from './try.js';
import { carried, money } from './values.js';

/** A question to give money back. An approved refund may still fail later, so its status is asked again after an event. */
export const refund: Step<RefundAsked> = {
  plan: ({ attempt, reference, amount, currency }, { charge, supports }) => {
    if (!supports.has('refund')) return { do: 'answer', answer: notPossible('refund_not_supported', 'This processor refunds nothing.') };
    const paymentAmount = (charge?.question as ChargeAsked | undefined)?.amount ?? amount;
    const message = { merchantRefundId: attempt, connectorTransactionId: reference, paymentAmount, refundAmount: money(amount, currency) };
    return { do: 'call', flow: 'refund', message: { ...message, ...carried(charge?.kept ?? {}) } };
  },
  answered: (asked, flow, response, known) => {
    const { error, connectorRefundId } = response as { error?: object; connectorRefundId?: string };
    const reference = connectorRefundId || known.row.reference;
    const named = reference && { reference };
    const outcome = refundOutcome(flow, response);
    if (outcome === 'done') return { state: 'final', answer: { result: 'approved', ...named }, ...named };
    if (outcome === 'failed') return { state: 'final', answer: { ...declined(error), ...named }, ...named };
    return { state: 'waiting', answer: pendingUntil(asked.now, reference), ...named };
  },
  refused: (_, error) => refusedBy(error),
  look: (asked, { row, supports, charge }) => {
    if (!supports.has('refund_get') || !row.reference) return null;
    const named = { merchantRefundId: asked.attempt, connectorTransactionId: asked.reference, refundId: row.reference };
    const message = {
      ...named,
      connectorRefundId: row.reference,
      refundAmount: money(asked.amount, asked.currency),
      ...carried(charge?.kept ?? {}),
    };
    return { do: 'call', flow: 'refund_get', prepares: true, message };
  },
};
