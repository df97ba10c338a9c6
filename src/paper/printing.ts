import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { InvoicePaper } from './invoice-paper.js';
import { invoicePdf } from './invoice-pdf.js';

/** Prints one paper after another. Null, where more are waiting already than whoever asks wants to wait for. */
export type Print = (paper: InvoicePaper, waiting_max: number) => Promise<Uint8Array | null>;

/** How much of what was printed last is kept, because whoever opens an invoice opens it again. */
const kept_bytes_max = 16 * 1_048_576;

/** Between two papers all else that waits has this long for itself. */
const rest_ms = 100;

/** A printer. What is the same paper is printed once, however many ask for it, and handed out again for a while. */
export function printer(): Print {
  const kept = keeping();
  const under_way = new Map<string, Promise<Uint8Array>>();
  let line: Promise<unknown> = Promise.resolve();
  const inLine = (key: string, paper: InvoicePaper): Promise<Uint8Array> => {
    const printed = line.then(() => invoicePdf(paper)).finally(() => under_way.delete(key));
    under_way.set(key, printed);
    line = printed.then((bytes) => kept.add(key, bytes)).then(rest, rest);
    return printed;
  };
  return async (paper, waiting_max) => {
    const key = keyOf(paper);
    const known = kept.get(key) ?? under_way.get(key);
    if (known) return known;
    return under_way.size > waiting_max ? null : inLine(key, paper);
  };
}

const rest = (): Promise<void> => setTimeout(rest_ms, undefined, { ref: false });

/** The same paper is the same bytes. */
function keyOf({ issuer: { logo, ...issuer }, ...paper }: InvoicePaper): string {
  const hash = createHash('sha256').update(JSON.stringify([paper, issuer]));
  return hash.update(logo ?? '').digest('base64');
}

/** What was used last, as far as it fits. */
function keeping(): { get(key: string): Uint8Array | undefined; add(key: string, bytes: Uint8Array): void } {
  const all = new Map<string, Uint8Array>();
  let size = 0;
  const drop = (key: string): void => {
    size -= all.get(key)?.length ?? 0;
    all.delete(key);
  };
  const add = (key: string, bytes: Uint8Array): void => {
    drop(key);
    all.set(key, bytes);
    size += bytes.length;
    for (const oldest of all.keys()) if (size > kept_bytes_max) drop(oldest);
  };
  return {
    add,
    get: (key) => {
      const found = all.get(key);
      if (found) add(key, found);
      return found;
    },
  };
}
