import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type Backlog, watermarks, worked_queues } from './backlog.js';

/** One answer of a processor, for the metrics. */
export type ProcessorAnswer = {
  readonly processor: string;
  readonly verb: string;
  /** The result in the contract; `unreached` if certainly nothing was done, `unknown` after any other failure. */
  readonly result: string;
  readonly seconds: number;
};

/** A processor and the verbs that it supports, so that its series exist from the start. */
export type Answering = { readonly name: string; readonly verbs: readonly string[] };

const results = ['approved', 'declined', 'needs_action', 'pending', 'unknown', 'unreached'] as const;

/** The answers of processors, and how long each took. */
export function processorMetrics(registers: Registry[], processors: readonly Answering[]): (answer: ProcessorAnswer) => void {
  const answers = new Counter({
    name: 'florin_processor_answers_total',
    help: 'Answers of processors by verb and result; `unreached` and `unknown` are failures.',
    labelNames: ['processor', 'verb', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'florin_processor_duration_seconds',
    help: 'Time until a processor has answered or failed.',
    labelNames: ['processor'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 12],
    registers,
  });
  for (const { name: processor, verbs } of processors) {
    durations.zero({ processor });
    for (const verb of verbs) for (const result of results) answers.inc({ processor, verb, result }, 0);
  }
  return ({ processor, verb, result, seconds }) => {
    answers.inc({ processor, verb, result });
    durations.observe({ processor }, seconds);
  };
}

/** What waits in the database. Only processes with a worker look; the others show 0. */
export function backlogMetrics(registers: Registry[]): (backlog: Backlog) => void {
  const gauge = (name: string, help: string, ...labelNames: readonly string[]): Gauge =>
    new Gauge({ name: `florin_${name}`, help, labelNames, registers, aggregator: 'max' });
  const due = gauge('queue_oldest_due_seconds', 'Age of the job that has been due longest, running or not.', 'queue');
  const waiting = gauge('queue_oldest_waiting_seconds', 'Age of the due job that has waited longest for a worker.', 'queue');
  const ready = gauge('queue_ready_jobs', 'Due jobs that wait for a worker; counted up to 1,000.', 'queue');
  const claimed = gauge('queue_claimed_jobs', 'Due jobs that a worker has claimed; counted up to 1,000.', 'queue');
  const lag = gauge('watermark_lag_seconds', 'How far the sums of the ledger are behind its entries.', 'watermark');
  const schema = gauge('schema_version', 'The number of the newest migration of the database.');
  const looked = gauge('backlog_timestamp_seconds', 'When this process has looked at the queues, in Unix seconds; 0 before.');
  for (const queue of worked_queues) for (const each of [due, waiting, ready, claimed]) each.set({ queue }, 0);
  for (const watermark of watermarks) lag.set({ watermark }, 0);
  return ({ queues, lags_seconds, at_ms, ...backlog }) => {
    for (const { queue, ...state } of queues) {
      due.set({ queue }, state.oldest_due_seconds);
      waiting.set({ queue }, state.oldest_waiting_seconds);
      ready.set({ queue }, state.ready);
      claimed.set({ queue }, state.claimed);
    }
    for (const watermark of watermarks) lag.set({ watermark }, lags_seconds[watermark]);
    schema.set(backlog.schema);
    looked.set(at_ms / 1000);
  };
}
