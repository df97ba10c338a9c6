import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, refToAny, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { destination_types } from '../beneficiaries/destination-input.js';

/** Funds on their way from the balance to a bank account, or back where it reverses another. */
export const payout = resource({
  object: 'payout',
  prefix: 'po',
  fields: {
    amount: about('The amount that is paid out, in minor units of `currency`; negative for a payout that reverses another one.', integer()),
    application_fee: about('Always null: application fees are taken from charges.', nullable(expandsTo('application_fee', text))),
    application_fee_amount: about('Always null: application fees are taken from charges.', nullable(integer())),
    arrival_date: about(
      'When the funds are expected in the bank account, in Unix seconds; business days count except for an instant payout.',
      timestamp,
    ),
    automatic: about('Whether the payout schedule of the account created the payout; false for one that you created.', flag),
    balance_transaction: about(
      'The balance transaction that takes the amount from your balance; for a reversal, the one that adds it, null until then.',
      nullable(ref('balance_transaction')),
    ),
    beneficiary: about('The beneficiary who is paid; null for a payout to a bank account of your own.', nullable(ref('beneficiary'))),
    currency: about('The currency in which the payout arrives, a three-letter ISO 4217 code.', currency),
    description: about('Your description of the payout; the bank does not receive it.', nullable(text)),
    destination: about('The bank account or the beneficiary that receives the payout.', refToAny('bank_account', 'beneficiary')),
    exchange_rate: about(
      'How much of `payment_currency` one unit of `source_currency` became; null for a payout without conversion.',
      nullable(decimalNumber()),
    ),
    failure_balance_transaction: about(
      "The balance transaction that undoes the payout's effect on your balance after it failed or was canceled; null otherwise.",
      nullable(ref('balance_transaction')),
    ),
    failure_code: about(
      'Why the bank did not pay the payout or returned it, such as `account_closed`; null unless the payout failed.',
      nullable(text),
    ),
    failure_message: about('The reason in `failure_code` as a sentence for people; null unless the payout failed.', nullable(text)),
    fx_quote: about(
      'The quote whose locked rate converted the payout; without one, the rate of the moment applies.',
      nullable(ref('fx_quote')),
    ),
    merchant_payout_id: about(
      'Your own id for the payout, of at most 255 characters; a second payout with the same id is refused.',
      nullable(textOf(255)),
    ),
    metadata,
    method: about(
      'How fast the payout is: `standard` arrives after three business days and is the default, `instant` within half an hour.',
      oneOf('standard', 'instant'),
    ),
    original_payout: about('For a reversal: the payout whose funds it takes back. Null for every other payout.', nullable(ref('payout'))),
    payment_amount: about('The amount that arrives, in minor units of `payment_currency`; null for a reversal.', nullable(integer())),
    payment_currency: about(
      'The currency in which the payout arrives; it differs from `source_currency` when the payout was converted.',
      nullable(currency),
    ),
    processor: about('The name of the processor that carries out the payout; null until it has accepted it.', nullable(text)),
    reconciliation_status: about(
      'Whether the report `payout_reconciliation` assigns transactions to the payout: for one of the schedule `in_progress` until it is paid, then `completed`; `not_applicable` for your own payouts, for reversals, and for one that was canceled or failed before it was paid.',
      oneOf('not_applicable', 'in_progress', 'completed'),
    ),
    reversed_by: about('The payout that takes this one back; null if there is none, or if it failed.', nullable(ref('payout'))),
    source_amount: about(
      'The amount that was taken from your balance, in minor units of `source_currency`; null for a reversal.',
      nullable(integer()),
    ),
    source_currency: about('The currency of the balance that paid for the payout; null for a reversal.', nullable(currency)),
    source_type: about(
      'The kind of funds to pay out, `card` by default. It is recorded only: a balance is not divided by source.',
      oneOf('card', 'bank_account', 'fpx'),
    ),
    statement_descriptor: about("The text for the recipient's bank statement, of at most 22 characters.", nullable(textOf(22))),
    trace_id: about(
      'The number by which the bank of the recipient finds the payout; null for payouts of earlier versions.',
      nullable(
        object({
          status: about('`pending` until the payout has ended, then `unsupported`.', oneOf('pending', 'unsupported')),
          value: about('Always null: processors report no such number.', nullable(text)),
        }),
      ),
    ),
    type: about(
      'What the payout is paid to: a bank account, a card, a wallet or an account with a payment service.',
      oneOf(...destination_types),
    ),
  },
  for_sdks: forSdks,
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
  events: { updated: 'payout.updated', told: ['payout.reconciliation_completed'] },
  timers: ['hand_over', 'arrive', 'come_back'],
  unique: { merchant_payout_id: ({ merchant_payout_id: id }) => (typeof id === 'string' ? id : null) },
  unexpected: 'payout_unexpected_state',
  columns: ['arrival_date', 'beneficiary', 'destination', 'status'],
  owner: 'beneficiary',
});

/** What a payout that is on its way shows of its bank. */
export const under_way = { trace_id: { status: 'pending', value: null } } as const;

/** What one that has ended, well or not, shows from then on. */
export const ended = { trace_id: { status: 'unsupported', value: null } } as const;

/** What one shows that ended before it was paid: no report will assign transactions to it. */
export const never_paid = { ...ended, reconciliation_status: 'not_applicable' } as const;

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
