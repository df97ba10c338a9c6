import { type KeyToAdd, openAccount } from '../../api/keys/keys.js';
import { accountParts } from '../../resources/accounts/accounts/open.js';
import { type Described, one_line } from './described.js';
import { operator } from './operator.js';
import { type OfResult, sayObject, sayResult } from './result.js';
import { withEngine, withNewEngine } from './with-engine.js';

/** `florin accounts`: creates and lists the accounts of the installation. */
export const accounts: Described = {
  examples: ['florin accounts create --name "My shop"', 'florin accounts list'],
  commands: {
    create: {
      about: 'create an account and print its keys; they are not shown again',
      json: one_line,
      examples: ['florin accounts create --name "My shop"', 'florin accounts create --name "My shop" --json'],
      add: (command) => command.requiredOption('--name <name>', 'the name of the business').action(create),
    },
    list: {
      about: 'list the accounts',
      json: 'print each account as a line of JSON',
      examples: ['florin accounts list', 'florin accounts list --json'],
      add: (command) => command.action(list),
    },
  },
};

/** Creates an account with a secret and a publishable key in test and live mode; the keys are shown once. */
const create = ({ name, ...asked }: OfResult & { name: string }): Promise<void> =>
  withNewEngine(async (engine) => {
    const id = engine.ids.fresh('acct', engine.now_ms());
    const by = operator(engine, 'florin accounts create');
    const keys: Record<string, string> = {};
    for (const livemode of [false, true]) {
      const pair = pairOf(engine.ids.secret, livemode);
      await openAccount(engine, { id, name, livemode }, pair, accountParts, by);
      for (const { key } of pair) keys[key.slice(0, 7)] = key;
    }
    sayObject(asked, { account: id, ...keys });
  });

type Row = { readonly account: string; readonly livemode: boolean; readonly name: string | null };

const list = (asked: OfResult): Promise<void> =>
  withEngine(async ({ database }) => {
    const rows = await database.query<Row>({
      text: `select id as account, account = id as livemode, doc -> 'business_profile' ->> 'name' as name
        from objects where object = 'account' order by id, livemode`,
      values: [],
    });
    for (const row of rows) sayResult(asked, row, `${row.account}  ${mode(row.livemode)}  ${row.name ?? ''}`.trimEnd());
  });

const mode = (livemode: boolean): string => (livemode ? 'live' : 'test');

/** 32 characters of 62: 190 bits, more than the required 128 (promise 37). */
const key_length = 32;

function pairOf(secret: (length: number) => string, livemode: boolean): KeyToAdd[] {
  return [
    { key: `sk_${mode(livemode)}_${secret(key_length)}`, kind: 'secret', name: 'Secret key' },
    { key: `pk_${mode(livemode)}_${secret(key_length)}`, kind: 'publishable', name: 'Publishable key' },
  ];
}
