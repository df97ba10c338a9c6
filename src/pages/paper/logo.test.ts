import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { printableLogo } from './logo.js';

/** A picture of one colour. */
function picture(width: number, height: number, options: { readonly bitDepth?: 8 | 16; readonly color?: readonly number[] } = {}): Buffer {
  const { bitDepth = 8, color = [10, 20, 30, 255] } = options;
  const png = new PNG({ width, height });
  for (let place = 0; place < png.data.length; place += 4) png.data.set(color, place);
  if (bitDepth === 8) return PNG.sync.write(png);
  const wide = Buffer.alloc(width * height * 8);
  for (let place = 0; place < png.data.length; place++) wide.writeUInt16BE((png.data[place] ?? 0) * 257, place * 2);
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data: wide }), { bitDepth: 16, inputHasAlpha: true });
}

const sizeOf = (bytes: Uint8Array | null): unknown => {
  if (!bytes) return null;
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, first: [...data.subarray(0, 4)] };
};

describe('a logo in print', () => {
  test('is made as small as its place, and keeps its shape and colours', () => {
    expect(sizeOf(printableLogo(picture(1360, 300)))).toEqual({ width: 680, height: 150, first: [10, 20, 30, 255] });
    expect(sizeOf(printableLogo(picture(300, 368)))).toEqual({ width: 150, height: 184, first: [10, 20, 30, 255] });
    expect(sizeOf(printableLogo(picture(800, 100, { bitDepth: 16 })))).toEqual({ width: 680, height: 85, first: [10, 20, 30, 255] });
  });

  test('stays as it is where it is small already, transparent pixels too', () => {
    expect(sizeOf(printableLogo(picture(40, 20, { color: [0, 0, 0, 0] })))).toEqual({ width: 40, height: 20, first: [0, 0, 0, 0] });
  });

  test('is scaled once, however often it is printed', () => {
    const logo = picture(900, 90);
    expect(printableLogo(Buffer.from(logo))).toBe(printableLogo(logo));
  });

  test('is none where decoding it would take more than 16 MiB', () => {
    expect(printableLogo(picture(2048, 2049))).toBeNull();
    expect(printableLogo(picture(1500, 1500, { bitDepth: 16 }))).toBeNull();
  });

  test.each([
    ['cut off', (png: Buffer) => png.subarray(0, png.length - 20)],
    ['of another kind', () => Buffer.from('GIF89a')],
    ['empty', () => Buffer.alloc(0)],
    [
      'with a header that promises more rows than there are',
      (png: Buffer) => Buffer.concat([png.subarray(0, 20), Buffer.from([0, 0, 1, 0]), png.subarray(24)]),
    ],
  ])('is none where it is %s', (_, broken) => {
    expect(printableLogo(broken(picture(30, 30)))).toBeNull();
  });
});
