import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { collected } from './data.js';
import type { Described } from './described.js';
import { type Change, changed, changeIn, type Fixture, type FixtureFile } from './fixture.js';
import { runFixtures } from './fixture-run.js';
import { type OfResult, say } from './result.js';
import { type Asking, asking, connectionTo } from './service.js';
import { misused } from './usage.js';

/** The options that change fixtures. */
export type Changing = {
  readonly override?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly skip?: readonly string[];
};

/** Adds these options to a command. */
export const changing = (command: Command): Command =>
  command
    .option('--override <name:path=value>', 'a parameter of a request, such as customer:name=Jo; without a name of the last one', collected)
    .option('--add <name:path=value>', "a further parameter, such as 'customer:metadata[order]=1742'", collected)
    .option('--remove <name:path>', 'a parameter that is left out', collected)
    .option('--skip <name>', 'a request that is left out', collected);

/** The requests with the changes of the options. */
export function changedBy(fixtures: readonly Fixture[], { override = [], add = [], remove = [], skip = [] }: Changing): readonly Fixture[] {
  const changes = [...[...override, ...add].map((text) => changeOf(text, true)), ...remove.map((text) => changeOf(text, false))];
  const names = fixtures.map(({ name }) => name).join(', ');
  const kept = fixtures.filter(({ name }) => !skip.includes(name));
  if (kept.length + skip.length !== fixtures.length) throw misused(`--skip takes the name of a request: ${names}.`);
  return changes.reduce<readonly Fixture[]>((before, change) => {
    const after = changed(before, change);
    if (after === null) throw misused(`No request is named ${change.name}. The requests are ${names}.`);
    return after;
  }, kept);
}

function changeOf(text: string, takes_value: boolean): Change {
  const change = changeIn(text, takes_value);
  if (change) return change;
  const form = takes_value
    ? "name:path=value, such as customer:name=Jo or 'customer:metadata[order]=1742'"
    : 'name:path, such as customer:email';
  throw misused(`${text} does not have the form ${form}.`);
}

type Options = Asking & Changing & OfResult & { readonly stripeAccount?: string };

/** `florin fixtures`: sends the requests of a file in the format of the Stripe CLI. */
export const fixtureSending: Described = {
  json: 'print each response as a line of JSON',
  examples: ['florin fixtures shop.json', 'florin fixtures shop.json --override customer:name=Jo --skip refund'],
  notes: `The file is an object with the requests in order. A later request refers to the response of an earlier one by its name:
  { "_meta": { "template_version": 0 },
    "fixtures": [
      { "name": "customer", "path": "/v1/customers", "method": "post", "params": { "name": "Jo" } },
      { "name": "charge", "path": "/v1/charges", "method": "post",
        "params": { "customer": "\${customer:id}", "amount": "\${.env:AMOUNT|2000}", "currency": "usd", "source": "tok_visa" } } ] }`,
  add: (command) =>
    changing(asking(command))
      .argument('<file>', 'a JSON file')
      .option('--stripe-account <id>', 'acts for a connected account, acct_...')
      .action(async (path: string, options: Options) => {
        const { fixtures, env = {} } = fileAt(path);
        await runFixtures(changedBy(fixtures, options), {
          connection: connectionTo(options),
          environment: { ...env, ...process.env },
          ...(options.stripeAccount && { headers: { 'stripe-account': options.stripeAccount } }),
          show: options.json ? (_, response) => say(JSON.stringify(response)) : shown,
        });
      }),
};

function fileAt(path: string): FixtureFile {
  const file = parsed(path) as Partial<FixtureFile> | null;
  const wrong = file?.fixtures?.find?.(
    ({ name, path: target, method }) => !name || !target?.startsWith?.('/') || !methods.includes(method),
  );
  if (!Array.isArray(file?.fixtures) || wrong)
    throw misused(
      `${path} is no fixture file: it needs "fixtures", a list of objects with name, path (/v1/...) and method (${methods.join(', ')}).`,
    );
  return file as FixtureFile;
}

const methods: readonly string[] = ['get', 'post', 'delete'];

function parsed(path: string): unknown {
  const text = read(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw misused(`${path} is not JSON: ${(error as Error).message}`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw misused(`There is no file ${path}.`);
  }
}

/** Prints a request that was sent, with the id of the object in the response. */
export function shown({ name, method, path }: Fixture, { id, error }: Readonly<Record<string, unknown>>): void {
  const outcome = typeof id === 'string' ? id : error ? 'refused, as expected' : '';
  process.stderr.write(`${name.padEnd(22)} ${method.toUpperCase().padEnd(6)} ${path}  ${outcome}\n`);
}
