import { type Acquirer, type Fault, type Line, type Passed, secret, startAcquirer, startLine } from './acquirer.js';
import { type Answer, type Client, card, startService, type TestService } from './service.js';

/** The faults of asks on their way to one acquirer. They can be changed while the service runs. */
export type Wire = { readonly acquirer: Acquirer; readonly line: Line; fault: (passed: Omit<Passed, 'fault'>) => Fault };

/** A service with its own acquirers, in test mode. */
export type Acquired = {
  readonly service: TestService;
  readonly wires: Readonly<Record<string, Wire>>;
  readonly notifications: Line;
  /** The acquirers' book entries for an object. */
  readonly booked: (subject: string) => Promise<(Awaited<ReturnType<Acquirer['book']>>[number] & { readonly by: string })[]>;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly environment?: Record<string, string>;
  readonly answer_deadline_ms?: number;
  readonly routes?: readonly object[];
  /** The faults of the acquirers' notifications. */
  readonly notification?: () => Fault;
};

/** Starts acquirers by their names, the first one asked first, and a service that is routed to them. */
export async function startAcquired(
  names: readonly string[],
  { environment = {}, answer_deadline_ms, routes, notification }: Options = {},
): Promise<Acquired> {
  let service: TestService | undefined;
  const notifications = await startLine(() => service?.url ?? '', notification);
  const wires: Record<string, Wire> = {};
  for (const name of names) wires[name] = await startWire(name, notifications.url);
  const processors = Object.entries(wires).map(([name, { line }]) => ({ name, url: `${line.url}`, secret }));
  const settings = JSON.stringify({ processors, routes: routes ?? names.map((processor) => ({ processor, modes: ['test'] })) });
  service = await startService(
    { FLORIN_PROCESSORS: settings, ...environment },
    answer_deadline_ms === undefined ? {} : { answer_deadline_ms },
  );
  const running = service;
  return {
    service,
    wires,
    notifications,
    booked: async (subject) => {
      const books = await Promise.all(
        Object.entries(wires).map(async ([by, { acquirer }]) => (await acquirer.book()).map((entry) => ({ ...entry, by }))),
      );
      return books.flat().filter((entry) => entry.subject === subject);
    },
    stop: async () => {
      for (const { line } of Object.values(wires)) line.release();
      await running.stop();
      await Promise.all([notifications.stop(), ...Object.values(wires).flatMap(({ line, acquirer }) => [line.stop(), acquirer.stop()])]);
    },
  };
}

async function startWire(name: string, florin: string): Promise<Wire> {
  const acquirer = await startAcquirer(name, { florin });
  const wire: Omit<Wire, 'line'> & { line?: Line } = { acquirer, fault: () => 'none' };
  wire.line = await startLine(
    () => acquirer.url,
    (passed) => wire.fault(passed),
  );
  return wire as Wire;
}

/** Pays by card, in one request. */
export const pay = (client: Client, amount: number, params: object = {}): Promise<Answer> =>
  client.post('/v1/payment_intents', {
    amount,
    currency: 'usd',
    confirm: true,
    payment_method_data: card(),
    return_url: 'https://shop.example.com/done',
    ...params,
  });

/** Waits until an intent is no longer processing. */
export const settled = (service: TestService, client: Client, id: string): Promise<Answer['body']> =>
  service.until(async () => {
    const { body } = await client.get(`/v1/payment_intents/${id}`);
    return body.status !== 'processing' && body;
  });
