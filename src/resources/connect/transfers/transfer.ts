import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { amount, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';

/** Funds that a platform gives to an account that is connected with it. */
export const transfer = resource({
  object: 'transfer',
  prefix: 'tr',
  fields: {
    amount: about('The amount that was transferred, in minor units.', amount),
    amount_reversed: about('How much of the transfer has been reversed, in minor units.', integer()),
    /** How much of its charge has been given back with parts of it. */
    charge_returned: internal(integer()),
    balance_transaction: about(
      "The balance transaction that takes the amount from the platform's balance.",
      nullable(ref('balance_transaction')),
    ),
    currency: about(
      'The currency of the transfer, a three-letter ISO 4217 code; with a source charge, the currency of that charge.',
      currency,
    ),
    description: about('Your description of the transfer; the payment in the connected account carries it too.', nullable(text)),
    destination: about('The connected account that receives the funds; its `transfers` capability must be active.', ref('account')),
    destination_payment: about(
      'The charge in the connected account that represents the transfer there.',
      nullable(idElsewhere('charge', 'destination')),
    ),
    metadata,
    reversed: about('Whether the whole transfer has been reversed.', flag),
    source_transaction: about(
      'The charge whose funds are transferred; they become available to the connected account together with the charge.',
      nullable(ref('charge')),
    ),
    source_type: about(
      'The kind of funds to transfer, `card` by default. It is recorded only: a balance is not divided by source.',
      oneOf('card', 'bank_account', 'fpx'),
    ),
    transfer_group: about(
      'Your name for a group of related charges and transfers; by default the one of the source charge.',
      nullable(text),
    ),
  },
  for_sdks: forSdks,
  start: 'transfer.created',
  events: { updated: 'transfer.updated', told: ['transfer.reversed'] },
  columns: ['destination', 'transfer_group'],
  lists: { reversals: { object: 'transfer_reversal', by: 'transfer', url: (id) => `/v1/transfers/${id}/reversals`, always: true } },
});

/** Funds of a transfer that a platform takes back. */
export const transferReversal = resource({
  object: 'transfer_reversal',
  prefix: 'trr',
  fields: {
    amount: about('The reversed part of the transfer, in minor units.', amount),
    balance_transaction: about(
      "The balance transaction that returns the amount to the platform's balance.",
      nullable(ref('balance_transaction')),
    ),
    currency: about('The currency of the transfer, a three-letter ISO 4217 code.', currency),
    destination_payment_refund: about(
      'The refund, in the connected account, of the charge that represents the transfer.',
      nullable(idElsewhere('refund', 'transfer.destination')),
    ),
    metadata,
    source_refund: about(
      "The refund of the platform's charge that this reversal was made for; null for a reversal on its own.",
      nullable(ref('refund')),
    ),
    transfer: about('The transfer that was reversed.', ref('transfer')),
  },
  start: null,
  columns: ['transfer'],
});

/** The amount of a transfer that is not reversed, in minor units. */
export const leftOfTransfer = ({ amount, amount_reversed }: { readonly amount: number; readonly amount_reversed: number }): number =>
  amount - amount_reversed;
