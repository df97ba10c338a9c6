import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { program } from './built.js';

const root = resolve(import.meta.dirname, '../..');

/** A service in a separate process, as a user starts it. */
export type Running = {
  readonly url: string;
  readonly pid: number;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Asks it to stop, and answers with its end. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** As by kill -9, with all its process group. */
  kill(): void;
};

type Account = { readonly uid: number; readonly gid: number };

/** Starts a service on a data folder, on a free port. Rejects, with its output, when it ends before it is ready. */
export async function startProcess(
  directory: string,
  environment: NodeJS.ProcessEnv = {},
  account?: Account,
  options: readonly string[] = [],
  of: string = program,
): Promise<Running> {
  const { child, said, ended } = spawnService(directory, environment, account, options, of);
  const failure = ended.then((how) => {
    throw new Error(`The service ended (${how}) before it was ready:\n${said.join('\n')}`);
  });
  const url = await Promise.race([addressOf(child), failure]);
  const pid = child.pid as number;
  const stop: Running['stop'] = (signal = 'SIGTERM') => {
    process.kill(pid, signal);
    return ended;
  };
  return { url, pid, ended, stop, kill: () => killGroup(pid) };
}

/** The end of a start that must fail, and its output; a service that starts is an error. */
export async function refusedStart(
  directory: string,
  environment: NodeJS.ProcessEnv = {},
  account?: Account,
): Promise<{ readonly code: number | NodeJS.Signals | null; readonly said: readonly string[] }> {
  const { child, said, ended } = spawnService(directory, environment, account);
  const started = addressOf(child).then((url) => {
    killGroup(child.pid as number);
    throw new Error(`The service started at ${url}`);
  });
  return { code: await Promise.race([ended, started]), said };
}

type Ended = Promise<number | NodeJS.Signals | null>;

function spawnService(
  directory: string,
  environment: NodeJS.ProcessEnv,
  account?: Account,
  options: readonly string[] = [],
  of: string = program,
): { child: ChildProcess; said: string[]; ended: Ended } {
  const given = { PATH: process.env.PATH, HOME: '/tmp', FLORIN_DATA: directory, PORT: '0', LOG_LEVEL: 'warn', FLORIN_PROCESSES: '1' };
  const child = spawn(process.execPath, [of, 'start', ...options], {
    ...account,
    cwd: root,
    detached: true,
    env: { ...given, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const lines of linesOf(child)) lines.on('line', (line) => said.push(line));
  const ended: Ended = new Promise((done) => child.once('close', (code, signal) => done(signal ?? code)));
  return { child, said, ended };
}

const linesOf = ({ stdout, stderr }: ChildProcess): Interface[] =>
  [stdout, stderr].map((stream) => createInterface(stream as NodeJS.ReadableStream));

/** Kills a process group that may already be gone. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((found) => {
    for (const lines of linesOf(child))
      lines.on('line', (line) => {
        const [, url] = /API (http\S+)/.exec(line) ?? [];
        if (url) found(url);
      });
  });

/** A service that is restarted whatever ends it. */
export type Supervised = {
  /** The process that is ready now, or the next one. */
  up(): Promise<Running>;
  readonly ends: () => number;
  /** Changes the environment of later processes. */
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
