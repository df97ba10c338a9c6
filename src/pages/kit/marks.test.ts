import { expect, test } from 'vitest';
import { contrast } from './brand-color.js';
import drawings from './mark-drawings.json' with { type: 'json' };
import { card_brands, markImage, markOf } from './marks.js';
import { way_types } from './ways-to-pay.js';

test('every type of payment method and every brand of card has a mark, and no two look the same', () => {
  const names = [...way_types.map((type) => markOf(type)), ...card_brands.map((brand) => markOf('card', brand))];
  expect(names).not.toContain('unknown');
  // UnionPay is a network of cards and a wallet, and the two plain transfers are one thing to payers.
  const images = new Set([...new Set(names)].map(markImage));
  expect(images.size).toBe(new Set(names).size);
});

test('every mark can be made out on its ground, in the colours that its brand has, and is nothing but colours and paths', () => {
  for (const [name, { ground, shapes }] of Object.entries(drawings)) {
    const colors = shapes.map(([color = '']) => color);
    expect(
      colors.every((color) => /^#[0-9a-f]{6}$/.test(color)),
      name,
    ).toBe(true);
    expect(
      shapes.every(([, path = '']) => /^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/.test(path)),
      name,
    ).toBe(true);
    expect(Math.max(...colors.map((color) => contrast(color, ground))), name).toBeGreaterThanOrEqual(2);
  }
});

test('a type or a brand that is newer than the drawings has the mark of neither', () => {
  expect(markOf('brand_new_wallet')).toBe('unknown');
  expect(markOf('card', 'brand_new_network')).toBe('card');
  expect(markImage('../secret')).toBeNull();
});
