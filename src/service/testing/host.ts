import { parentPort } from 'node:worker_threads';
import { explained } from '../commands/explained.js';
import { type Hosted, startOnCopy } from './hosted.js';
import type { StartOptions } from './types.js';

/** What the thread of a test asks the thread of the services. */
export type Call =
  | { readonly do: 'start'; readonly options: StartOptions }
  | { readonly do: 'deliver' | 'close'; readonly service: number };

/** A call with its number. */
export type Asked = Call & { readonly number: number };

/** The answer of a call. */
export type Answered = { readonly number: number; readonly value?: unknown; readonly error?: string };

const services: Hosted[] = [];

async function answer(call: Call): Promise<unknown> {
  if (call.do === 'start') {
    const service = await startOnCopy(call.options);
    return { service: services.push(service) - 1, url: service.url };
  }
  const service = services[call.service];
  if (!service) throw new Error('This Florin has been closed');
  return call.do === 'deliver' ? service.deliver() : service.close();
}

parentPort?.on('message', async ({ number, ...call }: Asked) => {
  const answered: Answered = await answer(call as Call).then(
    (value) => ({ number, value }),
    (error: unknown) => ({ number, error: explained(error) }),
  );
  parentPort?.postMessage(answered);
});
