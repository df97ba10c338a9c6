import type { BalanceTransaction, Charge, Payment } from '../objects.js';

/** The expanded latest charge of a payment; null without one. */
export const chargeOf = ({ latest_charge }: Pick<Payment, 'latest_charge'>): Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null;

/** An expanded balance transaction; null if it is absent. */
export const bookedOf = (of: BalanceTransaction | string | null): BalanceTransaction | null => (typeof of === 'object' ? of : null);

/** The status of a payment as merchants expect it: a refunded payment says so, although its charge has succeeded. */
export const statusOf = (payment: Payment): string => {
  const charge = chargeOf(payment);
  if (payment.status !== 'succeeded' || !charge?.amount_refunded) return payment.status;
  return charge.amount_refunded < payment.amount_received ? 'partially_refunded' : 'refunded';
};

/** The minor units that can be refunded. */
export const refundableOf = (payment: Payment): number => {
  const charge = chargeOf(payment);
  return payment.status === 'succeeded' && charge ? payment.amount_received - charge.amount_refunded : 0;
};
