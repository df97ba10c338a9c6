import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { paymentMethod } from '../../payments/payment-methods/payment-method.js';

/** Why a subscription cannot be paid by a method: only its customer's own can be charged again and again. */
export function requireMethod(method: It<typeof paymentMethod> | null, { id }: Customer, asked: Asked): void {
  if (!method || method.customer === id) return;
  const message = `The customer does not have a payment method with the ID ${method.id}. Attach it to the customer first.`;
  asked.refuse({ code: 'resource_missing', status: 400, param: 'default_payment_method', message });
}

type Collected = { readonly collection_method?: string; readonly days_until_due?: number | null };

/** Why invoices cannot be collected like that. */
export function requireCollection({ collection_method, days_until_due }: Collected, asked: Asked): void {
  if (collection_method === 'send_invoice') {
    const message = 'Missing required param: days_until_due. With collection_method=send_invoice it says when invoices are due.';
    if (days_until_due === undefined) asked.refuse({ code: 'parameter_missing', param: 'days_until_due', message });
    return;
  }
  if (days_until_due === undefined || days_until_due === null) return;
  asked.refuse({ code: 'parameter_invalid', param: 'days_until_due', message: 'days_until_due needs collection_method=send_invoice.' });
}
