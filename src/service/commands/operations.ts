import { existsSync, readFileSync } from 'node:fs';

/** How a parameter is written: one value, a flag, a list of values, a file to upload, or members of its own. */
export type Form = 'value' | 'flag' | 'list' | 'file' | 'members';

/** A parameter of an operation, as the command line takes it. */
export type Parameter = {
  readonly name: string;
  readonly form: Form;
  readonly required: boolean;
  readonly about: string;
  readonly choices: readonly string[];
  /** The names of its members. */
  readonly members: readonly string[];
};

/** An operation of the API as a command: `customers tax_ids create`. */
export type Operation = {
  readonly words: readonly string[];
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  /** The names of the parameters in its path, in their order. */
  readonly in_path: readonly string[];
  readonly parameters: readonly Parameter[];
  /** A command that can be typed, with the values of the reference's example. */
  readonly example: string;
};

/** `florin openapi --operations` at build time, because reading the description itself takes a second. */
const built = new URL('../../operations.json', import.meta.url);

/** Every operation of the API as a command. */
export async function operations(): Promise<readonly Operation[]> {
  if (existsSync(built)) return JSON.parse(readFileSync(built, 'utf8'));
  const [{ description }, { operationsIn }] = await Promise.all([import('./openapi.js'), import('./operations-in.js')]);
  return operationsIn(description());
}
