import type { Asked } from '../../../kernel/base/effects.js';
import type { Customer } from './customer.js';

/** Why a customer cannot be charged in a currency: what they have is in one. */
export function requireCurrency({ currency: own }: Customer, currency: string, asked: Asked): void {
  if (own === null || own === currency) return;
  const message = `You cannot combine currencies on a single customer. This customer has had a subscription, coupon or invoice item with currency ${own}.`;
  asked.refuse({ code: 'parameter_invalid', param: 'currency', message });
}
