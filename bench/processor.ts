import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A processor that is spoken to over HTTP: the sample of the documentation, in a process of its own. */
export type SampleProcessor = {
  /** The setting that routes every question to it. */
  readonly settings: string;
  stop(): void;
};

const program = fileURLToPath(new URL('../docs/processors/sample.mjs', import.meta.url));
const name = 'sample';
const secret = 'a secret of the bench alone';

/** Starts the sample and waits until it listens. */
export async function startProcessor(): Promise<SampleProcessor> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', NAME: name, SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => resolve(/listens on (\d+)/.exec(bytes.toString())?.[1] ?? ''));
    child.on('exit', (code) => reject(new Error(`The sample processor ended with ${code} before it listened`)));
  });
  const settings = { processors: [{ name, url: `http://127.0.0.1:${port}`, secret }], routes: [{ processor: name, modes: ['test'] }] };
  return { settings: JSON.stringify(settings), stop: () => void child.kill() };
}
