import { cpus, totalmem } from 'node:os';
import { type Batches, sizes as batch_sizes } from './batches.js';
import type { Footprint } from './footprint.js';
import type { Figures, Row, Together } from './rounds.js';
import type { Goal } from './scenarios.js';

/** How quickly the service is there. */
export type StartUp = { readonly first_start_ms: number; readonly later_start_ms: number; readonly idle_resident_mb: number };

/** The same lists and searches in small and in large tables. */
export type Sizes = {
  readonly small: number;
  readonly large: number;
  readonly at_small: readonly Row[];
  readonly at_large: readonly Row[];
};

/** Everything that a run found out. */
export type Results = {
  readonly machine: string;
  readonly quick: boolean;
  readonly rows: readonly Row[];
  readonly together: readonly Together[];
  readonly batches: readonly Batches[];
  /** Bytes that a payment writes. */
  readonly footprint: Footprint;
  /** The memory of the service's process after payments, and after each quarter of many reads. */
  readonly memory_mb: readonly number[];
  readonly sizes: Sizes;
  readonly start_up: StartUp;
  /** The share of CPU time that the hypervisor gave to other machines during the run, 0 to 1; null where it is unknown. */
  readonly stolen: number | null;
};

/** Above this share of stolen CPU time the rates of a run are not comparable with those of others. */
const stolen_max = 0.05;

/** The machine, as far as it matters. */
export function machineOf(postgres: string): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.versions.node}, PostgreSQL ${postgres}`;
}

/** The results as Markdown. */
export const reportOf = ({ machine, quick, rows, together, batches, footprint, memory_mb, sizes, start_up, stolen }: Results): string =>
  [
    `${machine}${quick ? ' (a quick run: take it as rough)' : ''}. Load comes from a separate process on the same cores (raw sockets); deliveries are switched off (\`FLORIN_WORKER=off\`). The embedded PostgreSQL is compiled for size (\`-Os\`); one compiled for speed takes 10 to 20 % less CPU time.`,
    stolenText(stolen),
    table(
      [
        'request',
        'at once',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'statements alone/s',
        'share',
        'CPU µs node (its main thread) + PostgreSQL',
        'alone',
        'goal',
        'stretch',
      ],
      rows.map(rowCells),
    ),
    'Writes that wait go together, in proportion to each by itself (`FLORIN_GROUP_COMMIT=off`), in turn:',
    table(['request', 'at once', 'requests/s', 'by itself', 'ratio', 'CPU: ratio', 'goal of rate, CPU'], togetherCells(together)),
    'Statements by the number of writes that they carry:',
    table(['request', 'at once', ...batch_sizes.map((size) => (size === '1' ? '1' : `up to ${size}`))], batchCells(batches)),
    'One busy account in proportion to many (the goal is 1 or more, within the noise):',
    table(['request', 'at once', 'ratio', 'statements alone: ratio'], besideCells(rows)),
    `Lists of full pages and searches with ${grouped(sizes.small)} and ${grouped(sizes.large)} payments in the tables:`,
    table(
      [
        'request',
        'at once',
        `${grouped(sizes.small)}: requests/s`,
        `${grouped(sizes.large)}: requests/s`,
        'ratio',
        'statements alone: ratio',
      ],
      sizeCells(sizes),
    ),
    `A payment by card adds ${kilobytes(footprint.tables)} to tables and ${kilobytes(footprint.indexes)} to indexes, and writes ${kilobytes(footprint.wal)} of WAL.`,
    `Start to first answer: ${seconds(start_up.first_start_ms)} the first time (makes the database), ${seconds(start_up.later_start_ms)} later. Idle: ${Math.round(start_up.idle_resident_mb)} MB in the node process. After all payments: ${memory_mb.map(Math.round).join(', ')} MB, of which the last four follow a quarter each of many reads.`,
  ].join('\n\n');

const stolenText = (stolen: number | null): string =>
  stolen === null
    ? 'The share of stolen CPU time is unknown on this system.'
    : `Stolen CPU time: ${(stolen * 100).toFixed(1)} %.${stolen > stolen_max ? ' **This is too much: repeat the run; compare ratios only.**' : ''}`;

function rowCells({ name, connections, http, alone, share, statements, goal }: Row): string[] {
  return [
    statements > 0 ? `${name} (${statements} statement${statements > 1 ? 's' : ''})` : name,
    String(connections),
    grouped(http.per_second),
    http.p50_ms.toFixed(2),
    http.p99_ms.toFixed(2),
    alone ? grouped(alone.per_second) : '',
    share === null ? '' : share.toFixed(2),
    cpu(http),
    alone ? cpu(alone) : '',
    goalText(goal?.first),
    goalText(goal?.stretch),
  ];
}

const cpu = ({ node_us, main_thread_us, postgres_us }: Figures): string =>
  Number.isNaN(node_us) ? '' : `${Math.round(node_us)} (${Math.round(main_thread_us)}) + ${Math.round(postgres_us)}`;

const goalText = (goal: Goal | undefined): string => (goal ? `${goal.share.toFixed(2)}, ${grouped(goal.per_second)}` : '');

/** What is aimed at with 64 connections: how much of the rate and of the CPU time without it. */
const together_goals: Readonly<Record<string, string>> = {
  'pay by card, one write': '1.50, 0.60',
  'create a setup intent': '1.40, 0.60',
};

const togetherCells = (rows: readonly Together[]): string[][] =>
  rows.map(({ name, connections, together, apart, rate_ratio, cpu_ratio }) => [
    name,
    String(connections),
    grouped(together.per_second),
    grouped(apart.per_second),
    rate_ratio.toFixed(2),
    cpu_ratio.toFixed(2),
    connections === 64 ? (together_goals[name] ?? '') : '',
  ]);

const batchCells = (rows: readonly Batches[]): string[][] =>
  rows.map(({ name, connections, shares }) => [
    name,
    String(connections),
    ...batch_sizes.map((size) => `${((shares[size] ?? 0) * 100).toFixed(0)} %`),
  ]);

/** A scenario in proportion to another: a row of the database that all payments of one account had to lock would show here. */
const besideCells = (rows: readonly Row[]): string[][] =>
  rows.flatMap(({ name, beside, connections, http, alone }) => {
    const other = rows.find((row) => row.name === beside && row.connections === connections);
    return other ? [[`${name}, to ${beside}`, String(connections), ratio(http, other.http), ratio(alone, other.alone)]] : [];
  });

const ratio = (of: Figures | null | undefined, to: Figures | null | undefined): string =>
  of && to ? (of.per_second / to.per_second).toFixed(2) : '';

const sizeCells = ({ at_small, at_large }: Sizes): string[][] =>
  at_small.map(({ name, connections, http, alone }, place) => {
    const large = at_large[place];
    return [
      name,
      String(connections),
      grouped(http.per_second),
      grouped(large?.http.per_second ?? Number.NaN),
      ratio(large?.http, http),
      ratio(large?.alone, alone),
    ];
  });

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
const grouped = (number: number): string => Math.round(number).toLocaleString('en');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
