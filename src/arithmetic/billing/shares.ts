import { amountOf, fraction, rounded, times } from '../../kernel/base/exact.js';
import { factorOf } from './discounts.js';

/** A percentage of an amount in minor units, halves away from zero. */
export const shareOf = (amount: number, percent: number): number => amountOf(rounded(times(fraction(amount), factorOf(percent))));
