import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Images of one QR code as `data:` URLs, which need no route and work offline. */
export type QrCode = { readonly svg: string; readonly png: string };

/** Light modules around the code; without them scanners do not find it (ISO/IEC 18004, 9.1). */
const quiet_zone = 4;

/** Draws a text as a QR code. */
export function qrCode(text: string): QrCode {
  const rows = encode(text, { border: quiet_zone }).data;
  return {
    svg: `data:image/svg+xml;base64,${Buffer.from(svg(rows)).toString('base64')}`,
    png: `data:image/png;base64,${png(rows).toString('base64')}`,
  };
}

type Rows = readonly (readonly boolean[])[];

// One stroke per run of dark modules: a quarter of the bytes of a square per module, because it is stored in documents and events.
function svg(rows: Rows): string {
  const size = rows.length;
  const strokes = rows.flatMap((row, y) => darkRuns(row).map(({ x, length }) => `M${x} ${y}h${length}`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`,
    `<path stroke="#000" transform="translate(0 .5)" d="${strokes.join('')}"/></svg>`,
  ].join('');
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const drawn = row.map((dark) => (dark ? '#' : ' ')).join('');
  return [...drawn.matchAll(/#+/g)].map((run) => ({ x: run.index, length: run[0].length }));
}

/** With one bit per pixel and eight pixels per module, a module of a scan line is exactly one byte. */
const pixels_per_module = 8;

// Grayscale, bit depth 1, no filter, not interlaced (W3C PNG, 11.2.1).
function png(rows: Rows): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length * pixels_per_module, 0);
  header.writeUInt32BE(rows.length * pixels_per_module, 4);
  header.writeUInt8(1, 8);
  const lines = rows.flatMap((row) => Array<Buffer>(pixels_per_module).fill(scanLine(row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const scanLine = (row: readonly boolean[]): Buffer => Buffer.from([0, ...row.map((dark) => (dark ? 0x00 : 0xff))]);

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(content.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
