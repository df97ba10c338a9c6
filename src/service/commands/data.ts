import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { misused } from './usage.js';

/** Parameters of a request as they were typed: a name with brackets, and a value. */
export type Pair = readonly [name: string, value: string];

/** Reads `-d name=value`. */
export function pairIn(text: string): Pair {
  const at = text.indexOf('=');
  if (at < 1) throw misused(`-d ${text} has no value. Write name=value, such as -d email=jo@example.com or -d 'metadata[order]=1742'.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Collects the uses of an option that may be repeated. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** A value of JSON as the pairs of a form: `{"city":"Bern"}` of `address` is `address[city]=Bern`. */
export function pairsOf(name: string, value: unknown): Pair[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each, place) => pairsOf(`${name}[${place}]`, each));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, each]) => pairsOf(`${name}[${key}]`, each));
  return [[name, value === null ? '' : String(value)]];
}

/** A file to upload. */
export function fileAt(path: string): File {
  if (!existsSync(path)) throw misused(`There is no file ${path}.`);
  return new File([readFileSync(path)], basename(path));
}
