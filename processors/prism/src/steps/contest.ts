import prism from 'hyperswitch-prism';
import type { ContestAsked } from '../contract.js';
import { declined, notPossible, refusedBy } from './declines.js';
import type { Step } from './step.js';
import { pendingUntil } from './try.js';

const { DisputeStatus, EvidenceType } = prism.types;

/** The kinds of evidence that the library knows; everything else is handed over as one text. */
const kinds: Readonly<Record<string, number>> = {
  cancellation_policy: EvidenceType.CANCELLATION_POLICY,
  customer_communication: EvidenceType.CUSTOMER_COMMUNICATION,
  customer_signature: EvidenceType.CUSTOMER_SIGNATURE,
  receipt: EvidenceType.RECEIPT,
  refund_policy: EvidenceType.REFUND_POLICY,
  service_documentation: EvidenceType.SERVICE_DOCUMENTATION,
  shipping_documentation: EvidenceType.SHIPPING_DOCUMENTATION,
};

function documentsOf(evidence: Readonly<Record<string, unknown>>): object[] {
  const given = Object.entries(evidence).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  const named = given.filter(([name]) => name in kinds).map(([name, textContent]) => ({ evidenceType: kinds[name], textContent }));
  const others = given.filter(([name]) => !(name in kinds)).map(([name, value]) => `${name}: ${value}`);
  return others.length === 0 ? named : [...named, { evidenceType: EvidenceType.UNCATEGORIZED_FILE, textContent: others.join('\n') }];
}

/** A question to hand evidence to the payer's bank: the documents, then the defence where the connector has one. */
export const contest: Step<ContestAsked> = {
  plan: ({ attempt, reference, evidence }, { dispute, supports, done }) => {
    if (!dispute) return { do: 'answer', answer: notPossible('dispute_unknown', 'The processor has reported no dispute of this charge.') };
    const of = { merchantDisputeId: attempt, connectorTransactionId: reference, disputeId: dispute };
    if (supports.has('submit_evidence') && !done.has('submit_evidence'))
      return { do: 'call', flow: 'submit_evidence', message: { ...of, evidenceDocuments: documentsOf(evidence) } };
    if (supports.has('defend')) return { do: 'call', flow: 'defend', message: of };
    return { do: 'answer', answer: notPossible('contest_not_supported', 'This processor takes evidence on its own pages only.') };
  },
  answered: ({ now }, flow, response, { supports, row }) => {
    // The documents alone decide nothing where a defence follows.
    if (flow === 'submit_evidence' && supports.has('defend')) return { state: 'asked' };
    const { disputeStatus, error } = response as { disputeStatus?: number; error?: object };
    if (disputeStatus === DisputeStatus.DISPUTE_WON) return { state: 'final', answer: { result: 'approved' } };
    if (disputeStatus === DisputeStatus.DISPUTE_LOST) return { state: 'final', answer: declined(error) };
    return { state: 'waiting', answer: pendingUntil(now + 86_400, row.reference) };
  },
  refused: (_, error) => refusedBy(error),
  // The decision comes with an event.
  look: () => null,
};
