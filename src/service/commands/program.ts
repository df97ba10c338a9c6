import { Command } from 'commander';
import { nearest } from '../../kernel/base/nearest.js';
import { version } from '../wiring/version.js';
import { explained } from './explained.js';

/** A command: what it is for, and how its module is loaded, which adds its options and actions. */
type Entry = readonly [description: string, load: () => Promise<(command: Command) => void>];

/** The commands. Only the module of the requested one is loaded. */
const commands: Readonly<Record<string, Entry>> = {
  start: ['run the service: embedded database (or DATABASE_URL), API and worker', async () => (await import('./start.js')).startCommand],
  migrate: ['bring the database schema up to date', async () => (await import('./migrate.js')).migrateCommand],
  doctor: ['check settings, database, vault, ledger, clock and disk for problems', async () => (await import('./doctor.js')).doctorCommand],
  openapi: ['print the OpenAPI description', async () => (await import('./openapi.js')).openApiCommand],
  audit: [
    'check every invariant of the ledger, and the chain of the audit record, on the running database',
    async () => (await import('./audit.js')).auditCommands,
  ],
  accounts: ['create and list accounts', async () => (await import('./accounts.js')).accountCommands],
  clock: ["read the sandbox's clock, or a test clock, and advance it", async () => (await import('./clock.js')).clockCommands],
  deliveries: [
    'show or release the deliveries and messages of a restored database',
    async () => (await import('./deliveries.js')).deliveryCommands,
  ],
  fx: ['exchange rates and the spread on conversions', async () => (await import('./fx.js')).fxCommands],
  keys: ['create, list, roll and revoke keys', async () => (await import('./keys.js')).keyCommands],
  members: ['invite people to the dashboard of an account', async () => (await import('./members.js')).memberCommands],
  listen: ['show events as they happen, and forward them to your application', async () => (await import('./listen.js')).listenCommand],
  vault: ['the keys of the vault', async () => (await import('./vault.js')).vaultCommands],
};

const default_command = 'start';

/** The command line for these words: the commands with their descriptions, and the whole of the requested one. */
async function programFor([first = default_command, second = '']: readonly string[]): Promise<Command> {
  const program = new Command('florin').description('Payments infrastructure that a team runs itself.').version(version);
  const wanted = first === 'help' ? second : first;
  const for_all = ['--help', '-h', '--version', '-V'].includes(first);
  for (const [name, [description, load]] of Object.entries(commands)) {
    const command = program.command(name, { isDefault: name === default_command }).description(description);
    if (name === wanted || (name === default_command && wanted.startsWith('-') && !for_all)) (await load())(command);
  }
  return program;
}

// A reader that closes the pipe early, as `head` does, must not end a command halfway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Without this check an unknown command would be taken for an argument of `start`. */
function refuseUnknown(word: string | undefined): void {
  const known = ['help', ...Object.keys(commands)];
  if (word === undefined || word.startsWith('-') || known.includes(word)) return;
  const near = nearest(word, known);
  throw new Error(
    `florin has no command '${word}'.${near === null ? '' : ` Did you mean '${near}'?`} All commands (florin help): ${known.slice(1).join(', ')}.`,
  );
}

try {
  refuseUnknown(process.argv[2]);
  await (await programFor(process.argv.slice(2))).parseAsync();
} catch (error) {
  process.stderr.write(`${explained(error)}\n`);
  process.exitCode = 1;
}
