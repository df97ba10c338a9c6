import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import type { Dispute } from './contract.js';
import { numberOf } from './steps/values.js';

const { DisputeStage } = prism.types;

type More = Partial<Pick<Dispute, 'amount' | 'due_by' | 'network_reason_code' | 'reason'>>;

/** Members that an event has and the library leaves out, by connector. The library has verified the body. */
const supplements: Readonly<Record<string, (event: unknown) => More>> = {
  stripe: (event) => {
    const { amount, reason, evidence_details, network_reason_code } = ((event as { data?: { object?: object } }).data?.object ?? {}) as {
      amount?: number;
      reason?: string;
      evidence_details?: { due_by?: number | null };
      network_reason_code?: string | null;
    };
    const due_by = evidence_details?.due_by;
    return {
      ...(amount && { amount }),
      ...(reason && { reason }),
      ...(due_by && { due_by }),
      ...(network_reason_code && { network_reason_code }),
    };
  },
};

/** A dispute that a connector reports, with its reason, its amount in minor units and the moment by which evidence is due, in seconds. */
export function disputeIn(kind: string, content: types.IDisputeResponse | null, body: Buffer): Dispute {
  const more = supplements[kind]?.(parsed(body)) ?? {};
  const amount = numberOf(content?.disputeAmount?.minorAmount);
  const due_by = numberOf(content?.dueDate);
  const inquiry = content?.disputeStage === DisputeStage.PRE_DISPUTE;
  const reason = content?.disputeReason || content?.disputeMessage || 'general';
  const code = content?.connectorStatusCode;
  return {
    inquiry,
    reason: reason.slice(0, 100),
    ...(amount && { amount }),
    ...(due_by && { due_by }),
    ...(code && { network_reason_code: code.slice(0, 40) }),
    ...more,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return {};
  }
}
