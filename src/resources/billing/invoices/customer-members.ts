import type { It } from '../../../kernel/base/resource.js';
import type { customer } from '../../customers/customers/customer.js';

/** The customer's data on an invoice. */
export const ofCustomer = (it: It<typeof customer>) => ({
  customer: it.id,
  customer_address: it.address,
  customer_email: it.email,
  customer_name: it.name,
  customer_phone: it.phone,
  customer_shipping: it.shipping,
  customer_tax_exempt: it.tax_exempt,
  test_clock: it.test_clock,
});
