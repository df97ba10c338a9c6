import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Concealed } from '../../kernel/base/concealed.js';

const tolerance_seconds = 300;

/** The signature header, with the time: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export const signatureOf = (secret: Concealed, seconds: number, body: string): string =>
  `t=${seconds},v1=${digest(secret, String(seconds), body).toString('hex')}`;

/** Whether a body was signed with this secret within the last five minutes. There may be several `v1`; one must match. */
export function isSigned(secret: Concealed, header: unknown, body: Buffer, now_ms: number): boolean {
  const parts = typeof header === 'string' ? header.split(',', 10).map((part) => part.trim().split('=', 2)) : [];
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now_ms / 1000 - Number(time)) > tolerance_seconds) return false;
  const wanted = digest(secret, time, body);
  return parts.some(([name, value = '']) => name === 'v1' && isSame(wanted, Buffer.from(value, 'hex')));
}

const isSame = (wanted: Buffer, given: Buffer): boolean => given.length === wanted.length && timingSafeEqual(wanted, given);

const digest = (secret: Concealed, time: string, body: string | Buffer): Buffer =>
  createHmac('sha256', secret.reveal()).update(`${time}.`).update(body).digest();
