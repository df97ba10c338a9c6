import { nearest } from '../../kernel/base/nearest.js';
import type { Described } from './described.js';
import { type Operation, operations } from './operations.js';
import { type OfResult, say } from './result.js';
import { misused } from './usage.js';

/** `florin resources`: lists the resources of the API and their operations. */
export const resourceList: Described = {
  json: 'print each operation as a line of JSON',
  examples: ['florin resources', 'florin resources coupons', 'florin resources --json'],
  add: (command) => command.argument('[resource]', 'only this resource, with a line for each operation').action(listResources),
};

async function listResources(wanted: string | undefined, { json }: OfResult): Promise<void> {
  const all = await operations();
  const found = all.filter(({ words }) => wanted === undefined || words[0] === wanted);
  if (wanted !== undefined && found.length === 0) throw unknown(wanted, all);
  if (json) for (const each of found) say(JSON.stringify(each));
  else process.stdout.write(wanted === undefined ? summaryOf(found) : found.map(lineOf).join(''));
}

function unknown(wanted: string, all: readonly Operation[]): Error {
  const near = nearest(wanted, [...new Set(all.map(({ words }) => words[0] ?? ''))]);
  return misused(`There is no resource '${wanted}'.${near === null ? '' : ` Did you mean '${near}'?`} All resources: florin resources.`);
}

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
