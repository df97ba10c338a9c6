import type { ChargeAsked, VoidAsked } from '../contract.js';
import type { Flow, Response } from '../library.js';
import type { Change } from '../store.js';
import { declined, notPossible, refusedBy } from './declines.js';
import { approved, lookAtCharge } from './of-charge.js';
import { paymentOutcome, refundOutcome } from './statuses.js';
import type { Known, Plan, Step } from './step.js';
import { carried, money } from './values.js';

/** The question of a charge that took its money at once, so that only a refund returns it. */
const takenAtOnce = ({ charge }: Known): ChargeAsked | null => {
  const asked = charge?.question as ChargeAsked | undefined;
  return asked?.capture === true ? asked : null;
};

function refundOf({ attempt, reference }: VoidAsked, { amount, currency }: ChargeAsked, opaque: object): Plan {
  const message = {
    merchantRefundId: attempt,
    connectorTransactionId: reference,
    paymentAmount: amount,
    refundAmount: money(amount, currency),
  };
  return { do: 'call', flow: 'refund', message: { ...message, ...opaque } };
}

function refunded(flow: Flow, response: Response): Change {
  const outcome = refundOutcome(flow, response);
  const { connectorRefundId } = response as { connectorRefundId?: string };
  // A void is answered once it is decided.
  if (outcome === 'pending') return { state: 'unknown', ...(connectorRefundId && { reference: connectorRefundId }) };
  return outcome === 'done' ? approved : { state: 'final', answer: declined(response.error as object) };
}

/** A question to let money go: an authorization is voided; what a charge took at once is refunded in full. */
export const voidStep: Step<VoidAsked> = {
  plan: (asked, known) => {
    const { charge, earlier, supports } = known;
    const used = earlier.find(({ verb }) => verb === 'capture' || verb === 'refund');
    if (used)
      return { do: 'answer', answer: notPossible('already_moved', `The payment was followed by a ${used.verb}, so it cannot be voided.`) };
    const opaque = carried(charge?.kept ?? {});
    const taken = takenAtOnce(known);
    if (taken) return refundOf(asked, taken, opaque);
    if (!supports.has('void')) return { do: 'answer', answer: notPossible('void_not_supported', 'The authorization expires by itself.') };
    const message = { merchantVoidId: asked.attempt, connectorTransactionId: asked.reference, amount: money(asked.amount, asked.currency) };
    return { do: 'call', flow: 'void', message: { ...message, ...opaque } };
  },
  answered: (_, flow, response) => {
    if (flow === 'refund' || flow === 'refund_get') return refunded(flow, response);
    const outcome = paymentOutcome(response.status);
    if (outcome === 'voided') return approved;
    return outcome === 'failed' && flow === 'void' ? { state: 'final', answer: declined(response.error as object) } : null;
  },
  refused: (_, error) => refusedBy(error),
  look: (asked, known) => {
    if (!takenAtOnce(known)) return lookAtCharge(asked, known);
    const refundId = known.row.reference;
    if (!refundId || !known.supports.has('refund_get')) return null;
    const message = { merchantRefundId: asked.attempt, connectorTransactionId: asked.reference, refundId, connectorRefundId: refundId };
    return { do: 'call', flow: 'refund_get', prepares: true, message };
  },
};
