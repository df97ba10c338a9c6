import type { It } from '../../base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';

type Method = It<typeof paymentMethod>;

/** What is stored to pay with, as far as there is any. */
export type Stored = {
  readonly own_method: Method | null;
  readonly method_of_own_source: Method | null;
  readonly method_of_customer: Method | null;
  readonly method_of_source: Method | null;
};

/** Which of what is stored pays: what is of the invoice itself before what is of its customer. */
export const methodOf = ({ own_method, method_of_own_source, method_of_customer, method_of_source }: Stored): Method | null =>
  own_method ?? method_of_own_source ?? method_of_customer ?? method_of_source;
