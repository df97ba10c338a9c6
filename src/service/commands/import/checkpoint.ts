import { appendFileSync, existsSync } from 'node:fs';
import { linesIn } from './source.js';

/** What has been imported: the id here by the resource and the id at the source. A line is appended for each, so that an interrupted import continues. */
export type Checkpoint = {
  readonly idOf: (resource: string, from: string) => string | undefined;
  readonly add: (resource: string, from: string, to: string) => void;
  readonly every: () => readonly (readonly [resource: string, from: string, to: string])[];
};

/** The checkpoint in a file; without a path it is kept in memory. */
export function checkpointIn(path: string | null): Checkpoint {
  const known = new Map<string, string>();
  const key = (resource: string, from: string): string => `${resource} ${from}`;
  if (path !== null && existsSync(path))
    for (const { resource, from, to } of linesIn(path)) known.set(key(String(resource), String(from)), String(to));
  return {
    idOf: (resource, from) => known.get(key(resource, from)),
    add: (resource, from, to) => {
      known.set(key(resource, from), to);
      if (path !== null) appendFileSync(path, `${JSON.stringify({ resource, from, to })}\n`);
    },
    every: () =>
      [...known].map(([name, to]) => {
        const [resource = '', from = ''] = name.split(' ');
        return [resource, from, to] as const;
      }),
  };
}
