import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Answered, Call } from './host.js';
import type { Florin, Snapshot, Snapshots, StartFlorin } from './types.js';

type Waiting = { readonly settle: (value: unknown) => void; readonly fail: (error: Error) => void };

/** Services run in a thread of their own, so that timers and modules which a test replaces do not reach them. */
type Host = { readonly call: <T>(call: Call) => Promise<T> };

let host: Host | undefined;

function startHost(): Host {
  const worker = new Worker(new URL('./host.js', import.meta.url), { execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let number = 0;
  const failAll = (error: Error): void => {
    host = undefined;
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  };
  worker.on('message', ({ number, value, error }: Answered) => {
    const { settle, fail } = waiting.get(number) ?? {};
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
    if (error === undefined) settle?.(value);
    else fail?.(new Error(error));
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The thread of Florin has ended')));
  return {
    call: <T>(call: Call) =>
      new Promise<T>((settle, fail) => {
        // A process may end while its Florin runs, but not while it waits for one.
        worker.ref();
        waiting.set(++number, { settle: settle as Waiting['settle'], fail });
        worker.postMessage({ ...call, number });
      }),
  };
}

/** Starts a Florin for tests: its own port, its own data, an empty sandbox. The first start prepares a database, which later ones copy. */
export const startFlorin: StartFlorin = async (options = {}) => {
  host ??= startHost();
  const { call } = host;
  const { service, url } = await call<{ readonly service: number; readonly url: string }>({ do: 'start', options });
  const ending = randomBytes(12).toString('hex');
  const key = `sk_test_${ending}`;
  const ask = asking(url, key);
  await ask('GET', '/v1/account');
  return {
    url,
    key,
    publishable_key: `pk_test_${ending}`,
    reset: async () => void (await ask('POST', '/v1/test_helpers/reset')),
    advance: (to) => advance(ask, to),
    deliver: () => call({ do: 'deliver', service }),
    snapshot: snapshotsOf(ask),
    close: () => call({ do: 'close', service }),
  } satisfies Florin;
};

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, params?: Readonly<Record<string, string>>) => Promise<T>;

/** Asks the API as the owner of a sandbox. A refusal is thrown with its message. */
function asking(url: string, key: string): Ask {
  const authorization = `Bearer ${key}`;
  return async <T>(method: string, path: string, params?: Readonly<Record<string, string>>): Promise<T> => {
    const body = params && method === 'POST' ? { body: new URLSearchParams(params) } : {};
    const query = params && method !== 'POST' ? `?${new URLSearchParams(params)}` : '';
    const response = await fetch(`${url}${path}${query}`, { method, headers: { authorization }, ...body });
    const answer = (await response.json()) as T & { readonly error?: { readonly message: string } };
    if (!response.ok) throw new Error(answer.error?.message ?? `${method} ${path} answered ${response.status}`);
    return answer;
  };
}

type Clock = { readonly frozen_time: number; readonly status: 'advancing' | 'ready' };

const look_ms = 10;
const clock_path = '/v1/test_helpers/sandbox_clock';

async function advance(ask: Ask, to: number | Date): Promise<number> {
  const target = typeof to === 'number' ? (await ask<Clock>('GET', clock_path)).frozen_time + to : to.getTime() / 1000;
  let clock = await ask<Clock>('POST', `${clock_path}/advance`, { frozen_time: String(Math.ceil(target)) });
  while (clock.status === 'advancing') {
    await pause(look_ms);
    clock = await ask<Clock>('GET', clock_path);
  }
  return clock.frozen_time;
}

const snapshots_path = '/v1/test_helpers/snapshots';

function snapshotsOf(ask: Ask): Snapshots {
  const list = async (filter?: { readonly name: string }): Promise<Snapshot[]> =>
    (await ask<{ readonly data: Snapshot[] }>('GET', snapshots_path, { limit: '100', ...filter })).data;
  const pathOf = async (name: string): Promise<string> => {
    const [named] = await list({ name });
    return `${snapshots_path}/${encodeURIComponent(named?.id ?? name)}`;
  };
  return {
    save: (name) => ask('POST', snapshots_path, name === undefined ? {} : { name }),
    load: async (name) => ask('POST', `${await pathOf(name)}/load`),
    list: () => list(),
    delete: async (name) => void (await ask('DELETE', await pathOf(name))),
  };
}
