import { remove } from '../../../kernel/base/effects.js';
import { timer } from '../../../kernel/base/rules.js';
import { discount } from './discount.js';

/** A discount that is over is taken away; whoever has it follows. */
export const end = timer(discount, 'end', { decide: ({ it }) => !it.replaced && remove(it) });

/** The discounts group: what becomes of them by themselves. */
export const discounts = [end] as const;
