import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../..');

/** A service in a process of its own, as a user starts it. */
export type Running = {
  readonly url: string;
  readonly pid: number;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Asks it to stop, and tells how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** As by kill -9, with all its process group. */
  kill(): void;
};

type Account = { readonly uid: number; readonly gid: number };

/** Starts a service on a data folder, on a free port. Rejects, with what it wrote, when it ends before it is ready. */
export async function startProcess(directory: string, environment: NodeJS.ProcessEnv = {}, account?: Account): Promise<Running> {
  const given = { PATH: process.env.PATH, HOME: '/tmp', FLORIN_DATA: directory, PORT: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/florin.ts', 'start'], {
    ...account,
    cwd: root,
    detached: true,
    env: { ...given, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | NodeJS.Signals | null>((done) => child.once('exit', (code, signal) => done(signal ?? code)));
  const url = await addressOf(child, ended);
  const pid = child.pid as number;
  const stop: Running['stop'] = (signal = 'SIGTERM') => {
    process.kill(pid, signal);
    return ended;
  };
  return { url, pid, ended, stop, kill: () => killGroup(pid) };
}

/** Kills a process group that may be gone already. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function addressOf(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  const said: string[] = [];
  const address = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream as NodeJS.ReadableStream).on('line', (line) => {
        said.push(line);
        const [, url] = /API (http\S+)/.exec(line) ?? [];
        if (url) found(url);
      });
    }
  });
  const failure = ended.then((how) => {
    throw new Error(`The service ended (${how}) before it was ready:\n${said.join('\n')}`);
  });
  return Promise.race([address, failure]);
}

/** A service that is started again whatever ends it. */
export type Supervised = {
  /** The process that is ready now, or the next one to be. */
  up(): Promise<Running>;
  readonly ends: () => number;
  /** Changes the environment of the processes to come. */
  become(environment: NodeJS.ProcessEnv): void;
  end(): Promise<void>;
};

/** Keeps a service running on a data folder. */
export function supervise(directory: string, environment: NodeJS.ProcessEnv): Supervised {
  let wanted = environment;
  let ends = 0;
  let over = false;
  let current = startProcess(directory, wanted);
  const life = (async () => {
    while (!over) {
      await current.then(({ ended }) => ended).catch(() => {});
      ends += 1;
      if (!over) current = startProcess(directory, wanted);
    }
  })();
  return {
    ends: () => ends,
    become: (next) => {
      wanted = next;
    },
    up: async () => {
      for (;;) {
        const starting = current;
        const running = await starting.catch(() => null);
        if (running && starting === current) return running;
        await new Promise(setImmediate);
      }
    },
    end: async () => {
      over = true;
      await current.then((running) => running.stop()).catch(() => {});
      await life;
    },
  };
}
