import { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { cardholder } from '../cardholders/cardholder.js';
import { type IssuedCard, issuedCard } from '../cards/card.js';
import { isReachable } from '../cards/wallets.js';
import { wallets } from '../transactions/transaction.js';
import { network_data_input } from './network-data.js';
import { type IssuingToken, issuingToken } from './token.js';

const taken = {
  card: about('The card to add; it must be active.', required(ref('issuing.card'))),
  network_data: about('What the wallet says of its device and of the cardholder.', network_data_input),
  wallet_provider: about('The wallet; `apple_pay` by default.', oneOf(...wallets)),
};

/** Adds a card to a wallet, as a cardholder does on a telephone (test mode). */
const create = creation(issuingToken, {
  takes: taken,
  reads: { card: issuedCard, holder: one(cardholder, 'card.held_by') },
  decide: ({ it, input, card, holder }, asked) => {
    requireAddable(card, holder, asked);
    const { wallet_provider = 'apple_pay' } = input;
    const isSure = input.network_data?.wallet_provider?.suggested_decision !== 'require_auth';
    const members = membersOf(it.id, card, input, asked);
    return set(it, { ...members, card: card.id, wallet_provider, status: isSure ? 'active' : 'requested' });
  },
});

type Holder = Parameters<typeof isReachable>[0] | null;

function requireAddable(card: IssuedCard, holder: Holder, asked: Asked): void {
  if (card.status !== 'active') {
    const message = `The card ${card.id} is ${card.status}. Wallets accept active cards.`;
    asked.refuse({ code: 'card_unexpected_state', param: 'card', message });
  }
  if (!holder || isReachable(holder)) return;
  const message = `The cardholder of ${card.id} has neither an e-mail address nor a phone number. Update the cardholder with one first.`;
  asked.refuse({ code: 'parameter_invalid', param: 'card', message });
}

const digits_of_token = 4;

/** What the network says of a new token; the same device has the same fingerprint in each. */
function membersOf(id: string, card: IssuedCard, { network_data, wallet_provider = 'apple_pay' }: Given<typeof taken>, around: Around) {
  const { device, wallet_provider: said } = network_data ?? {};
  const named = device && [device.name, device.phone_number, device.type].join(' ');
  const device_fingerprint = named === undefined ? null : around.fingerprint(new Concealed(`device ${card.held_by} ${named}`));
  return {
    device_fingerprint,
    last4: digitsOf(around.fingerprint(new Concealed(`token ${id}`))),
    network_data: {
      ...(device && { device: { ...device, ...(device_fingerprint !== null && { device_fingerprint }) } }),
      type: 'visa' as const,
      visa: {
        card_reference_id: around.fingerprint(new Concealed(`card ${card.id}`)),
        token_reference_id: around.fingerprint(new Concealed(`reference ${id}`)),
        token_requestor_id: wallet_provider,
        token_risk_score: '00',
      },
      ...(said && { wallet_provider: said }),
    },
    network_updated_at: around.now,
  };
}

const digitsOf = (fingerprint: string): string =>
  [...fingerprint]
    .map((each) => String(each.charCodeAt(0) % 10))
    .join('')
    .slice(0, digits_of_token);

/** Activates, suspends or deletes a token; the card stays as it is. */
const update = rule(issuingToken, 'update', {
  from: ['requested', 'active', 'suspended'],
  takes: {
    status: about(
      'What the token becomes: `active`, `suspended`, which stops payments until it is active again, or `deleted` for good.',
      required(oneOf('active', 'suspended', 'deleted')),
    ),
  },
  reads: { card: one(issuedCard, 'card') },
  decide: ({ it, input: { status }, card }, asked): Decision => {
    if (status === it.status) return set(it, {}, null);
    const network_updated_at = asked.now;
    if (status === 'deleted') return deleted(it, network_updated_at);
    if (status === 'suspended') {
      return it.status === 'active' ? set(it, { status, network_updated_at }) : asked.refuse(not_active);
    }
    if (card.status === 'canceled') return asked.refuse(of_canceled);
    return it.status === 'suspended' || it.status === 'requested' ? set(it, { status, network_updated_at }) : set(it, {}, null);
  },
});

const deleted = (it: Exclude<IssuingToken, { status: 'deleted' }>, network_updated_at: number) => {
  const change = { status: 'deleted', network_updated_at } as const;
  if (it.status === 'active') return set(it, change);
  return it.status === 'suspended' ? set(it, change) : set(it, change);
};

const not_active = {
  code: 'issuing_token_unexpected_state',
  param: 'status',
  message: 'Only an active token can be suspended. Activate it first, or delete it.',
} as const;

const of_canceled = {
  code: 'card_unexpected_state',
  param: 'status',
  message: 'The card of this token is canceled. Delete the token.',
} as const;

/** A canceled card leaves all wallets. */
export const cardEnded = on(issuedCard, 'issuing_card.updated', issuingToken, {
  each: 'card',
  from: ['requested', 'active', 'suspended'],
  decide: ({ it, by }, { now }) => by.status === 'canceled' && deleted(it, now),
});

/** The tokens of issued cards. */
export const issuingTokens = [
  action('POST /v1/test_helpers/issuing/tokens', create, {
    about: 'Simulates a cardholder who adds a card to a wallet, which creates a token. Test mode only.',
    summary: 'Add a card to a wallet',
  }),
  action('POST /v1/issuing/tokens/:id', update, {
    about: 'Activates, suspends or deletes the token of a card in a wallet. Purchases with a token that is not active are refused.',
  }),
  cardEnded,
  retrieve(issuingToken, 'GET /v1/issuing/tokens/:id', { about: 'Retrieves the token of an issued card in a wallet.' }),
  list(
    issuingToken,
    'GET /v1/issuing/tokens',
    {
      card: about('The card whose tokens are listed.', required(ref('issuing.card'))),
      status: about('Only tokens in this state.', oneOf('active', 'deleted', 'requested', 'suspended')),
    },
    { about: 'Lists the tokens of an issued card, newest first.' },
  ),
] as const;
