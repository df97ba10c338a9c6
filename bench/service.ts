import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The service as built, in a process of its own. */
export type Running = {
  readonly pid: number;
  readonly port: number;
  /** From the start of the process to its first answer to a request of the API. */
  readonly first_answer_ms: number;
  stop(): Promise<void>;
};

/** The program of this checkout. */
const program = fileURLToPath(new URL('../dist/service/commands/florin.js', import.meta.url));
const patience_ms = 60_000;

/** The settings of the bench's service. */
export const environmentOf = (folder: string): Record<string, string> => ({
  FLORIN_DATA: folder,
  FLORIN_WORKER: 'off',
  LOG_LEVEL: 'silent',
  PORT: '0',
});

/** Starts a built service, of this checkout or another, and waits for its first answer. */
export async function startBuilt(
  environment: Readonly<Record<string, string>>,
  [file, ...options]: readonly string[] = [program, '--max-semi-space-size=16'],
): Promise<Running> {
  const started_ms = performance.now();
  const child = spawn(process.execPath, [...options, file ?? program, 'start'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(child);
    const response = await fetch(`${url}/v1/account`, { headers: { authorization: 'Bearer sk_test_firstanswer' } });
    if (!response.ok) throw new Error(`The first answer was ${response.status}: ${await response.text()}`);
    const first_answer_ms = performance.now() - started_ms;
    return { pid: child.pid ?? 0, port: Number(new URL(url).port), first_answer_ms, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** The address that the service prints when it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      printed += bytes;
      const url = /API (http\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    child.on('exit', (code) => reject(new Error(`The service ended with ${code} before it listened`)));
    setTimeout(reject, patience_ms, new Error('The service does not listen')).unref();
  });
}

/** In good order; killed when that takes too long. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience_ms / 2);
  await exited;
  clearTimeout(timer);
}
