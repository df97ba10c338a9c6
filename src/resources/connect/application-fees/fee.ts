import { internal, nullable } from '../../../kernel/base/fields.js';
import { amount, expandsTo, flag, idElsewhere, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';

/** What a platform keeps of a payment that is taken for an account connected with it. */
export const applicationFee = resource({
  object: 'application_fee',
  prefix: 'fee',
  fields: {
    account: ref('account'),
    amount,
    amount_refunded: integer(),
    /** How much of its charge has been given back with parts of it. */
    charge_returned: internal(integer()),
    application: nullable(expandsTo('application', text)),
    balance_transaction: nullable(ref('balance_transaction')),
    /** The charge of which it was kept, in the books of the account. */
    charge: idElsewhere('charge', 'account'),
    currency,
    fee_source: nullable(object({ charge: nullable(text), type: oneOf('charge', 'payout') })),
    /** The platform's own charge, where it has passed on what that has brought. */
    originating_transaction: nullable(ref('charge')),
    refunded: flag,
  },
  start: 'application_fee.created',
  events: { told: ['application_fee.refunded'] },
  columns: ['charge'],
  lists: { refunds: { object: 'fee_refund', by: 'fee', url: (id) => `/v1/application_fees/${id}/refunds` } },
});

/** The fee that a path names. */
export const of_path = { ...ref('application_fee'), schema: { ...ref('application_fee').schema, examples: ['fee_123'] } };

/** What a platform gives back of such a fee. */
export const feeRefund = resource({
  object: 'fee_refund',
  prefix: 'fr',
  fields: {
    amount,
    balance_transaction: nullable(ref('balance_transaction')),
    currency,
    fee: ref('application_fee'),
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
