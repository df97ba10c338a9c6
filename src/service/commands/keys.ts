import { addKey, endKey, type ListedKey, listKeys } from '../../api/keys/keys.js';
import type { Privileged } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { access } from '../../resources/access.js';
import { absent_access } from '../../resources/not-yet.js';
import { type Described, one_line } from './described.js';
import { operator } from './operator.js';
import { type OfResult, sayObject, sayResult } from './result.js';
import { misused } from './usage.js';
import { withEngine } from './with-engine.js';

type Creating = OfResult & {
  readonly account: string;
  readonly live: boolean;
  readonly kind: keyof typeof prefixes;
  readonly permissions?: string;
  readonly name: string;
};

const known_permissions = new Set(Object.values({ ...access, ...absent_access }).flatMap(({ restricted }) => restricted ?? []));
const prefixes = { secret: 'sk', publishable: 'pk', restricted: 'rk' } as const;
const hour_ms = 3_600_000;
const hours_max = 168;

/** `florin keys`: creates, lists, rolls and revokes keys. A key is shown once, when it is created; only its hash is stored. */
export const keys: Described = {
  examples: ['florin keys create --account acct_123', 'florin keys list --account acct_123'],
  commands: {
    create: {
      about: 'create a key; it is shown once',
      json: one_line,
      examples: [
        'florin keys create --account acct_123 --live --name "Web server"',
        'florin keys create --account acct_123 --kind restricted --permissions customers_read,charges_read',
      ],
      add: (command) =>
        command
          .requiredOption('--account <id>', 'the account, acct_...')
          .option('--live', 'create a live key', false)
          .option('--kind <kind>', 'secret, publishable or restricted', 'secret')
          .option('--permissions <list>', `permissions of a restricted key, comma-separated: ${[...known_permissions].join(', ')}`)
          .option('--name <name>', 'the name of the key', 'Key')
          .action(create),
    },
    list: {
      about: 'list the keys, newest first, without the keys themselves',
      json: 'print each key as a line of JSON',
      examples: ['florin keys list', 'florin keys list --account acct_123 --json'],
      add: (command) => command.option('--account <id>', 'only of this account').action(list),
    },
    'revoke <id>': {
      about: 'revoke the key immediately',
      json: one_line,
      examples: ['florin keys revoke key_123', 'florin keys revoke key_123 --json'],
      add: (command) => command.action(revoke),
    },
    'roll <id>': {
      about: 'create a new key to replace this one, which still works for --hours',
      json: one_line,
      examples: ['florin keys roll key_123', 'florin keys roll key_123 --hours 0'],
      add: (command) => command.option('--hours <hours>', 'how long the old key still works', '24').action(roll),
    },
  },
};

const list = ({ account, ...asked }: OfResult & { account?: string }): Promise<void> =>
  withEngine(async (engine) => {
    const found = await listKeys(engine, account ?? null);
    for (const each of found) sayResult(asked, each, lineOf(each));
    if (found.length > 0) return;
    const whose = account === undefined ? 'There are no keys' : `${account} has no keys`;
    process.stderr.write(
      `${whose}. florin accounts create creates an account with its keys; florin keys create --account <id> adds one.\n`,
    );
  });

const lineOf = ({ id, account_id, livemode, kind, hint, name, created_at, expires_at }: ListedKey): string =>
  [
    id,
    account_id,
    livemode ? 'live' : 'test',
    kind.padEnd(11),
    `...${hint}`,
    `created ${created_at.toISOString().slice(0, 10)}`,
    expires_at ? `expires ${expires_at.toISOString().slice(0, 19)}Z` : 'does not expire',
    name,
  ].join('  ');

async function create({ account, live, kind, permissions, name, ...asked }: Creating): Promise<void> {
  if (!Object.hasOwn(prefixes, kind)) throw misused(`--kind must be one of ${Object.keys(prefixes).join(', ')}, not ${kind}`);
  const granted = permissions?.split(',') ?? [];
  const unknown = granted.filter((each) => !known_permissions.has(each as never));
  if (unknown.length) throw misused(`Unknown permissions: ${unknown.join(', ')}. Known permissions: ${[...known_permissions].join(', ')}`);
  await withEngine(async (engine) => {
    const like = { account_id: account, livemode: live, kind, permissions: granted, name };
    sayObject(asked, await made(engine, like, operator(engine, 'florin keys create')));
  });
}

type Like = Pick<ListedKey, 'account_id' | 'livemode' | 'permissions' | 'name'> & { readonly kind: keyof typeof prefixes };

async function made(engine: Engine, { account_id, livemode, kind, permissions, name }: Like, by: Privileged): Promise<object> {
  const key = `${prefixes[kind]}_${livemode ? 'live' : 'test'}_${engine.ids.secret(32)}`;
  const id = await addKey(engine, account_id, livemode, { key, kind, permissions, name }, by);
  if (!id) throw new Error(`No such account: ${account_id}. List them with florin accounts list`);
  return { id, key, account: account_id, kind, permissions };
}

const revoke = (id: string, asked: OfResult): Promise<void> =>
  withEngine(async (engine) => {
    const key = await ended(engine, id, engine.now_ms(), operator(engine, 'florin keys revoke'));
    sayResult(asked, key, lineOf(key));
  });

async function ended(engine: Engine, id: string, at_ms: number, by: Privileged): Promise<ListedKey> {
  const row = await endKey(engine, id, at_ms, by);
  if (!row) throw new Error(`No such key: ${id}, or it already expires sooner. List them with florin keys list`);
  return row;
}

async function roll(id: string, { hours: given, ...asked }: OfResult & { hours: string }): Promise<void> {
  const hours = Number(given);
  if (!(hours >= 0 && hours <= hours_max)) throw misused(`--hours must be from 0 to ${hours_max}`);
  await withEngine(async (engine) => {
    const old = await ended(engine, id, engine.now_ms() + hours * hour_ms, operator(engine, 'florin keys roll'));
    sayObject(asked, await made(engine, old as Like, operator(engine, 'florin keys roll')));
  });
}
