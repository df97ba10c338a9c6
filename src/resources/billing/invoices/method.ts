import type { It } from '../../../kernel/base/resource.js';
import type { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import type { Invoice } from './invoice.js';

type Method = It<typeof paymentMethod>;

/** What is stored to pay with, as far as there is any. */
export type Stored = {
  readonly own_method: Method | null;
  readonly method_of_own_source: Method | null;
  readonly method_of_subscription: Method | null;
  readonly method_of_subscription_source: Method | null;
  readonly method_of_customer: Method | null;
  readonly method_of_source: Method | null;
};

/** Which of what is stored pays: what is nearest to the invoice. What the customer keeps no more pays nothing. */
export const methodOf = ({ customer }: Pick<Invoice, 'customer'>, stored: Stored): Method | null =>
  [
    ...[stored.own_method, stored.method_of_own_source],
    ...[stored.method_of_subscription, stored.method_of_subscription_source],
    ...[stored.method_of_customer, stored.method_of_source],
  ].find((each) => each?.customer === customer) ?? null;
