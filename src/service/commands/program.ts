import { Command } from 'commander';
import { nearest } from '../../kernel/base/nearest.js';
import { version } from '../wiring/version.js';
import type { Tree } from './completion.js';
import { addEnding, type Described, describe } from './described.js';
import type { Operation } from './operations.js';
import { misused, reported } from './usage.js';

/** A command: what it is for, and how its module is loaded, which has the rest of its description. */
type Entry = readonly [about: string, load: () => Promise<Described>];

/** The commands of each heading of the help. Only the module of the requested one is loaded. */
const headings: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Run the service:': {
    start: ['run the service: embedded database (or DATABASE_URL), API and worker', async () => (await import('./start.js')).starting],
    migrate: ['bring the database schema up to date', async () => (await import('./migrate.js')).migration],
    doctor: ['check settings, database, vault, ledger, clock and disk for problems', async () => (await import('./doctor.js')).doctor],
    audit: [
      'check every invariant of the ledger, and the chain of the audit record, on the running database',
      async () => (await import('./audit.js')).auditing,
    ],
    backup: ['write the whole database as of one moment into a file', async () => (await import('./backup.js')).backup],
    restore: [
      'restore a backup into an empty database, and audit it; --drill only tries it',
      async () => (await import('./restore.js')).restoring,
    ],
    accounts: [
      'create and list accounts; for connected accounts: florin accounts --help',
      async () => (await import('./accounts.js')).accounts,
    ],
    members: ['invite people to the dashboard of an account', async () => (await import('./members.js')).members],
    keys: ['create, list, roll and revoke keys', async () => (await import('./keys.js')).keys],
    vault: ['the keys of the vault', async () => (await import('./vault.js')).vaults],
    fx: ['exchange rates and the spread on conversions', async () => (await import('./fx.js')).fx],
    deliveries: [
      'show or release the deliveries and messages of a restored database',
      async () => (await import('./deliveries.js')).deliveries,
    ],
    processor: ['put your own processor program to the trials of the contract', async () => (await import('./processor.js')).processors],
    reconcile: ["compare a processor's settlement report with the ledger", async () => (await import('./reconcile.js')).reconciling],
    openapi: ['print the OpenAPI description', async () => (await import('./openapi.js')).openApiPrinting],
  },
  'Develop against it:': {
    listen: ['show events as they happen, and forward them to your application', async () => (await import('./listen.js')).listening],
    trigger: ['bring about an event of any type', async () => (await import('./trigger.js')).triggering],
    fixtures: ['send the requests of a fixture file', async () => (await import('./fixtures.js')).fixtureSending],
    logs: ['print requests to the API as they are logged', async () => (await import('./logs.js')).logging],
    events: ['deliver events again; and the operations of events', async () => (await import('./events.js')).eventVerbs],
    open: ['open a page of the service in the browser', async () => (await import('./open.js')).opening],
    reset: ['empty the sandbox', async () => (await import('./reset.js')).resetting],
    snapshot: ['save the sandbox, and return to what was saved', async () => (await import('./snapshot.js')).snapshots],
    seed: ['fill a sandbox with a shop and a year of its history', async () => (await import('./seed.js')).seeding],
    export: ['write all objects of an account into files', async () => (await import('./export.js')).exporting],
    import: ['copy customers, prices, cards and subscriptions from Stripe', async () => (await import('./import.js')).importing],
    clock: ["read the sandbox's clock, or a test clock, and advance it", async () => (await import('./clock.js')).clocks],
  },
  'Call the API:': {
    get: ['send a GET request to any path', async () => (await import('./request.js')).requestOf('get')],
    post: ['send a POST request to any path', async () => (await import('./request.js')).requestOf('post')],
    delete: ['send a DELETE request to any path', async () => (await import('./request.js')).requestOf('delete')],
    mcp: [
      'serve the API to an agent by the Model Context Protocol, on standard input and output',
      async () => (await import('./mcp.js')).mcp,
    ],
    completion: [
      'print the script that completes commands in bash, zsh or fish',
      async () => (await import('./completion.js')).completion(treeFor),
    ],
    resources: ['list the resources of the API, each of which is a command', async () => (await import('./resources.js')).resourceList],
  },
};

/** The commands besides the resources of the API. */
export const commands: Readonly<Record<string, Entry>> = Object.assign({}, ...Object.values(headings));
const default_command = 'start';

const ending = {
  examples: [
    'florin start',
    'florin trigger payment_intent.succeeded',
    'florin customers list --limit 3',
    'florin payment_intents create --amount 2000 --currency usd --payment_method pm_card_visa --confirm',
  ],
  notes: `Every resource of the API is a command too: florin resources lists them. florin help <command> shows the options and examples of a command.
With --json a result is a line of JSON, and so is an error. Exit codes: 0 success, 1 failure, 2 usage.`,
} as const;

/** The command line for these words: the commands with what they are for, and the whole description of the requested one. */
export async function programFor(words: readonly string[], found: readonly Operation[]): Promise<Command> {
  const [first = default_command, second = ''] = words;
  const program = new Command('florin').description('Payments infrastructure that a team runs itself.').version(version).exitOverride();
  // Options after a word belong to that word, also those that the command before it has too.
  program.enablePositionalOptions();
  if (words.includes('--json')) program.configureOutput({ outputError: (text, write) => write(asJson(text)) });
  const wanted = first === 'help' ? second : first;
  const for_all = ['--help', '-h', '--version', '-V'].includes(first);
  for (const [heading, entries] of Object.entries(headings)) {
    program.commandsGroup(heading);
    for (const [name, [description, load]] of Object.entries(entries)) {
      const command = program.command(name, { isDefault: name === default_command }).description(description);
      if (name === wanted || (name === default_command && wanted.startsWith('-') && !for_all)) describe(command, await load());
    }
  }
  if (found.length) await addResource(program, wanted, found);
  return addEnding(program, ending);
}

/** A mistake that the parser found, as the API's errors are. */
const asJson = (text: string): string =>
  `${JSON.stringify({
    error: {
      message: text
        .replace(/^error: /, '')
        .trim()
        .replaceAll('\n', ' '),
    },
  })}\n`;

async function addResource(program: Command, name: string, found: readonly Operation[]): Promise<void> {
  const { addOperations } = await import('./operation-commands.js');
  const command = program.commands.find((each) => each.name() === name) ?? program.command(name, { hidden: true });
  addOperations(command.description(command.description() || `the operations of ${name}`), found);
}

/** Commands that a resource of the API shares: their verbs are added to those of the resource. */
const shared = ['accounts', 'events'];

/** The operations of the API below a word; null for an unknown word. */
async function operationsOf(word: string | undefined): Promise<readonly Operation[] | null> {
  if (word === undefined || word.startsWith('-') || (known.includes(word) && !shared.includes(word))) return [];
  const { operations } = await import('./operations.js');
  const found = (await operations()).filter(({ words }) => words[0] === word);
  return found.length ? found : null;
}

const known: readonly string[] = ['help', ...Object.keys(commands)];

async function resourceNames(): Promise<readonly string[]> {
  const { operations } = await import('./operations.js');
  return [...new Set((await operations()).map(({ words }) => words[0] ?? ''))];
}

/** The command line for the words before the cursor of a shell. */
async function treeFor(words: readonly string[]): Promise<Tree> {
  const first = words[0] === 'help' ? words[1] : words[0];
  const found = (await operationsOf(first)) ?? [];
  return { program: await programFor(words, found), found, resources: words.length && words[0] !== 'help' ? [] : await resourceNames() };
}

/** Without this refusal an unknown command would be taken for an argument of `start`. */
async function unknown(word: string): Promise<Error> {
  const near = nearest(word, [...known, ...(await resourceNames())]);
  return misused(
    `florin has no command '${word}'.${near === null ? '' : ` Did you mean '${near}'?`} All commands: florin help. All resources: florin resources.`,
  );
}

/** Runs the command that the words name, and sets the exit code. */
export async function run(given: readonly string[]): Promise<void> {
  // A reader that closes the pipe early, as `head` does, must not end a command halfway.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    const word = given[0] === 'help' ? given[1] : given[0];
    const found = await operationsOf(word);
    if (found === null) throw await unknown(word ?? '');
    const { withUnderscores } = found.length ? await import('./operation-commands.js') : { withUnderscores: undefined };
    const words = withUnderscores?.(given, found) ?? given;
    await (await programFor(words, found)).parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = reported(error, given.includes('--json'));
  }
}
