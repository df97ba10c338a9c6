import type { It } from '../../base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import type { Invoice } from './invoice.js';

type Method = It<typeof paymentMethod>;

/** What is stored to pay with, as far as there is any. */
export type Stored = {
  readonly own_method: Method | null;
  readonly method_of_own_source: Method | null;
  readonly method_of_customer: Method | null;
  readonly method_of_source: Method | null;
};

/** Which of what is stored pays: what is of the invoice itself before what is of its customer. What the customer keeps no more pays nothing. */
export const methodOf = ({ customer }: Pick<Invoice, 'customer'>, stored: Stored): Method | null => {
  const { own_method, method_of_own_source, method_of_customer, method_of_source } = stored;
  return [own_method, method_of_own_source, method_of_customer, method_of_source].find((each) => each?.customer === customer) ?? null;
};
