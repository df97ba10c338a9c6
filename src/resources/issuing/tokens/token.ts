import { about, initially, nullable } from '../../../kernel/base/fields.js';
import { oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { wallets } from '../transactions/transaction.js';
import { network_data } from './network-data.js';

/** An issued card in a wallet: the wallet pays with a number of its own, which can be stopped without stopping the card. */
export const issuingToken = resource({
  object: 'issuing.token',
  title: 'token',
  prefix: 'intok',
  fields: {
    card: about('The card in the wallet.', ref('issuing.card')),
    device_fingerprint: about(
      'The id of the device with the wallet, which tokens of one device share; null without a named device.',
      nullable(text),
    ),
    last4: about('The last four digits of the number with which the wallet pays.', textOf(4)),
    network: about('The card network of the token: `visa`.', initially('visa', oneOf('mastercard', 'visa'))),
    network_data: about('What the card network and the wallet say of the token.', network_data),
    network_updated_at: about('When the token last changed at the card network, in Unix seconds.', timestamp),
    wallet_provider: about('The wallet that the card is in.', oneOf(...wallets)),
  },
  start: { requested: 'issuing_token.created', active: 'issuing_token.created' },
  states: {
    requested: { active: 'issuing_token.updated', deleted: 'issuing_token.updated' },
    active: { suspended: 'issuing_token.updated', deleted: 'issuing_token.updated' },
    suspended: { active: 'issuing_token.updated', deleted: 'issuing_token.updated' },
    deleted: {},
  },
  columns: ['card', 'status'],
  unexpected: 'issuing_token_unexpected_state',
});

/** A token as rules see it. */
export type IssuingToken = It<typeof issuingToken>;
