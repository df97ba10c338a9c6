import { many } from '../../../kernel/base/reads.js';
import { invoiceItem } from './invoice-item.js';

const items_max = 250;

/**
 * What a customer is to be billed for and is on no invoice yet; `of` is where their id is. One invoice takes the first 250 of it, and what is
 * more waits for the next. Of a list that is cut one more is read than at most, so that it can be told.
 */
export const pendingBy = <const P extends string>(of: P) =>
  many(invoiceItem, { by: 'customer', of, where: { pending: 'true' }, at_most: items_max - 1, cut: true });
