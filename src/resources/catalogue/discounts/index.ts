import { remove } from '../../../kernel/base/effects.js';
import { timer } from '../../../kernel/base/rules.js';
import { discount } from './discount.js';

/** An expired discount is deleted; its owner follows. */
export const end = timer(discount, 'end', { decide: ({ it }) => !it.replaced && remove(it) });

/** The discounts group: their timers. */
export const discounts = [end] as const;
