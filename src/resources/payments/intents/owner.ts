import type { Asked } from '../../../kernel/base/effects.js';

/** Why nothing can be paid or set up for the customer of an intent any more: they have been deleted; null if it can, or is nobody's. */
export const requireOwner = ({ customer }: { readonly customer: string | null }, owner: object | null, asked: Asked): void => {
  if (!(customer === null || owner))
    asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: 'customer',
      message: `No such customer: '${customer}'. They have been deleted.`,
    });
};
