import { inflateSync } from 'node:zlib';

const side_max = 4096; // pixels

/**
 * Whether a picture is one that can be printed: a JPEG, or a PNG whose every row is there. What prints a broken PNG fails where nobody
 * can catch it, so it is looked at here.
 */
export function isPrintable(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes);
  if (data.length > 4 && data.readUInt16BE(0) === 0xffd8) return true;
  const png = pngIn(data);
  return png !== null && rowsAreWhole(png);
}

type Png = { readonly width: number; readonly height: number; readonly bits_per_pixel: number; readonly packed: Buffer };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** How many values a pixel has, by PNG's colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function pngIn(data: Buffer): Png | null {
  if (data.length < 45 || !data.subarray(0, 8).equals(signature) || data.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  const [bits, color, interlaced] = [data[24] ?? 0, data[25] ?? 0, data[28]];
  const per_pixel = channels[color];
  const isSized = width > 0 && height > 0 && width <= side_max && height <= side_max;
  if (!isSized || !per_pixel || interlaced !== 0 || ![1, 2, 4, 8, 16].includes(bits)) return null;
  const packed = imageDataIn(data);
  return packed && { width, height, bits_per_pixel: per_pixel * bits, packed };
}

/** All image data up to the end that a PNG must have; null where it is cut off. */
function imageDataIn(data: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let place = 8; place + 12 <= data.length; ) {
    const length = data.readUInt32BE(place);
    const kind = data.toString('latin1', place + 4, place + 8);
    if (place + 12 + length > data.length) return null;
    if (kind === 'IDAT') parts.push(data.subarray(place + 8, place + 8 + length));
    if (kind === 'IEND') return Buffer.concat(parts);
    place += 12 + length;
  }
  return null;
}

function rowsAreWhole({ width, height, bits_per_pixel, packed }: Png): boolean {
  const row = 1 + Math.ceil((width * bits_per_pixel) / 8);
  try {
    const rows = inflateSync(packed, { maxOutputLength: row * height });
    return rows.length === row * height && Array.from({ length: height }, (_, y) => rows[y * row] ?? 9).every((filter) => filter <= 4);
  } catch {
    return false;
  }
}
