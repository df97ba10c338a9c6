import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';

/** A kind of work that is published on the channel `florin.<kind>` of `node:diagnostics_channel`. */
export const traced_kinds = ['delivery', 'job', 'processor', 'rule', 'statement'] as const;

/** One of them. */
export type TracedKind = (typeof traced_kinds)[number];

/** A piece of work as subscribers see it. Attributes have no values of requests: no ids of payers, no numbers, no parameters of statements. */
export type Traced = { readonly name: string; readonly attributes: Readonly<Record<string, string | number>> };

const channels = Object.fromEntries(traced_kinds.map((kind) => [kind, tracingChannel<unknown, Traced>(`florin.${kind}`)])) as Readonly<
  Record<TracedKind, TracingChannel<unknown, Traced>>
>;

/** Runs work, and publishes its beginning and end. Without a subscriber it only runs. */
export function traced<T>(kind: TracedKind, about: () => Traced, work: () => Promise<T>): Promise<T> {
  const channel = channels[kind];
  return channel.hasSubscribers ? channel.tracePromise(work, about()) : work();
}

/** Runs synchronous work, and publishes it likewise. */
export function tracedNow<T>(kind: TracedKind, about: () => Traced, work: () => T): T {
  const channel = channels[kind];
  return channel.hasSubscribers ? channel.traceSync(work, about()) : work();
}
