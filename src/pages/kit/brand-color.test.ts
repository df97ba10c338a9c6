import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentOf, accentSheet, contrast, groundOf } from './brand-color.js';
import { colors, grounds, type Scheme } from './tokens.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const schemes: readonly Scheme[] = ['light', 'dark'];

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d, in either order', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  test.each(['', 'red', '#fff', '#12345g', '#1234567', '#000000; } body { color: red'])('%j is no colour', (text) => {
    expect(() => contrast(text, '#ffffff')).toThrow(TypeError);
    expect(() => accentSheet(text)).toThrow(TypeError);
  });
});

describe('the colours of a business', () => {
  test.each(schemes)('whatever it has chosen can be read in a %s page: text to 4.5, surfaces to 3', (scheme) => {
    fc.assert(
      fc.property(color, (chosen) => {
        const { accent, accent_strong, on_accent, accent_soft, accent_ink } = accentOf(chosen, scheme);
        expect(contrast(on_accent, accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(on_accent, accent_strong)).toBeGreaterThanOrEqual(4.5);
        for (const surface of grounds.map((ground) => colors[scheme][ground])) {
          expect(contrast(accent, surface)).toBeGreaterThanOrEqual(3);
          expect(contrast(accent_ink, surface)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(accent_ink, accent_soft)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('what can be read is left as it was chosen', () => {
    expect(accentOf('#5a2d8c', 'light').accent).toBe('#5a2d8c');
    expect(accentOf('#ffd400', 'dark').accent).toBe('#ffd400');
    expect(accentOf('#ffd400', 'light').accent).not.toBe('#ffd400');
  });

  test('a business without a colour does not change the sheet', () => {
    expect(accentSheet(null)).toBe('');
    expect(accentSheet('#5a2d8c')).toMatch(
      /^:root \{ --accent: #5a2d8c; .*\n@media \(prefers-color-scheme: dark\) \{ :root \{ --accent: #/,
    );
  });
});

describe('the ground of a page', () => {
  test('whatever colour a session has chosen, text can be read on the page: to 4.5', () => {
    fc.assert(
      fc.property(color, color, (chosen, button) => {
        const ground = groundOf(chosen);
        for (const text of ['ink', 'muted', 'accent-ink'] as const)
          expect(contrast(colors[ground.scheme][text], ground.color)).toBeGreaterThanOrEqual(4.5);
        const { accent, accent_ink } = accentOf(button, ground.scheme, ground.color);
        expect(contrast(accent, ground.color)).toBeGreaterThanOrEqual(3);
        expect(contrast(accent_ink, ground.color)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('a colour on which text can be read stays as it is', () => {
    expect(groundOf('#ffeedd')).toEqual({ color: '#ffeedd', scheme: 'light' });
    expect(groundOf('#102030')).toEqual({ color: '#102030', scheme: 'dark' });
  });
});
