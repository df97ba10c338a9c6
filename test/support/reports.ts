import { expect } from 'vitest';
import type { Client, TestService } from './service.js';

/** A finished report run, as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into objects of every shape.
export type Run = Readonly<Record<string, any>>;

/** The rows of a CSV file, by the names of their columns. */
export type Rows = readonly Readonly<Record<string, string>>[];

/** Starts a report and waits until it has ended. */
export async function runOf(service: TestService, client: Client, report_type: string, parameters: object): Promise<Run> {
  const { status, body } = await client.post('/v1/reporting/report_runs', { report_type, parameters });
  expect([status, body.status, body.error?.message]).toEqual([200, 'pending', undefined]);
  return service.until(async () => {
    const { body: run } = await client.get(`/v1/reporting/report_runs/${body.id}`);
    return run.status !== 'pending' && run;
  });
}

/** The rows of a report that has succeeded. */
export async function rowsOf(service: TestService, client: Client, report_type: string, parameters: object): Promise<Rows> {
  const run = await runOf(service, client, report_type, parameters);
  expect([run.status, run.error]).toEqual(['succeeded', null]);
  return read((await client.get(new URL(run.result.url).pathname)).text);
}

/** Reads CSV without line breaks in cells. */
export function read(text: string): Rows {
  const [head = [], ...rows] = text.trimEnd().split('\n').map(cellsOf);
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
