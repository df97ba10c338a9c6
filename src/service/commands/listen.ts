import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Asking, asking, type Service, serviceAt } from './service.js';

type Options = Asking & { readonly forwardTo?: string; readonly events: string };

type Endpoint = { readonly id: string; readonly secret: string };
type Event = { readonly id: string; readonly type: string };
type Attempt = { readonly id: string; readonly event: Event; readonly outcome: string; readonly response_status: number | null };

/** `florin listen`: prints events as they happen, and forwards them to a local URL while it runs. */
export function listenCommand(command: Command): void {
  asking(command)
    .option('--forward-to <url>', 'the URL to deliver to, such as localhost:4242/webhook')
    .option('--events <types>', 'event types, comma-separated', '*')
    .action(async (options: Options) => {
      const stopping = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
      await listen(serviceAt(options), options, stopping.signal);
    });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function listen(service: Service, { forwardTo, events }: Options, signal: AbortSignal): Promise<void> {
  const types = events.split(',');
  if (forwardTo === undefined) return watch(service, types, signal);
  const url = /^https?:\/\//.test(forwardTo) ? forwardTo : `http://${forwardTo}`;
  const wanted = new URLSearchParams({ url });
  for (const type of types) wanted.append('enabled_events[]', type);
  const { id, secret } = await service<Endpoint>('POST', '/v1/webhook_endpoints', wanted);
  say(`Ready. Events are delivered to ${url} and signed with ${secret}`);
  try {
    const list = `/v1/webhook_attempts?webhook_endpoint=${id}&expand[]=data.event&limit=100`;
    await follow<Attempt>({ service, list, last: null, signal }, (attempt) =>
      say(`${attempt.event.id}  ${attempt.event.type}  ${attempt.response_status ?? attempt.outcome}`),
    );
  } finally {
    await service('DELETE', `/v1/webhook_endpoints/${id}`);
  }
}

async function watch(service: Service, types: readonly string[], signal: AbortSignal): Promise<void> {
  const { data } = await service<{ readonly data: readonly Event[] }>('GET', '/v1/events?limit=1');
  const named = types.includes('*') ? [] : types.map((type) => `&types[]=${encodeURIComponent(type)}`);
  say('Ready. Events are shown here; --forward-to <url> delivers them as well.');
  const list = `/v1/events?limit=100${named.join('')}`;
  await follow<Event>({ service, list, last: data[0]?.id ?? null, signal }, ({ id, type }) => say(`${id}  ${type}`));
}

type Following = {
  readonly service: Service;
  /** The path of the list, with its filters. */
  readonly list: string;
  /** The id of the newest object when following begins. */
  readonly last: string | null;
  readonly signal: AbortSignal;
};

const look_ms = 500;

/** Shows new objects of a list, oldest first, until it is aborted. */
async function follow<T extends { readonly id: string }>({ service, list, last, signal }: Following, show: (it: T) => void): Promise<void> {
  for (let newest = last; !signal.aborted; ) {
    const { data } = await service<{ readonly data: readonly T[] }>('GET', newest ? `${list}&ending_before=${newest}` : list);
    for (const each of data.toReversed()) show(each);
    newest = data[0]?.id ?? newest;
    await pause(look_ms, undefined, { signal }).catch(() => {});
  }
}
