import { CommanderError, InvalidArgumentError } from 'commander';
import { explained } from './explained.js';

/** The exit codes of every command. */
export const exit_codes = { success: 0, failure: 1, usage: 2 } as const;

/** An error of the words that were typed: the command ends with the exit code of usage. */
export const misused = (message: string): Error => new InvalidArgumentError(message);

/** An error response of the API, with its body for `--json`. */
export type RefusedByApi = Error & { readonly refusal: { readonly error: Readonly<Record<string, unknown>> } };

/** Writes why a command failed, and returns its exit code. */
export function reported(error: unknown, as_json: boolean): number {
  // The parser has printed its own errors, and the help that was asked for.
  if (error instanceof CommanderError && !(error instanceof InvalidArgumentError))
    return error.exitCode === exit_codes.success ? exit_codes.success : exit_codes.usage;
  const message = explained(error);
  const { refusal = { error: { message } } } = error as Partial<RefusedByApi>;
  process.stderr.write(`${as_json ? JSON.stringify(refusal) : message}\n`);
  return error instanceof InvalidArgumentError ? exit_codes.usage : exit_codes.failure;
}
