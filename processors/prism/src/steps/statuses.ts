import prism from 'hyperswitch-prism';
import type { Flow, Response } from '../library.js';

const { PaymentStatus: P, RefundStatus: R, PayoutEnums } = prism.types;

/** The outcome of a charge; `held` is an authorization, `step` needs the payer. */
export type PaymentOutcome = 'taken' | 'held' | 'failed' | 'voided' | 'step' | 'pending';

const outcomes = new Map<number, PaymentOutcome>([
  [P.CHARGED, 'taken'],
  [P.PARTIAL_CHARGED, 'taken'],
  [P.AUTHORIZED, 'held'],
  [P.PARTIAL_CHARGED_AND_CHARGEABLE, 'held'],
  [P.AUTHENTICATION_FAILED, 'failed'],
  [P.AUTHORIZATION_FAILED, 'failed'],
  [P.ROUTER_DECLINED, 'failed'],
  [P.FAILURE, 'failed'],
  [P.EXPIRED, 'failed'],
  [P.CAPTURE_FAILED, 'failed'],
  [P.VOIDED, 'voided'],
  [P.VOIDED_POST_CAPTURE, 'voided'],
  [P.AUTO_REFUNDED, 'voided'],
  [P.AUTHENTICATION_PENDING, 'step'],
]);

/** The outcome of a payment's status; what the table does not name is not decided. */
export const paymentOutcome = (status: unknown): PaymentOutcome => outcomes.get(Number(status)) ?? 'pending';

/** The outcome of a refund. The library tells a failure that it looks up by an error alone; right after sending, that would decide nothing. */
export function refundOutcome(flow: Flow, { status, error }: Response): 'done' | 'failed' | 'pending' {
  if (status === R.REFUND_SUCCESS) return 'done';
  if (!status && flow === 'refund_get' && error) return 'failed';
  return status === R.REFUND_FAILURE || status === R.REFUND_TRANSACTION_FAILURE ? 'failed' : 'pending';
}

const { PayoutStatus } = PayoutEnums;
const failed_payouts: readonly unknown[] = [
  PayoutStatus.FAILED,
  PayoutStatus.CANCELLED,
  PayoutStatus.EXPIRED,
  PayoutStatus.REVERSED,
  PayoutStatus.INELIGIBLE,
];

/** The outcome of a payout. */
export function payoutOutcome(status: unknown): 'done' | 'failed' | 'pending' {
  if (status === PayoutStatus.SUCCESS) return 'done';
  return failed_payouts.includes(status) ? 'failed' : 'pending';
}
