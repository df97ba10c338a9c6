import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

type Measured = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the processes of a service say to each other: a process asks for the metrics of all, and the first process asks each for its own. */
type Said =
  | { readonly florin: 'gather' | 'measure'; readonly id: number }
  | { readonly florin: 'measured'; readonly id: number; readonly measured: Measured }
  | { readonly florin: 'gathered'; readonly id: number; readonly text: string };

const isSaid = (message: unknown): message is Said => typeof message === 'object' && message !== null && 'florin' in message;

/** How long the metrics of a process are awaited, and those of all. */
const one_ms = 1000;
const all_ms = 2000;

/** The metrics that `/metrics` shows: those of all processes of a start, or of this one where it is alone. */
export function gatherer(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const asked = questions<string>(all_ms);
  process.on('message', async (message: unknown) => {
    if (!isSaid(message)) return;
    if (message.florin === 'gathered') asked.answered(message.id, message.text);
    if (message.florin === 'measure')
      process.send?.({ florin: 'measured', id: message.id, measured: await registry.getMetricsAsJSON() } satisfies Said);
  });
  return async () => (await asked.ask((id) => process.send?.({ florin: 'gather', id } satisfies Said))) ?? registry.metrics();
}

/**
 * Answers the processes that ask for the metrics of all, in the process that has started them. Counters never fall: those of an ended process are kept as
 * they were when they were last read.
 */
export function answerGathering(): { end(): void } {
  const latest = new Map<number, Measured>();
  let ended: Promise<Measured> = Promise.resolve([]);
  const asked = questions<Measured>(one_ms);
  const gather = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
    await Promise.all(
      workers.map(async (worker) => {
        const measured = await asked.ask((id) => say(worker, { florin: 'measure', id }));
        // Its last words may arrive after its end.
        if (measured && !worker.isDead()) latest.set(worker.id, measured);
      }),
    );
    const of_ended = await ended;
    return summed([...latest.values(), of_ended]).metrics();
  };
  const hear = async (worker: Worker, message: unknown): Promise<void> => {
    if (!isSaid(message)) return;
    if (message.florin === 'measured') asked.answered(message.id, message.measured);
    if (message.florin === 'gather') say(worker, { florin: 'gathered', id: message.id, text: await gather() });
  };
  const leave = ({ id }: Worker): void => {
    const counted = (latest.get(id) ?? []).filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
    latest.delete(id);
    ended = ended.then((before) => summed([before, counted]).getMetricsAsJSON());
  };
  cluster.on('message', hear);
  cluster.on('exit', leave);
  return {
    end: () => {
      cluster.off('message', hear);
      cluster.off('exit', leave);
    },
  };
}

/** A process that has just ended hears nothing; without the callback this would be an error of the first process. */
const say = (worker: Worker, said: Said): boolean => worker.send(said, () => {});

const summed = (each: readonly Measured[]): Registry => AggregatorRegistry.aggregate(each.map((measured) => [...measured]));

type Questions<Answer> = {
  /** Null if no answer comes in time. */
  readonly ask: (send: (id: number) => unknown) => Promise<Answer | null>;
  readonly answered: (id: number, answer: Answer) => void;
};

function questions<Answer>(patience_ms: number): Questions<Answer> {
  const waiting = new Map<number, (answer: Answer | null) => void>();
  let last = 0;
  return {
    ask: (send) =>
      new Promise((resolve) => {
        const id = ++last;
        const done = (answer: Answer | null): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(done, patience_ms, null);
        waiting.set(id, done);
        send(id);
      }),
    answered: (id, answer) => waiting.get(id)?.(answer),
  };
}
