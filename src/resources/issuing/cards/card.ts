import { alwaysThere, type Field, initially, internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { snapshotOf } from '../../snapshot.js';
import { cardholder } from '../cardholders/cardholder.js';
import { spending_controls } from '../spending-controls.js';
import { spent } from '../spent.js';
import { shipping } from './shipping.js';

const wallet = object({
  eligible: flag,
  ineligible_reason: initially(
    'missing_agreement',
    nullable(oneOf('missing_agreement', 'missing_cardholder_contact', 'unsupported_region')),
  ),
});

/** Why a card is issued in the place of another. */
export const replacement_reasons = ['damaged', 'expired', 'lost', 'stolen'] as const;

/** The vault's content of a virtual card, on request with a secret key; a physical card has it printed. */
const unsealed: Field<undefined, undefined, 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { type: 'string', description: 'Of a virtual card, where it is retrieved with a secret key and this is asked for by `expand`.' },
  initial: undefined,
  read: () => undefined,
  unsealed: ({ type }) => type === 'virtual',
};

/** A card that the account has issued. Its number, its code and its PIN lie in the vault. */
export const issuedCard = resource({
  object: 'issuing.card',
  title: 'card',
  prefix: 'ic',
  fields: {
    brand: initially('Visa', text),
    cancellation_reason: nullable(oneOf('design_rejected', 'fulfillment_error', 'lost', 'stolen')),
    /** Whose it is, as they are now: brought up to date after every change. */
    cardholder: alwaysThere(snapshotOf(cardholder)),
    currency,
    cvc: unsealed,
    /** What silence of the merchant's endpoint means for this card; null where its account says it. */
    default_decision: nullable(oneOf('approve', 'decline')),
    exp_month: integer({ minimum: 1, maximum: 12 }),
    exp_year: integer({ minimum: 2000, maximum: 9999 }),
    financial_account: nullable(text),
    /** The id of the cardholder. */
    held_by: internal(ref('issuing.cardholder')),
    last4: textOf(4),
    latest_fraud_warning: nullable(
      object({
        started_at: nullable(timestamp),
        type: nullable(oneOf('card_testing_exposure', 'fraud_dispute_filed', 'third_party_reported', 'user_indicated_fraud')),
      }),
    ),
    lifecycle_controls: nullable(object({ cancel_after: object({ payment_count: integer({ minimum: 1 }) }) })),
    metadata,
    number: unsealed,
    personalization_design: nullable(expandsTo('issuing.personalization_design', text)),
    replaced_by: nullable(ref('issuing.card')),
    replacement_for: nullable(ref('issuing.card')),
    replacement_reason: nullable(oneOf('fulfillment_error', ...replacement_reasons)),
    second_line: nullable(textOf(24)),
    shipping,
    spending_controls,
    spent,
    type: oneOf('virtual', 'physical'),
    wallets: object({ apple_pay: wallet, google_pay: wallet, primary_account_identifier: nullable(text) }),
  },
  start: { active: 'issuing_card.created', inactive: 'issuing_card.created' },
  states: {
    active: { inactive: 'issuing_card.updated', canceled: 'issuing_card.updated' },
    inactive: { active: 'issuing_card.updated', canceled: 'issuing_card.updated' },
    canceled: {},
  },
  events: { updated: 'issuing_card.updated' },
  columns: ['exp_month', 'exp_year', 'held_by', 'last4', 'status', 'type'],
  unexpected: 'card_unexpected_state',
  vault: true,
});

/** An issued card as rules see it. */
export type IssuedCard = It<typeof issuedCard>;
