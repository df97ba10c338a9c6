import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyPage, type Listed } from '../pages.js';
import type { Service } from '../service.js';
import { misused } from '../usage.js';

/** Where objects are read from: oldest first. */
export type Source = (resource: string) => Promise<readonly Listed[]>;

/** Resources in files: `customers.jsonl` with an object on each line, or `customers.json` with a list as the API answers it. */
export function sourceIn(folder: string): Source {
  if (!existsSync(folder)) throw misused(`There is no folder ${folder}.`);
  return async (resource) => {
    const [lines, whole] = [join(folder, `${resource}.jsonl`), join(folder, `${resource}.json`)];
    if (existsSync(lines)) return oldestFirst(linesIn(lines));
    return existsSync(whole) ? oldestFirst(listIn(whole)) : [];
  };
}

const oldestFirst = (objects: readonly Listed[]): readonly Listed[] =>
  objects.toSorted((one, other) => Number(one.created ?? 0) - Number(other.created ?? 0));

/** The objects of a file with one on each line. */
export const linesIn = (path: string): readonly Listed[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, place) => (line.trim() === '' ? [] : [parsed(line, `${path}, line ${place + 1}`) as Listed]));

function listIn(path: string): readonly Listed[] {
  const value = parsed(readFileSync(path, 'utf8'), path) as readonly Listed[] | { readonly data?: readonly Listed[] };
  if (Array.isArray(value)) return value;
  return (value as { readonly data?: readonly Listed[] }).data ?? [];
}

/** The content of files can be secret, so the message does not quote it. */
export function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw misused(`${place} is not JSON.`);
  }
}

const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prices: { 'expand[]': 'data.tiers' },
  subscriptions: { status: 'all' },
};

/** Resources of an API like Stripe's. */
export const sourceAt =
  (service: Service): Source =>
  async (resource) => {
    const found: Listed[] = [];
    for await (const page of everyPage(service, `/v1/${resource}`, filters[resource])) found.push(...page);
    return found.reverse();
  };
