import { set } from '../../../kernel/base/effects.js';
import type { InvoiceItem } from './invoice-item.js';

/** An item that is put on a draft. */
export const putOn = (it: InvoiceItem, invoice: string) => set(it, { invoice, pending: false }, null);

/** An item that is taken off its draft, to be billed by another. Whatever it was copied for, it is one of its own from now on. */
export const takenOff = (it: InvoiceItem) => set(it, { copied: false, invoice: null, pending: true }, null);
