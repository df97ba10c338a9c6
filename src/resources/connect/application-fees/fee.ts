import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { amount, expandsTo, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';

/** What a platform keeps of a payment that is taken for an account connected with it. */
export const applicationFee = resource({
  object: 'application_fee',
  prefix: 'fee',
  fields: {
    account: about('The connected account whose payment the fee was kept from.', ref('account')),
    amount: about('The amount of the fee in minor units.', amount),
    amount_refunded: about('How much of the fee has been refunded to the account, in minor units.', integer()),
    /** How much of its charge has been given back with parts of it. */
    charge_returned: internal(integer()),
    application: about('The application id of the platform that earned the fee.', nullable(expandsTo('application', text))),
    balance_transaction: about(
      "The balance transaction that adds the fee to the platform's balance.",
      nullable(ref('balance_transaction')),
    ),
    charge: about('The charge that the fee was kept from, which belongs to the connected account.', idElsewhere('charge', 'account')),
    currency: about('The currency of the fee, which is the currency of the charge.', currency),
    fee_source: about(
      'The object that the fee was kept from.',
      nullable(
        object({
          charge: about('The charge that the fee was kept from.', nullable(text)),
          type: about('The kind of object that the fee was kept from; always `charge`.', oneOf('charge', 'payout')),
        }),
      ),
    ),
    originating_transaction: about(
      "The platform's own charge whose funds were transferred less the fee; null for a charge of the connected account.",
      nullable(ref('charge')),
    ),
    refunded: about('Whether the whole fee has been refunded.', flag),
  },
  start: 'application_fee.created',
  events: { told: ['application_fee.refunded'] },
  columns: ['charge'],
  lists: { refunds: { object: 'fee_refund', by: 'fee', url: (id) => `/v1/application_fees/${id}/refunds`, always: true } },
});

/** The fee that a path names. */
export const of_path = { ...ref('application_fee'), schema: { ...ref('application_fee').schema, examples: ['fee_123'] } };

/** What a platform gives back of such a fee. */
export const feeRefund = resource({
  object: 'fee_refund',
  prefix: 'fr',
  fields: {
    amount: about('The refunded part of the fee, in minor units.', amount),
    balance_transaction: about(
      "The balance transaction that takes the amount from the platform's balance.",
      nullable(ref('balance_transaction')),
    ),
    currency: about('The currency of the application fee.', currency),
    fee: about('The application fee that was refunded.', ref('application_fee')),
    metadata,
  },
  start: null,
  events: { updated: 'application_fee.refund.updated' },
  columns: ['fee'],
});

/** What an account calls the platform that acts for it. */
export const applicationOf = (platform: string): string => `ca_${platform.slice('acct_'.length)}`;

/** The platform that an account calls so. */
export const platformOf = (application: string): string => `acct_${application.slice('ca_'.length)}`;
