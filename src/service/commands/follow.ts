import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './service.js';

/** A list whose new objects are shown. */
export type Following = {
  readonly service: Service;
  /** The path of the list, with its filters. */
  readonly list: string;
  /** The id of the newest object when following begins. */
  readonly last: string | null;
  readonly signal: AbortSignal;
};

const look_ms = 500;

/** Shows new objects of a list, oldest first, until it is aborted. */
export async function follow<T extends { readonly id: string }>(
  { service, list, last, signal }: Following,
  show: (it: T) => void,
): Promise<void> {
  for (let newest = last; !signal.aborted; ) {
    const { data } = await service<{ readonly data: readonly T[] }>('GET', newest ? `${list}&ending_before=${newest}` : list);
    for (const each of data.toReversed()) show(each);
    newest = data[0]?.id ?? newest;
    await pause(look_ms, undefined, { signal }).catch(() => {});
  }
}

/** The id of the newest object of a list. */
export const newestOf = async (service: Service, list: string): Promise<string | null> =>
  (await service<{ readonly data: readonly { readonly id: string }[] }>('GET', `${list}limit=1`)).data[0]?.id ?? null;

/** Aborted by the first signal to stop; the next one ends the process. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}

/** The time of day of a moment in seconds or milliseconds. */
export const timeOf = (moment: number): string => new Date(moment > 1e11 ? moment : moment * 1000).toTimeString().slice(0, 8);
