import type { Refusal } from '../../../kernel/base/refusal.js';

/** Why nothing can be paid or set up for the customer of an intent any more: they have been deleted; null if it can, or is nobody's. */
export const withoutOwner = ({ customer }: { readonly customer: string | null }, owner: object | null): Refusal | null =>
  customer === null || owner
    ? null
    : { code: 'resource_missing', status: 400, param: 'customer', message: `No such customer: '${customer}'. They have been deleted.` };
