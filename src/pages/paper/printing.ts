import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InvoicePaper } from './invoice-paper.js';
import type { Printed } from './print-worker.js';

/** Prints one paper after another. Null where more wait already than the caller wants to wait for, or where printing took too long. */
export type Print = (paper: InvoicePaper, waiting_max: number) => Promise<Uint8Array | null>;

/** A printer, and what ends its thread. */
export type Printer = { readonly print: Print; readonly close: () => Promise<void> };

/** How much of what was printed last is kept, because an invoice that was opened is often opened again. */
const kept_bytes_max = 16 * 1_048_576;

/** A paper that takes longer has no end in sight: its thread is ended, and the next paper gets a new one. */
const deadline_ms = 20_000;

/** What the thread may hold. A paper that needs more ends the thread and not the service. */
const heap_mebibytes_max = 256;

/** A printer on a thread of its own. A paper that is asked for twice is printed once, and kept for a while. */
export function printer({ within_ms = deadline_ms }: { readonly within_ms?: number } = {}): Printer {
  const kept = keeping();
  const thread = printThread(within_ms);
  const under_way = new Map<string, Promise<Uint8Array | null>>();
  let line: Promise<unknown> = Promise.resolve();
  const inLine = (key: string, paper: InvoicePaper): Promise<Uint8Array | null> => {
    const printed = line.then(() => thread.print(paper)).finally(() => under_way.delete(key));
    under_way.set(key, printed);
    line = printed.then((bytes) => bytes && kept.add(key, bytes)).catch(() => {});
    return printed;
  };
  const print: Print = async (paper, waiting_max) => {
    const key = keyOf(paper);
    const known = kept.get(key) ?? under_way.get(key);
    if (known) return known;
    return under_way.size > waiting_max ? null : inLine(key, paper);
  };
  return { print, close: thread.close };
}

/** Starts the thread. From sources, it needs what reads TypeScript. */
function startThread(): Worker {
  const compiled = import.meta.url.endsWith('.js');
  // The path is the same from this file and from the chunks of a build, which stand two folders deep as well.
  const source = new URL(`../../pages/paper/print-worker.${compiled ? 'js' : 'ts'}`, import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: heap_mebibytes_max };
  if (compiled) return new Worker(source, { resourceLimits });
  const from_source = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source.href}'); })`;
  return new Worker(from_source, { eval: true, resourceLimits });
}

/** The thread that prints. It starts with the first paper, and holds up no process that wants to end. */
function printThread(within_ms: number): { print(paper: InvoicePaper): Promise<Uint8Array | null>; close(): Promise<void> } {
  let worker: Worker | null = null;
  const close = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const print = async (paper: InvoicePaper): Promise<Uint8Array | null> => {
    worker ??= startThread().on('error', () => (worker = null));
    const printed = await answerOf(worker, paper, within_ms);
    if (printed === 'late') await close();
    if (printed === 'late') return null;
    if ('bytes' in printed) return printed.bytes;
    throw new Error('fault' in printed ? `A paper cannot be printed: ${printed.fault}` : `The print thread has ended: ${printed.ended}`);
  };
  return { print, close };
}

type Outcome = Printed | { readonly ended: string } | 'late';

/** The thread's answer for one paper. */
async function answerOf(worker: Worker, paper: InvoicePaper, within_ms: number): Promise<Outcome> {
  const signal = AbortSignal.timeout(within_ms);
  worker.ref();
  worker.postMessage(paper);
  try {
    const [printed] = await once(worker, 'message', { signal });
    return printed;
  } catch (error) {
    return signal.aborted ? 'late' : { ended: error instanceof Error ? error.message : String(error) };
  } finally {
    worker.unref();
  }
}

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
