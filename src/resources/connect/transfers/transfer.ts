import { internal, nullable } from '../../../kernel/base/fields.js';
import { amount, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';

/** Funds that a platform gives to an account that is connected with it. */
export const transfer = resource({
  object: 'transfer',
  prefix: 'tr',
  fields: {
    amount,
    amount_reversed: integer(),
    /** How much of its charge has been given back with parts of it. */
    charge_returned: internal(integer()),
    balance_transaction: nullable(ref('balance_transaction')),
    currency,
    description: nullable(text),
    destination: ref('account'),
    /** The charge that stands for it in the books of its destination. */
    destination_payment: nullable(idElsewhere('charge', 'destination')),
    metadata,
    reversed: flag,
    source_transaction: nullable(ref('charge')),
    source_type: oneOf('card', 'bank_account', 'fpx'),
    transfer_group: nullable(text),
  },
  start: 'transfer.created',
  events: { updated: 'transfer.updated', told: ['transfer.reversed'] },
  columns: ['destination', 'transfer_group'],
  lists: { reversals: { object: 'transfer_reversal', by: 'transfer', url: (id) => `/v1/transfers/${id}/reversals` } },
});

/** Funds of a transfer that a platform takes back. */
export const transferReversal = resource({
  object: 'transfer_reversal',
  prefix: 'trr',
  fields: {
    amount,
    balance_transaction: nullable(ref('balance_transaction')),
    currency,
    destination_payment_refund: nullable(idElsewhere('refund', 'transfer.destination')),
    metadata,
    source_refund: nullable(ref('refund')),
    transfer: ref('transfer'),
  },
  start: null,
  columns: ['transfer'],
});

/** The amount of a transfer that is not reversed, in minor units. */
export const leftOfTransfer = ({ amount, amount_reversed }: { readonly amount: number; readonly amount_reversed: number }): number =>
  amount - amount_reversed;
