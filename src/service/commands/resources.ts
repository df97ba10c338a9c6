import type { Command } from 'commander';
import { type Operation, operations } from './operations.js';

/** `florin resources`: lists the resources of the API and their operations. */
export const resourcesCommand = (command: Command): void =>
  void command
    .argument('[resource]', 'only this resource, with a line for each operation')
    .option('--json', 'print each operation as a line of JSON')
    .action(async (wanted: string | undefined, { json }: { json?: boolean }) => {
      const found = (await operations()).filter(({ words }) => wanted === undefined || words[0] === wanted);
      if (json) for (const each of found) process.stdout.write(`${JSON.stringify(each)}\n`);
      else process.stdout.write(wanted === undefined ? summaryOf(found) : found.map(lineOf).join(''));
    });

function summaryOf(found: readonly Operation[]): string {
  const names = [...new Set(found.map(({ words }) => words[0] ?? ''))].sort();
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name) => `${name.padEnd(width)}  ${verbsOf(found, name).join(', ')}\n`).join('');
}

const verbsOf = (found: readonly Operation[], name: string): string[] => [
  ...new Set(found.filter(({ words }) => words[0] === name).map(({ words }) => words[1] ?? '')),
];

const lineOf = ({ words, in_path, summary }: Operation): string =>
  `florin ${[...words, ...in_path.map((each) => `<${each}>`)].join(' ').padEnd(60)}  ${summary}\n`;
