import { describe, expect, test } from 'vitest';
import { barCode } from './bar-code.js';

const drawing = (data_url: string | null): string => Buffer.from(data_url?.split(',')[1] ?? '', 'base64').toString();

/** The bars as a scanner sees them: their start and width, in modules. */
const barsOf = (svg: string): { start: number; width: number }[] =>
  [...svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)]
    .flatMap(([, width, path = '']) =>
      [...path.matchAll(/M([\d.]+) /g)].map(([, middle]) => ({ middle: Number(middle), width: Number(width) })),
    )
    .map(({ middle, width }) => ({ start: middle - width / 2, width }))
    .sort((a, b) => a.start - b.start);

/** Alternating widths of bars and gaps, six per symbol, as in the standard's table. */
function symbolsOf(svg: string): string[] {
  const bars = barsOf(svg);
  const widths = bars.flatMap(({ start, width }, place) => {
    const next = bars[place + 1];
    return next ? [width, next.start - start - width] : [width];
  });
  return widths.join('').match(/\d{7}$|\d{6}/g) ?? [];
}

describe('barCode', () => {
  test('draws the symbols of the standard: start, pairs of digits, check and stop', () => {
    // Symbols 105, 12 and 34; the check is (105 + 12 + 2 * 34) mod 103 = 82.
    expect(symbolsOf(drawing(barCode('1234')))).toEqual(['211232', '112232', '131123', '121241', '2331112']);
  });

  test('leaves ten light modules on either side, on white', () => {
    const svg = drawing(barCode('123456789012345678901234567890'));
    const [, width] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? [];
    const bars = barsOf(svg);
    const last = bars.at(-1);
    expect(bars[0]?.start).toBe(10);
    expect(Number(width) - ((last?.start ?? 0) + (last?.width ?? 0))).toBe(10);
    expect(svg).toContain('fill="#ffffff"');
  });

  test('draws letters too, and different texts differently', () => {
    expect(drawing(barCode('REF-AB12'))).toContain('<path');
    expect(barCode('REF-AB12')).not.toBe(barCode('REF-AB13'));
  });

  test.each(['', 'caf\u00e9', 'a\nb', '\u202e12', '1'.repeat(49)])('%j cannot be drawn', (text) => {
    expect(barCode(text)).toBeNull();
  });
});
