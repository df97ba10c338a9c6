import { randomBytes } from 'node:crypto';
import { Concealed } from '../../kernel/base/concealed.js';
import { signatureOf } from '../remote/signature.js';
import type { Asks } from './asks.js';
import { demand } from './candidate.js';

/** A processor program: its address, its secret, and the time in milliseconds. */
export type Program = { readonly url: string; readonly secret: Concealed; readonly now_ms: () => number };

/** A property of a program over HTTP. `run` throws an error that says what was violated. */
export type SignatureTrial = { readonly name: string; readonly run: (program: Program, asks: Asks) => Promise<void> };

const six_minutes_s = 360;

/** Posts an ask to charge with this signature, which the program must refuse. */
async function demandRefused({ url }: Program, body: string, signature: string | null): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(signature !== null && { 'florin-signature': signature }) };
  const { status } = await fetch(`${url.replace(/\/$/, '')}/charge`, { method: 'POST', headers, body });
  demand(status >= 400 && status < 500, () => `it answered with status ${status} instead of 401`);
}

const seconds = ({ now_ms }: Program): number => Math.floor(now_ms() / 1000);
const bodyOf = (asks: Asks): string => JSON.stringify(asks.charge());

/** A program refuses asks that Florin has not signed. */
export const signature_trials: readonly SignatureTrial[] = [
  { name: 'refuses an ask without a signature', run: (program, asks) => demandRefused(program, bodyOf(asks), null) },
  {
    name: 'refuses an ask that is signed with another secret',
    run: (program, asks) => {
      const body = bodyOf(asks);
      return demandRefused(program, body, signatureOf(new Concealed(randomBytes(24).toString('hex')), seconds(program), body));
    },
  },
  {
    name: 'refuses an ask that was signed six minutes ago',
    run: (program, asks) => {
      const body = bodyOf(asks);
      return demandRefused(program, body, signatureOf(program.secret, seconds(program) - six_minutes_s, body));
    },
  },
];
