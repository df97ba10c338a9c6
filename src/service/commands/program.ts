import { Command } from 'commander';
import { nearest } from '../../kernel/base/nearest.js';
import { readConfig } from '../config.js';
import { version } from '../wiring/version.js';
import { accountCommands } from './accounts.js';
import { auditCommands } from './audit.js';
import { clockCommands } from './clock.js';
import { deliveryCommands } from './deliveries.js';
import { doctor } from './doctor.js';
import { explained } from './explained.js';
import { fxCommands } from './fx.js';
import { keyCommands } from './keys.js';
import { listenCommand } from './listen.js';
import { migrateCommand } from './migrate.js';
import { printOpenApi } from './openapi.js';
import { start } from './start.js';
import { vaultCommands } from './vault.js';

const program = new Command('florin').description('Payments infrastructure that a team runs itself.').version(version);

program
  .command('start', { isDefault: true })
  .description('run the service: embedded database (or DATABASE_URL), API and worker')
  .option('--no-migrate', 'refuse to start on an outdated schema, instead of migrating it')
  .action(({ migrate }: { migrate: boolean }) => start(readConfig(process.env), { migrates: migrate }));

migrateCommand(program);

program.command('doctor').description('check settings, database, vault, ledger, clock and disk for problems').action(doctor);

program.command('openapi').description('print the OpenAPI description').action(printOpenApi);

auditCommands(program);
accountCommands(program);
clockCommands(program);
deliveryCommands(program);
fxCommands(program);
keyCommands(program);
listenCommand(program);
vaultCommands(program);

// A reader that closes the pipe early, as `head` does, must not end a command halfway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Without this check an unknown command would be taken for an argument of `start`. */
function refuseUnknown(word: string | undefined): void {
  const known = ['help', ...program.commands.map((each) => each.name())];
  if (word === undefined || word.startsWith('-') || known.includes(word)) return;
  const near = nearest(word, known);
  throw new Error(
    `florin has no command '${word}'.${near === null ? '' : ` Did you mean '${near}'?`} All commands (florin help): ${known.slice(1).join(', ')}.`,
  );
}

try {
  refuseUnknown(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explained(error)}\n`);
  process.exitCode = 1;
}
