import { expect, test } from 'vitest';
import { contrast } from './brand-color.js';
import { tileOf } from './marks.js';
import { way_types } from './ways-to-pay.js';

test('every type of payment method has a mark of its own drawing, in letters that can be read on it', () => {
  for (const type of way_types) {
    const [letters, ground, ink] = tileOf(type) ?? ['', '#ffffff', '#ffffff'];
    expect(letters, type).toMatch(/^[\w+]{1,4}$/);
    expect(contrast(ground, ink), type).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'])(
  'a %s card is distinguishable from other cards',
  (brand) => {
    expect(tileOf('card', brand)).not.toEqual(tileOf('card'));
    expect(contrast(tileOf('card', brand)?.[1] ?? '', tileOf('card', brand)?.[2] ?? '')).toBeGreaterThanOrEqual(4.5);
  },
);
