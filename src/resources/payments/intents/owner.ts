import type { Asked } from '../../../kernel/base/effects.js';

/** Refuses a payment or a setup for a deleted customer; an intent without a customer passes. */
export const requireOwner = ({ customer }: { readonly customer: string | null }, owner: object | null, asked: Asked): void => {
  if (!(customer === null || owner))
    asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: 'customer',
      message: `No such customer: '${customer}'. They have been deleted.`,
    });
};
