import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/kernel/storage/migrate.js';
import { type Cluster, dataPath, environment, prepareCluster } from '../../src/service/embedded-postgres/cluster.js';
import { startEmbeddedPostgres } from '../../src/service/embedded-postgres/embedded-postgres.js';
import { programPath } from '../../src/service/embedded-postgres/programs.js';

const log = (): void => {};

/** Creates a migrated database in a folder, and leaves it stopped. */
export async function makeCluster(directory: string): Promise<Cluster> {
  const first = await startEmbeddedPostgres({ directory, database: 'florin', log });
  await migrate({ url: first.url, log });
  await first.stop();
  chmodSync(directory, 0o755);
  return prepareCluster(directory, { log, durable: true });
}

/** Copies the data of a server into another folder, for a separate server. */
export function copyCluster({ folder }: Cluster, directory: string): Cluster {
  const copy = join(directory, 'postgres');
  mkdirSync(directory, { mode: 0o755 });
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') && !path.includes('.s.PGSQL') });
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  const { uid, gid } = statSync(folder);
  for (const name of ['.', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })]) chownSync(join(copy, name), uid, gid);
  chmodSync(copy, 0o700);
  return prepareCluster(directory, { log, durable: true });
}

/** Starts a server on existing data, without restarting it when it is killed. */
export function startServer(
  { account, folder, programs }: Cluster,
  more: Readonly<Record<string, string>> = {},
  variables: NodeJS.ProcessEnv = {},
): ChildProcess {
  // A standby does not start with fewer locks than the server that made its data had.
  const options = { listen_addresses: '', port: '5432', unix_socket_directories: '.', max_locks_per_transaction: '128', ...more };
  const given = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(programPath(programs, 'postgres'), ['-D', dataPath(folder, account), ...given], {
    ...account,
    cwd: folder,
    env: { ...environment, ...variables },
    detached: true,
    stdio: 'ignore',
  });
}

/** The URL of a server, or of several. */
export const addressOf = (...clusters: readonly Cluster[]): string =>
  `postgresql:///florin?host=${clusters.map(({ folder }) => folder).join(',')}&port=5432&user=postgres&sslmode=disable`;

type Row = Readonly<Record<string, unknown>>;

/** Queries a server until it answers as wanted, because it may still be starting; answers with the row. */
export async function askServer(cluster: Cluster, text: string, isAnswer: (row: Row) => boolean = () => true): Promise<Row> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: addressOf(cluster) });
    const answer = await client
      .connect()
      .then(() => client.query(text))
      .then(({ rows }): Row => ({ ...rows[0] }))
      .catch((error: Error) => error)
      .finally(() => client.end().catch(() => {}));
    if (!(answer instanceof Error) && isAnswer(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${text} was not answered as wanted: ${String(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
