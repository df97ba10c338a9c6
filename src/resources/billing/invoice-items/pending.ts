import { many } from '../../../kernel/base/reads.js';
import { invoiceItem } from './invoice-item.js';

const items_max = 250;

/**
 * The pending items of a customer; `of` is the path to the customer's id. One invoice takes the first 250 of them, and the
 * rest stays for the next one. A cut list reads one row above its limit, so that a cut is visible.
 */
export const pendingBy = <const P extends string>(of: P) =>
  many(invoiceItem, { by: 'customer', of, where: { pending: 'true' }, at_most: items_max - 1, cut: true });
