import type { Command } from 'commander';
import { type KeyToAdd, openAccount } from '../../api/keys/keys.js';
import { accountParts } from '../../resources/accounts/accounts/open.js';
import { operator } from './operator.js';
import { withEngine, withNewEngine } from './with-engine.js';

/** `florin accounts create`: creates an account with a secret and a publishable key in test and live mode; the keys are shown once. */
export function accountCommands(accounts: Command): void {
  accounts
    .command('create')
    .description('create an account and print its keys; they are not shown again')
    .requiredOption('--name <name>', 'the name of the business')
    .action(async ({ name }: { name: string }) => {
      await withNewEngine(async (engine) => {
        const id = engine.ids.fresh('acct', engine.now_ms());
        const by = operator(engine, 'florin accounts create');
        const keys: Record<string, string> = {};
        for (const livemode of [false, true]) {
          const pair = pairOf(engine.ids.secret, livemode);
          await openAccount(engine, { id, name, livemode }, pair, accountParts, by);
          for (const { key } of pair) keys[key.slice(0, 7)] = key;
        }
        process.stdout.write(`${JSON.stringify({ account: id, ...keys }, null, 2)}\n`);
      });
    });
  accounts
    .command('list')
    .description('list the accounts')
    .action(async () => {
      await withEngine(async ({ database }) => {
        const rows = await database.query({
          text: `select account, doc -> 'business_profile' ->> 'name' as name from objects where object = 'account' order by id`,
          values: [],
        });
        for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
      });
    });
}

const mode = (livemode: boolean): string => (livemode ? 'live' : 'test');

/** 32 characters of 62: 190 bits, more than the required 128 (promise 37). */
const key_length = 32;

function pairOf(secret: (length: number) => string, livemode: boolean): KeyToAdd[] {
  return [
    { key: `sk_${mode(livemode)}_${secret(key_length)}`, kind: 'secret', name: 'Secret key' },
    { key: `pk_${mode(livemode)}_${secret(key_length)}`, kind: 'publishable', name: 'Publishable key' },
  ];
}
