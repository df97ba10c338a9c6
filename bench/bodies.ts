import type { Owner } from './population.js';
import { placeholder } from './requests.js';

/** The parameters of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** A new customer. */
export const customer = (): Body => ({
  email: `buyer-${placeholder}@example.com`,
  name: 'Jenny Rosen',
  phone: '+15550100',
  metadata: { order: '1001' },
});

/** A setup intent that waits for a payment method. */
export const setupIntent = ({ customer }: Pick<Owner, 'customer'>): Body => ({
  customer,
  description: 'Card on file for order 1001',
  metadata: { order: '1001', channel: 'web' },
});

/** A payment by the customer's card, which is charged at once. */
export const payment = (
  { customer, payment_method }: Pick<Owner, 'customer' | 'payment_method'>,
  order = `order-${placeholder}`,
): Body => ({
  amount: 4200,
  currency: 'usd',
  customer,
  payment_method,
  confirm: true,
  description: 'Two tickets, row 7',
  merchant_order_id: order,
  metadata: { order, channel: 'web' },
});
