import { Command } from 'commander';
import { nearest } from '../../kernel/base/nearest.js';
import { version } from '../wiring/version.js';
import type { Tree } from './completion.js';
import type { Operation } from './operations.js';
import { misused, reported } from './usage.js';

/** A command: what it is for, and how its module is loaded, which adds its options and actions. */
type Entry = readonly [description: string, load: () => Promise<(command: Command) => void>];

/** The commands of each heading of the help. Only the module of the requested one is loaded. */
const headings: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Run the service:': {
    start: ['run the service: embedded database (or DATABASE_URL), API and worker', async () => (await import('./start.js')).startCommand],
    migrate: ['bring the database schema up to date', async () => (await import('./migrate.js')).migrateCommand],
    doctor: [
      'check settings, database, vault, ledger, clock and disk for problems',
      async () => (await import('./doctor.js')).doctorCommand,
    ],
    audit: [
      'check every invariant of the ledger, and the chain of the audit record, on the running database',
      async () => (await import('./audit.js')).auditCommands,
    ],
    backup: ['write the whole database as of one moment into a file', async () => (await import('./backup.js')).backupCommand],
    restore: [
      'restore a backup into an empty database, and audit it; --drill only tries it',
      async () => (await import('./restore.js')).restoreCommand,
    ],
    accounts: [
      'create and list accounts; for connected accounts: florin accounts --help',
      async () => (await import('./accounts.js')).accountCommands,
    ],
    members: ['invite people to the dashboard of an account', async () => (await import('./members.js')).memberCommands],
    keys: ['create, list, roll and revoke keys', async () => (await import('./keys.js')).keyCommands],
    vault: ['the keys of the vault', async () => (await import('./vault.js')).vaultCommands],
    fx: ['exchange rates and the spread on conversions', async () => (await import('./fx.js')).fxCommands],
    deliveries: [
      'show or release the deliveries and messages of a restored database',
      async () => (await import('./deliveries.js')).deliveryCommands,
    ],
    processor: [
      'put your own processor program to the trials of the contract',
      async () => (await import('./processor.js')).processorCommands,
    ],
    openapi: ['print the OpenAPI description', async () => (await import('./openapi.js')).openApiCommand],
  },
  'Develop against it:': {
    listen: ['show events as they happen, and forward them to your application', async () => (await import('./listen.js')).listenCommand],
    trigger: ['bring about an event of any type', async () => (await import('./trigger.js')).triggerCommand],
    fixtures: ['send the requests of a fixture file', async () => (await import('./fixtures.js')).fixturesCommand],
    logs: ['print requests to the API as they are logged', async () => (await import('./logs.js')).logCommands],
    events: ['deliver events again; and the operations of events', async () => (await import('./events.js')).eventCommands],
    open: ['open a page of the service in the browser', async () => (await import('./open.js')).openCommand],
    reset: ['empty the sandbox', async () => (await import('./reset.js')).resetCommand],
    snapshot: ['save the sandbox, and return to what was saved', async () => (await import('./snapshot.js')).snapshotCommands],
    seed: ['fill a sandbox with a shop and a year of its history', async () => (await import('./seed.js')).seedCommand],
    export: ['write all objects of an account into files', async () => (await import('./export.js')).exportCommand],
    import: ['copy customers, prices, cards and subscriptions from Stripe', async () => (await import('./import.js')).importCommands],
    clock: ["read the sandbox's clock, or a test clock, and advance it", async () => (await import('./clock.js')).clockCommands],
  },
  'Call the API:': {
    get: ['send a GET request to any path', async () => (await import('./request.js')).requestCommand('get')],
    post: ['send a POST request to any path', async () => (await import('./request.js')).requestCommand('post')],
    delete: ['send a DELETE request to any path', async () => (await import('./request.js')).requestCommand('delete')],
    mcp: [
      'serve the API to an agent by the Model Context Protocol, on standard input and output',
      async () => (await import('./mcp.js')).mcpCommand,
    ],
    completion: [
      'print the script that completes commands in bash, zsh or fish',
      async () => (await import('./completion.js')).completionCommand(treeFor),
    ],
    resources: ['list the resources of the API, each of which is a command', async () => (await import('./resources.js')).resourcesCommand],
  },
};

const commands: Readonly<Record<string, Entry>> = Object.assign({}, ...Object.values(headings));
const default_command = 'start';

const epilogue = `
Every resource of the API is a command too:
  florin customers list --limit 3
  florin payment_intents create --amount 2000 --currency usd --payment_method pm_card_visa --confirm
  florin resources

florin help <command> shows the options and examples of a command. Exit codes: 0 success, 1 failure, 2 usage.`;

/** The command line for these words: the commands with their descriptions, and the whole of the requested one. */
async function programFor([first = default_command, second = '']: readonly string[], found: readonly Operation[]): Promise<Command> {
  const program = new Command('florin').description('Payments infrastructure that a team runs itself.').version(version).exitOverride();
  const wanted = first === 'help' ? second : first;
  const for_all = ['--help', '-h', '--version', '-V'].includes(first);
  for (const [heading, entries] of Object.entries(headings)) {
    program.commandsGroup(heading);
    for (const [name, [description, load]] of Object.entries(entries)) {
      const command = program.command(name, { isDefault: name === default_command }).description(description);
      if (name === wanted || (name === default_command && wanted.startsWith('-') && !for_all)) (await load())(command);
    }
  }
  if (found.length) await addResource(program, wanted, found);
  return program.addHelpText('after', epilogue);
}

async function addResource(program: Command, name: string, found: readonly Operation[]): Promise<void> {
  const { addOperations } = await import('./operation-commands.js');
  const command = program.commands.find((each) => each.name() === name) ?? program.command(name, { hidden: true });
  addOperations(command.description(command.description() || `the operations of ${name}`), found);
}

// A reader that closes the pipe early, as `head` does, must not end a command halfway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

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

const given = process.argv.slice(2);
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
