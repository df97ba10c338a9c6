import { createHmac, timingSafeEqual } from 'node:crypto';

const tolerance_seconds = 300;

const digest = (secret: string, time: string, body: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest();

/** The header that signs a body at a time in seconds. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${digest(secret, String(seconds), body).toString('hex')}`;

const isSame = (wanted: Buffer, given: Buffer): boolean => given.length === wanted.length && timingSafeEqual(wanted, given);

/** Whether Florin signed this body within the last five minutes. One of several `v1` must match. */
export function isSigned(secret: string, header: unknown, body: Buffer, now_ms: number): boolean {
  const parts = typeof header === 'string' ? header.split(',', 10).map((part) => part.trim().split('=', 2)) : [];
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now_ms / 1000 - Number(time)) > tolerance_seconds) return false;
  const wanted = digest(secret, time, body);
  return parts.some(([name, value = '']) => name === 'v1' && isSame(wanted, Buffer.from(value, 'hex')));
}
