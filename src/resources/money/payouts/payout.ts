import { decimalNumber } from '../../../kernel/base/decimal.js';
import { nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, refToAny, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { destination_types } from '../beneficiaries/destination-input.js';

/** Funds on their way from the balance to a bank account, or back where it reverses another. */
export const payout = resource({
  object: 'payout',
  prefix: 'po',
  fields: {
    /** Below zero where it takes back what another one sent. */
    amount: integer(),
    arrival_date: timestamp,
    automatic: flag,
    balance_transaction: nullable(ref('balance_transaction')),
    beneficiary: nullable(ref('beneficiary')),
    currency,
    description: nullable(text),
    /** A bank account of the merchant's own, or a beneficiary. */
    destination: refToAny('bank_account', 'beneficiary'),
    /** What one unit of the source currency became of the payout's; null where nothing was converted. */
    exchange_rate: nullable(decimalNumber()),
    failure_balance_transaction: nullable(ref('balance_transaction')),
    failure_code: nullable(text),
    failure_message: nullable(text),
    /** The quote whose rate was used. */
    fx_quote: nullable(ref('fx_quote')),
    merchant_payout_id: nullable(textOf(255)),
    metadata,
    method: oneOf('standard', 'instant'),
    original_payout: nullable(ref('payout')),
    payment_amount: nullable(integer()),
    payment_currency: nullable(currency),
    /** Who was handed it. */
    processor: nullable(text),
    reversed_by: nullable(ref('payout')),
    source_amount: nullable(integer()),
    source_currency: nullable(currency),
    source_type: oneOf('card', 'bank_account', 'fpx'),
    statement_descriptor: nullable(textOf(22)),
    type: oneOf(...destination_types),
  },
  start: { pending: 'payout.created' },
  states: {
    // One that reverses another is asked for at once, and may be refused at once.
    pending: { in_transit: 'payout.updated', failed: 'payout.failed', canceled: 'payout.canceled' },
    in_transit: { paid: 'payout.paid', failed: 'payout.failed' },
    // A bank may send back days later what it has paid.
    paid: { failed: 'payout.failed' },
    failed: {},
    canceled: {},
  },
  events: { updated: 'payout.updated' },
  timers: ['hand_over', 'arrive', 'come_back'],
  unique: { merchant_payout_id: ({ merchant_payout_id: id }) => (typeof id === 'string' ? id : null) },
  unexpected: 'payout_unexpected_state',
  columns: ['arrival_date', 'beneficiary', 'destination', 'status'],
  owner: 'beneficiary',
});

/** What a merchant may say of a payout besides how much. */
export const described = pick(
  payout.fields,
  'description',
  'fx_quote',
  'merchant_payout_id',
  'metadata',
  'method',
  'source_type',
  'statement_descriptor',
);
