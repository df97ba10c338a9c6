import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** What a picture may take when it is decoded: 2,048 by 2,048 pixels of four values of 8 bits. */
export const decoded_bytes_max = 16 * 1_048_576;

/** The size of a logo in print, at four pixels a point: more detail than a printer shows. */
const box_px = { width: 680, height: 184 } as const;

/** How many scaled logos a printer keeps. */
const kept_max = 64;

const kept = new Map<string, Uint8Array | null>();

/**
 * A logo as it can be printed; null where it cannot. A JPEG is printed as it is. A PNG is decoded once, made as small as its place in print,
 * and kept, because decoding takes far longer than the rest of a paper.
 */
export function printableLogo(bytes: Uint8Array): Uint8Array | null {
  const data = Buffer.from(bytes);
  if (data.length > 4 && data.readUInt16BE(0) === 0xffd8) return data;
  const key = createHash('sha256').update(data).digest('base64');
  const known = kept.get(key);
  const logo = known === undefined ? scaled(data) : known;
  kept.delete(key);
  kept.set(key, logo);
  for (const oldest of kept.keys()) if (kept.size > kept_max) kept.delete(oldest);
  return logo;
}

function scaled(data: Buffer): Uint8Array | null {
  const header = pngHeader(data);
  if (!header || !rowsAreWhole(header, data)) return null;
  try {
    const png = PNG.sync.read(data);
    const factor = Math.max(1, png.width / box_px.width, png.height / box_px.height);
    return PNG.sync.write(factor === 1 ? png : smaller(png, factor));
  } catch {
    return null;
  }
}

/** The picture by the mean of the pixels that each of its new ones covers; what is transparent has no colour to add. */
function smaller(png: PNG, factor: number): PNG {
  const to = new PNG({ width: Math.max(1, Math.round(png.width / factor)), height: Math.max(1, Math.round(png.height / factor)) });
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++) {
      const [left, right] = [Math.floor((x * png.width) / to.width), Math.ceil(((x + 1) * png.width) / to.width)];
      const [top, bottom] = [Math.floor((y * png.height) / to.height), Math.ceil(((y + 1) * png.height) / to.height)];
      to.data.set(meanOf(png, { left, right, top, bottom }), (y * to.width + x) * 4);
    }
  return to;
}

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

function meanOf({ data, width }: PNG, { left, right, top, bottom }: Area): readonly number[] {
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const place = (y * width + x) * 4;
      const alpha = data[place + 3] ?? 0;
      for (const value of [0, 1, 2] as const) sum[value] += (data[place + value] ?? 0) * alpha;
      sum[3] += alpha;
    }
  const [red, green, blue, alpha] = sum;
  const pixels = (right - left) * (bottom - top);
  return [...[red, green, blue].map((each) => (alpha === 0 ? 0 : Math.round(each / alpha))), Math.round(alpha / pixels)];
}

type Header = { readonly width: number; readonly height: number; readonly bits_per_pixel: number };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** How many values a pixel has, by PNG's colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** What a PNG says of itself, where it can be printed: not interlaced, and no larger than `decoded_bytes_max`. */
function pngHeader(data: Buffer): Header | null {
  if (data.length < 45 || !data.subarray(0, 8).equals(signature) || data.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  const [bits, color, interlaced] = [data[24] ?? 0, data[25] ?? 0, data[28]];
  const per_pixel = channels[color];
  if (width === 0 || height === 0 || !per_pixel || interlaced !== 0 || ![1, 2, 4, 8, 16].includes(bits)) return null;
  const header = { width, height, bits_per_pixel: per_pixel * bits };
  // What decodes it makes four bytes of each pixel, however few bits there are.
  return Math.max(decodedBytes(header), width * height * 4) <= decoded_bytes_max ? header : null;
}

const rowBytes = ({ width, bits_per_pixel }: Header): number => 1 + Math.ceil((width * bits_per_pixel) / 8);
const decodedBytes = (header: Header): number => rowBytes(header) * header.height;

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

function rowsAreWhole(header: Header, data: Buffer): boolean {
  const packed = imageDataIn(data);
  if (!packed) return false;
  try {
    return inflateSync(packed, { maxOutputLength: decodedBytes(header) }).length === decodedBytes(header);
  } catch {
    return false;
  }
}
