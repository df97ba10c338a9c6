import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { qrCode } from './qr.js';

const text = 'https://pay.example.com/steps/setatt_1';

describe('the images of a QR code', () => {
  const content = (data_url: string): Buffer => Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64');
  const picture = content(qrCode(text).png);
  const size = picture.readUInt32BE(16);

  test('the PNG is square, with a white border around the finder pattern', () => {
    const lines = inflateSync(picture.subarray(picture.indexOf('IDAT') + 4));
    const stride = size / 8 + 1;
    const modules = Array.from({ length: size / 8 }, (_, y) => [...lines.subarray(y * 8 * stride + 1, y * 8 * stride + stride)]);
    expect(picture.readUInt32BE(20)).toBe(size);
    expect(lines).toHaveLength(size * stride);
    expect(modules.slice(0, 4).flat()).toEqual(Array(4 * modules.length).fill(0xff));
    expect(modules[4]?.slice(0, 12)).toEqual([...Array(4).fill(0xff), ...Array(7).fill(0x00), 0xff]);
  });

  test('the SVG has as many modules as the PNG, and the same first run', () => {
    const drawing = content(qrCode(text).svg).toString();
    expect(drawing).toContain(`viewBox="0 0 ${size / 8} ${size / 8}"`);
    expect(drawing).toContain('d="M4 4h7M');
  });
});
