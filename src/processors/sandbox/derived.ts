import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A number of this range that looks random and is deterministic for a text. */
export const numberFrom = (text: string, { from, to }: { from: number; to: number }): number => from + (crc32(text) % (to - from + 1));

/** Hexadecimal digits, deterministic for a text; 64 at most. */
export const hexFrom = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Letters, deterministic for a text; 64 at most. */
export const lettersFrom = (text: string, length: number): string =>
  hexFrom(text, length).replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/** Decimal digits, deterministic for a text; 30 at most. */
export const digitsFrom = (text: string, length: number): string =>
  BigInt(`0x${hexFrom(text, 32)}`)
    .toString()
    .padStart(30, '0')
    .slice(-length);
