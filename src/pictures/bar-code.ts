import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded with the first voucher: it takes some 27 ms and 8 MB, and most processes never draw one. */
const drawing = (): typeof import('bwip-js') => require('bwip-js');

/** What a Code 128 may hold, and as long as a paper strip or a phone can still show it. */
const drawable = /^[\x20-\x7e]{1,48}$/;

/** Digits in pairs. */
const pairs = /^(\d\d){1,24}$/;

/** Light modules on either side, without which scanners do not find the first bar (ISO/IEC 15417, 4.2). */
const quiet_zone = 10;

/** Code 128 holds any text, pairs of digits interleaved only digits, which is what Brazil's tills read. */
export type Symbology = 'code128' | 'interleaved2of5';

/** Draws a text as a bar code on white, as a `data:` URL; null for a text that no such code can hold. */
export function barCode(text: string, symbology: Symbology = 'code128'): string | null {
  if (!(symbology === 'code128' ? drawable : pairs).test(text)) return null;
  const svg = drawing().toSVG({
    bcid: symbology,
    text,
    scale: 1,
    height: 18,
    paddingwidth: quiet_zone,
    paddingheight: 4,
    backgroundcolor: 'ffffff',
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
