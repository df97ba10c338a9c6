import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, words } from '../say.js';
import type { Account } from './account-parts.js';
import { Requirements } from './requirements.js';

const statusOf = ({ requirements, charges_enabled, payouts_enabled }: Account): string =>
  requirements.disabled_reason ? 'restricted' : charges_enabled && payouts_enabled ? 'enabled' : 'pending';

const nameOf = ({ business_profile, email, id }: Account): string => business_profile?.name ?? email ?? id;

const create: Action<null> = {
  label: 'Create account',
  is_primary: true,
  fields: () => [
    { name: 'type', label: 'Type', kind: 'choice', choices: constants(['express', 'custom', 'standard']) },
    { name: 'country', label: 'Country (two letters)', kind: 'text', initial: 'US', is_required: true },
    { name: 'email', label: 'E-mail', kind: 'text' },
    { name: 'business_profile[name]', label: 'Name', kind: 'text' },
    { name: 'capabilities[card_payments][requested]', label: 'Card payments', kind: 'flag' },
    { name: 'capabilities[transfers][requested]', label: 'Transfers', kind: 'flag' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('accounts', parameters),
  next: (answer) => `/accounts/${(answer as Account).id}`,
};

/** Connected accounts. */
export const accounts: Description<Account> = {
  name: 'accounts',
  path: 'accounts',
  label: 'Connected accounts',
  one: 'account',
  title: nameOf,
  status: statusOf,
  columns: [
    member.text('Name', nameOf),
    member.status(statusOf),
    member.constant('Type', (it) => it.type),
    member.text('Country', (it) => it.country),
    member.text('Missing', ({ requirements }) => requirements.currently_due.length || null),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: {
    text: 'Accounts of your platform appear here. This command creates one:',
    command: "accounts -d type=express -d country=US -d 'capabilities[transfers][requested]=true'",
  },
  create,
  facts: [
    member.created,
    member.constant('Type', (it) => it.type),
    member.text('Country', (it) => it.country),
    member.text('E-mail', (it) => it.email),
    member.constant('Business type', (it) => it.business_type),
    member.flag('Charges', (it) => it.charges_enabled),
    member.flag('Payouts', (it) => it.payouts_enabled),
    member.constant('Restricted because', (it) => it.requirements.disabled_reason),
    member.text('Capabilities', ({ capabilities }) =>
      Object.entries(capabilities)
        .map(([name, status]) => `${words(name)}: ${status}`)
        .join(', '),
    ),
    member.metadata,
  ],
  sections: [{ label: 'Requirements', Show: Requirements }],
  related: [{ of: 'transfers', parameters: ({ id }) => ({ destination: id }) }],
  actions: [
    {
      label: 'Onboarding link',
      is_primary: true,
      request: ({ id }) =>
        post('account_links', { account: id, type: 'account_onboarding', refresh_url: location.href, return_url: location.href }),
      done: (answer) => member.copied('Link', () => (answer as { url: string }).url).show(answer),
    },
    {
      label: 'Transfer money',
      fields: () => [
        { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
        { name: 'amount', label: 'Amount', kind: 'amount', is_required: true, currency: ({ currency }) => String(currency) },
        { name: 'description', label: 'Description', kind: 'text' },
      ],
      request: ({ id }, parameters) => post('transfers', { destination: id, ...parameters }),
      next: (answer) => `/transfers/${(answer as Account).id}`,
    },
    {
      label: 'Reject',
      is_destructive: true,
      question: () => say('The account can no longer be charged or paid out.'),
      fields: () => [{ name: 'reason', label: 'Reason', kind: 'choice', choices: constants(['fraud', 'terms_of_service', 'other']) }],
      request: ({ id }, parameters) => post(`accounts/${id}/reject`, parameters),
    },
    {
      label: 'Delete',
      is_destructive: true,
      question: () => say('Only an account with an empty balance can be deleted.'),
      request: ({ id }) => ({ method: 'DELETE', path: `accounts/${id}` }),
      next: () => '/accounts',
    },
  ],
};
