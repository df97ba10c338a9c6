import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that tests of a campaign count in, a line for each count. */
    readonly figures: string;
  }
}

/** Collects the counts of a campaign's workers, and prints the sums at its end. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'florin-figures-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  project.provide('figures', file);
  return () => {
    const said = summed(readFileSync(file, 'utf8'));
    rmSync(folder, { recursive: true, force: true });
    if (said) process.stdout.write(`\nThe figures of this campaign:\n${said}`);
  };
}

/** Each figure with the sum of its counts. */
export function summed(text: string): string {
  const sums = new Map<string, number>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [figure = '', count = '0'] = line.split('\t');
    sums.set(figure, (sums.get(figure) ?? 0) + Number(count));
  }
  return [...sums].map(([figure, count]) => `${count.toLocaleString('en').padStart(12)}  ${figure}\n`).join('');
}
