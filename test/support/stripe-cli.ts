import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Client, TestService } from './service.js';

/** The program of the official Stripe CLI, which `.ci/run` installs. Its npm package loads a binary from elsewhere on some platforms, so it is no dependency. */
const program = process.env.STRIPE_CLI ?? null;

/** Describes what the CLI does; skipped without the CLI, with the reason in the name. */
export function describeCli(name: string, tests: () => void): void {
  if (program === null) describe.skip(`${name} (skipped: set STRIPE_CLI to the binary of @stripe/cli 1.52.0)`, tests);
  else describe(name, tests);
}

/** It finds no configuration, sends no telemetry, and its search for a newer version ends at once. */
const environment = {
  HOME: tmpdir(),
  XDG_CONFIG_HOME: join(tmpdir(), 'florin-stripe-cli'),
  STRIPE_CLI_TELEMETRY_OPTOUT: '1',
  STRIPE_DEVICE_NAME: 'florin-test',
  HTTPS_PROXY: 'http://127.0.0.1:9',
};

/** A run of the CLI. */
export type Run = {
  /** What it has printed so far. */
  readonly text: () => string;
  /** Waits until it has printed a text. */
  readonly prints: (text: string) => Promise<void>;
  /** Waits until it ends, and returns its exit code. */
  readonly ends: () => Promise<number | null>;
  readonly stop: () => Promise<void>;
};

/** Starts the CLI as a caller of a service. */
export function stripe({ url, until }: Pick<TestService, 'url' | 'until'>, { key }: Pick<Client, 'key'>, ...words: readonly string[]): Run {
  if (program === null) throw new Error('STRIPE_CLI is not set');
  const child = spawn(program, [...words, '--api-base', url, '--api-key', key, '--color', 'off'], {
    cwd: tmpdir(),
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    text: () => printed,
    prints: async (text) => {
      await until(async () => {
        if (!printed.includes(text) && isOver(child)) throw new Error(`stripe ${words.join(' ')} has ended: ${printed}`);
        return printed.includes(text);
      });
    },
    ends: () => exited,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Runs the CLI until it ends, and returns what it has printed. */
export async function ran(
  service: Pick<TestService, 'url' | 'until'>,
  client: Pick<Client, 'key'>,
  ...words: readonly string[]
): Promise<{ code: number | null; text: string }> {
  const run = stripe(service, client, ...words);
  const code = await run.ends();
  return { code, text: run.text() };
}
