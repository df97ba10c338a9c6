import { Option } from 'commander';
import { tenantOf } from '../../kernel/base/books.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Role, roles } from '../../resources/core/members/member.js';
import type { Config } from '../config.js';
import { inviteByCommand } from '../wiring/invitations.js';
import { addressOf } from './address.js';
import { type Described, one_line } from './described.js';
import { operator } from './operator.js';
import { type OfResult, sayObject } from './result.js';
import { misused } from './usage.js';
import { withEngine } from './with-engine.js';

type Inviting = OfResult & { readonly account?: string; readonly role: Role; readonly test: boolean };

const is_email = /^[^\s@<>"]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** `florin members`: invites people to the dashboard of an account. */
export const members: Described = {
  examples: ['florin members invite jo@example.com', 'florin members invite jo@example.com --account acct_123 --role analyst'],
  commands: {
    'invite <email>': {
      about: 'print a link with which a person joins the dashboard, or chooses another password; it opens once',
      json: one_line,
      examples: ['florin members invite jo@example.com', 'florin members invite jo@example.com --account acct_123 --role analyst'],
      add: (command) =>
        command
          .option('--account <id>', 'the account, acct_... (default: the only one)')
          .addOption(new Option('--role <role>', 'what the member may do').choices([...roles]).default('administrator'))
          .option('--test', 'a member of test mode alone', false)
          .action(invite),
    },
  },
};

async function invite(email: string, options: Inviting): Promise<void> {
  if (!is_email.test(email)) throw misused(`${email} is not an e-mail address`);
  await withEngine((engine, config) => invited(engine, config, email, options));
}

async function invited(engine: Engine, config: Config, email: string, { account, role, test, ...asked }: Inviting): Promise<void> {
  const rows = await engine.database.query<{ account_id: string }>({
    text: 'select distinct account_id from keys order by account_id',
    values: [],
  });
  const known = rows.map(({ account_id }) => account_id);
  const id = account ?? (known.length === 1 ? known[0] : undefined);
  if (id === undefined)
    throw new Error(
      known.length === 0
        ? 'There is no account. Create one: florin accounts create --name "My shop"'
        : 'Name one of the accounts with --account; florin accounts list lists them.',
    );
  if (!known.includes(id)) throw new Error(`No such account: ${id}. List them with florin accounts list`);
  const inviting = {
    account: tenantOf(id, !test),
    public_url: config.public_url ?? addressOf(config, config),
    by: operator(engine, 'florin members invite'),
  };
  const link = await inviteByCommand(engine, inviting, { email, role });
  sayObject(asked, { member: link.member, account: id, email, role, link: link.url });
}
