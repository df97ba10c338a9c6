import type { Command } from 'commander';
import { addKey, endKey, type ListedKey, listKeys } from '../../api/keys/keys.js';
import type { Privileged } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { access } from '../../resources/access.js';
import { absent_access } from '../../resources/not-yet.js';
import { operator } from './operator.js';
import { withEngine } from './with-engine.js';

type Creating = { account: string; live: boolean; kind: 'secret' | 'publishable' | 'restricted'; permissions?: string; name: string };

const known_permissions = new Set(Object.values({ ...access, ...absent_access }).flatMap(({ restricted }) => restricted ?? []));
const prefixes = { secret: 'sk', publishable: 'pk', restricted: 'rk' } as const;
const hour_ms = 3_600_000;

/** `florin keys`: creates, lists, rolls and revokes keys. A key is shown once, when it is created; only its hash is stored. */
export function keyCommands(keys: Command): void {
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--account <id>', 'the account, acct_...')
    .option('--live', 'create a live key', false)
    .option('--kind <kind>', 'secret, publishable or restricted', 'secret')
    .option('--permissions <list>', `permissions of a restricted key, comma-separated: ${[...known_permissions].join(', ')}`)
    .option('--name <name>', 'the name of the key', 'Key')
    .action((options: Creating) => withEngine((engine) => create(engine, options)));
  keys
    .command('list')
    .description('list the keys, newest first, without the keys themselves')
    .option('--account <id>', 'only of this account')
    .action(({ account }: { account?: string }) => withEngine((engine) => list(engine, account ?? null)));
  keys
    .command('revoke <id>')
    .description('revoke the key immediately')
    .action((id: string) =>
      withEngine(async (engine) => print(await ended(engine, id, engine.now_ms(), operator(engine, 'florin keys revoke')))),
    );
  keys
    .command('roll <id>')
    .description('create a new key to replace this one, which still works for --hours')
    .option('--hours <hours>', 'how long the old key still works', '24')
    .action((id: string, { hours }: { hours: string }) => withEngine((engine) => roll(engine, id, Number(hours))));
}

async function list(engine: Engine, account: string | null): Promise<void> {
  const found = await listKeys(engine, account);
  found.forEach(print);
  if (found.length > 0) return;
  const whose = account === null ? 'There are no keys' : `${account} has no keys`;
  process.stderr.write(`${whose}. florin accounts create creates an account with its keys; florin keys create --account <id> adds one.\n`);
}

const print = (row: object): void => void process.stdout.write(`${JSON.stringify(row)}\n`);

async function create(engine: Engine, { account, live, kind, permissions, name }: Creating): Promise<void> {
  if (!Object.hasOwn(prefixes, kind)) throw new Error(`--kind must be one of ${Object.keys(prefixes).join(', ')}, not ${kind}`);
  const granted = permissions?.split(',') ?? [];
  const unknown = granted.filter((each) => !known_permissions.has(each as never));
  if (unknown.length)
    throw new Error(`Unknown permissions: ${unknown.join(', ')}. Known permissions: ${[...known_permissions].join(', ')}`);
  await make(engine, { account_id: account, livemode: live, kind, permissions: granted, name }, operator(engine, 'florin keys create'));
}

type Like = Pick<ListedKey, 'account_id' | 'livemode' | 'permissions' | 'name'> & { kind: keyof typeof prefixes };

async function make(engine: Engine, { account_id, livemode, kind, permissions, name }: Like, by: Privileged): Promise<void> {
  const key = `${prefixes[kind]}_${livemode ? 'live' : 'test'}_${engine.ids.secret(32)}`;
  const id = await addKey(engine, account_id, livemode, { key, kind, permissions, name }, by);
  if (!id) throw new Error(`No such account: ${account_id}. List them with florin accounts list`);
  print({ id, key, account: account_id, kind, permissions });
}

async function ended(engine: Engine, id: string, at_ms: number, by: Privileged): Promise<ListedKey> {
  const row = await endKey(engine, id, at_ms, by);
  if (!row) throw new Error(`No such key: ${id}, or it already expires sooner. List them with florin keys list`);
  return row;
}

async function roll(engine: Engine, id: string, hours: number): Promise<void> {
  if (!(hours >= 0 && hours <= 168)) throw new Error('--hours must be from 0 to 168');
  const old = await ended(engine, id, engine.now_ms() + hours * hour_ms, operator(engine, 'florin keys roll'));
  await make(engine, old as Like, operator(engine, 'florin keys roll'));
}
