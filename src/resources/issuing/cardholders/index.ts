import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { email, oneOf } from '../../../kernel/base/kinds.js';
import { own } from '../../../kernel/base/reads.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { phone } from '../../money/beneficiaries/destination-input.js';
import { type Cardholder, cardholder } from './cardholder.js';
import { cardholderFrom, name, sealedTaxId, takes } from './input.js';

const books = own(account);

/** Keeps whom cards can be issued to. */
export const create = creation(cardholder, {
  takes: {
    ...takes,
    billing: about('The billing address of the cardholder.', required(takes.billing)),
    name: about(
      'The name that is printed on cards: at most 24 Latin letters, periods, commas, hyphens, spaces and apostrophes.',
      required(name),
    ),
    status: about('Whether cards of the cardholder can be used at once; `active` by default.', oneOf('active', 'inactive')),
    type: about('Whether the cardholder is a person or a company; `individual` by default.', oneOf('individual', 'company')),
  },
  reads: { books },
  decide: ({ it, input: { status = 'active', type = 'individual', name, ...given }, books }, asked) => {
    const read = cardholderFrom(given, { ...it, type }, books, asked);
    const made = set(it, { status, type, name, ...read.change });
    return [made, sealedTaxId(made, given)];
  },
});

/** Changes what is known of a cardholder; who is blocked stays so. */
export const update = rule(cardholder, 'update', {
  takes: {
    ...takes,
    status: about(
      'Whether cards of the cardholder can be used; `blocked` declines payments and cannot be undone.',
      oneOf('active', 'inactive', 'blocked'),
    ),
  },
  reads: { books },
  decide: ({ it, input: { status, ...given }, books }, asked) => {
    const read = cardholderFrom(given, it, books, asked);
    if (it.status === 'blocked' && status !== undefined && status !== 'blocked')
      return asked.refuse({
        code: 'cardholder_unexpected_state',
        param: 'status',
        message: 'A blocked cardholder stays blocked. Create another one.',
      });
    const made = changed(it, read.change, status);
    return [made, sealedTaxId(made, given)];
  },
});

function changed(it: Cardholder, change: Settable<typeof cardholder>, status: Cardholder['status'] | undefined) {
  if (it.status === 'active' && (status === 'inactive' || status === 'blocked')) return set(it, { ...change, status });
  if (it.status === 'inactive' && (status === 'active' || status === 'blocked')) return set(it, { ...change, status });
  return set(it, change);
}

/** The cardholders group of issuing. */
export const issuingCardholders = [
  action('POST /v1/issuing/cardholders', create, {
    about: 'Creates a cardholder, to whom cards can be issued. An individual needs a first and a last name before cards can be used.',
    members_max: 5000,
  }),
  action('POST /v1/issuing/cardholders/:id', update, {
    about: 'Updates a cardholder; the cards show the change. A blocked cardholder cannot be activated again.',
    members_max: 5000,
  }),
  retrieve(cardholder, 'GET /v1/issuing/cardholders/:id', { about: 'Retrieves a cardholder.' }),
  list(
    cardholder,
    ['GET /v1/issuing/cardholders', 'GET /v1/issuing/cardholders/list'],
    {
      email: about('Only cardholders with this e-mail address.', email),
      phone_number: about('Only cardholders with this telephone number.', phone),
      status: about('Only cardholders in this state.', oneOf('active', 'inactive', 'blocked')),
      type: about('Only cardholders of this type.', oneOf('individual', 'company')),
    },
    { about: 'Lists cardholders, newest first.' },
  ),
] as const;
