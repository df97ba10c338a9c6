import { about, alwaysThere, type Field, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { snapshotOf } from '../../snapshot.js';
import { cardholder } from '../cardholders/cardholder.js';
import { spending_controls } from '../spending-controls.js';
import { spent } from '../spent.js';
import { shipping } from './shipping.js';

const wallet = object({
  eligible: about('Whether the card can be added to the wallet: its cardholder has an e-mail address or a phone number.', flag),
  ineligible_reason: about(
    'Why the card cannot be added to the wallet; null if it can.',
    nullable(oneOf('missing_agreement', 'missing_cardholder_contact', 'unsupported_region')),
  ),
});

const payment_count = integer({ minimum: 1, maximum: 1_000_000 });

/** After what a card is canceled by itself. */
export const lifecycle_controls = object({
  cancel_after: about(
    'The event after which the card is canceled.',
    required(
      object({
        payment_count: about(
          'The number of approved payments after which the card is canceled; requests for an amount of 0 do not count.',
          required(payment_count),
        ),
      }),
    ),
  ),
});

/** Why a card is issued in the place of another. */
export const replacement_reasons = ['damaged', 'expired', 'lost', 'stolen'] as const;

/** The vault's content of a virtual card, on request with a secret key; a physical card has it printed. */
const unsealed: Field<undefined, undefined, 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { type: 'string' },
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
    brand: about('The card network, which is `Visa`.', initially('Visa', text)),
    cancellation_reason: about(
      'Why the card was canceled; null while it is not, or if no reason was sent.',
      nullable(oneOf('design_rejected', 'fulfillment_error', 'lost', 'stolen')),
    ),
    cardholder: about('The cardholder of the card, as they are now.', alwaysThere(snapshotOf(cardholder))),
    currency: about('The currency in which the card pays and its limits are counted.', currency),
    cvc: about('The verification code of a virtual card; shown with `expand` when the card is retrieved with a secret key.', unsealed),
    default_decision: about(
      "What happens to a request that your endpoint does not answer validly; null if the account's setting applies.",
      nullable(oneOf('approve', 'decline')),
    ),
    exp_month: about('The last month in which the card is valid, 1 to 12.', integer({ minimum: 1, maximum: 12 })),
    exp_year: about('The year in which the card expires, in four digits.', integer({ minimum: 2000, maximum: 9999 })),
    financial_account: about('Always null: cards spend from the balance of issued cards.', nullable(text)),
    /** The id of the cardholder. */
    held_by: internal(ref('issuing.cardholder')),
    last4: about('The last four digits of the card number.', textOf(4)),
    latest_fraud_warning: about(
      'The latest sign of misuse of the card; always null, because none are detected.',
      nullable(
        object({
          started_at: about('When the misuse began, in Unix seconds.', nullable(timestamp)),
          type: about(
            'What kind of misuse was detected.',
            nullable(oneOf('card_testing_exposure', 'fraud_dispute_filed', 'third_party_reported', 'user_indicated_fraud')),
          ),
        }),
      ),
    ),
    lifecycle_controls: about(
      'When the card is canceled by itself; null for a card that stays until it is canceled.',
      nullable(lifecycle_controls),
    ),
    metadata,
    number: about('The full number of a virtual card; shown with `expand` when the card is retrieved with a secret key.', unsealed),
    /** How many payments were approved, on a card that is canceled after some. */
    payments: internal(integer()),
    personalization_design: about(
      'The design of a physical card; null for a virtual card or the plain design.',
      nullable(ref('issuing.personalization_design')),
    ),
    replaced_by: about('The card that replaces this one; null if there is none.', nullable(ref('issuing.card'))),
    replacement_for: about('The card that this one replaces; null for a card of its own.', nullable(ref('issuing.card'))),
    replacement_reason: about(
      'Why the earlier card was replaced; null for a card of its own.',
      nullable(oneOf('fulfillment_error', ...replacement_reasons)),
    ),
    second_line: about('The second line printed on the card, of at most 24 characters.', nullable(textOf(24))),
    shipping: about('The address and the state of the shipment of a physical card; null for a virtual card.', shipping),
    spending_controls: about(
      'Where, for what and for how much the card can be used; controls of the cardholder apply besides.',
      spending_controls,
    ),
    spent,
    type: about('Whether the card exists only as a number or is printed and sent.', oneOf('virtual', 'physical')),
    wallets: about(
      'Whether the card can be added to the wallets of telephones.',
      object({
        apple_pay: about('Whether the card can be added to Apple Pay.', wallet),
        google_pay: about('Whether the card can be added to Google Pay.', wallet),
        primary_account_identifier: about('The id of the card for wallets; always null.', nullable(text)),
      }),
    ),
  },
  start: { active: 'issuing_card.created', inactive: 'issuing_card.created' },
  states: {
    active: { inactive: 'issuing_card.updated', canceled: 'issuing_card.updated' },
    inactive: { active: 'issuing_card.updated', canceled: 'issuing_card.updated' },
    canceled: {},
  },
  events: { updated: 'issuing_card.updated' },
  columns: ['exp_month', 'exp_year', 'held_by', 'last4', 'personalization_design', 'status', 'type'],
  unexpected: 'card_unexpected_state',
  vault: true,
});

/** An issued card as rules see it. */
export type IssuedCard = It<typeof issuedCard>;
