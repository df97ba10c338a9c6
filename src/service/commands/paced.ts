import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Received } from './service.js';

const retries_max = 6;
const first_pause_ms = 250;
const too_many = 429;
const failed_from = 500;

/** A connection with a limit of requests per second, which repeats what was refused for a moment: 409, 429 and failures of the service. */
export function paced(connection: Connection, per_second: number): Connection {
  let next_ms = 0;
  const turn = async (): Promise<void> => {
    const at_ms = Math.max(Date.now(), next_ms);
    next_ms = at_ms + 1000 / per_second;
    if (at_ms > Date.now()) await pause(at_ms - Date.now());
  };
  return {
    url: connection.url,
    send: async (request) => {
      for (let tries = 0; ; tries++) {
        await turn();
        const received = await connection.send(request);
        if (!isPassing(received) || tries === retries_max) return received;
        await pause(waitOf(received) ?? first_pause_ms * 2 ** tries);
      }
    },
  };
}

const conflict = 409;
const isPassing = ({ status }: Received): boolean => status === too_many || status === conflict || status >= failed_from;

const waitOf = ({ headers }: Received): number | null => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
};

/** Runs work for each element, this many at a time, in the order of the elements. */
export async function inTurns<T>(
  elements: readonly T[],
  at_once: number,
  work: (element: T, place: number) => Promise<unknown>,
): Promise<void> {
  const waiting = elements.entries();
  const worker = async (): Promise<void> => {
    for (const [place, element] of waiting) await work(element, place);
  };
  await Promise.all(Array.from({ length: at_once }, worker));
}
