import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/kernel/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/service/embedded-postgres/embedded-postgres.js';
import { room } from './room.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that every test file clones. */
    readonly template_url: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(room, 'florin-test-'));
  const server = await startEmbeddedPostgres({ directory, database: 'template', log: () => {} });
  await migrate({ url: server.url, log: () => {} });
  project.provide('template_url', server.url);
  const [row] = await queryIn(server.url, `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`);
  return async () => {
    const stopped = server.stop();
    // The data is deleted: an immediate shutdown skips the checkpoint of hundreds of databases, which takes longer than vitest waits.
    process.kill(Number(row?.pid), 'SIGQUIT');
    await stopped;
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** The URL of another database of the same server. */
export const urlOf = (template_url: string, name: string): string => template_url.replace(/\/template(\?|$)/, `/${name}$1`);

/** Queries a database directly, outside any service. */
export async function queryIn(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs statements that cannot run in a transaction. */
export async function administer(template_url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(template_url, 'postgres') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
