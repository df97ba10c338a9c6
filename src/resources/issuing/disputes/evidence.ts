import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const long = nullable(textOf(20_000));
const moment = nullable(timestamp);
const file = nullable(ref('file'));
const product_type = nullable(oneOf('merchandise', 'service'));
const return_status = nullable(oneOf('merchant_rejected', 'successful'));

const always = {
  additional_documentation: about('An uploaded file with further documents; null if there is none.', file),
  explanation: about(
    'Your account of what happened, of at most 20,000 characters. In a sandbox `winning_evidence` and `losing_evidence` decide the dispute.',
    long,
  ),
} as const;

/** What can be said for each reason. */
const by_reason = {
  canceled: object({
    ...always,
    canceled_at: about('When the order was canceled, in Unix seconds.', moment),
    cancellation_policy_provided: about("Whether the cardholder received the merchant's cancellation policy.", nullable(flag)),
    cancellation_reason: about('Why the order was canceled, in at most 20,000 characters.', long),
    expected_at: about('When the goods or the service were expected, in Unix seconds.', moment),
    product_description: about('What was bought, in at most 20,000 characters.', long),
    product_type: about('Whether goods or a service were bought.', product_type),
    return_status: about('Whether the goods were returned, or the merchant rejected the return.', return_status),
    returned_at: about('When the goods were returned, in Unix seconds.', moment),
  }),
  duplicate: object({
    ...always,
    card_statement: about('An uploaded file with the card statement that shows both payments.', file),
    cash_receipt: about('An uploaded file with a receipt for the payment in cash.', file),
    check_image: about('An uploaded file with the image of the check that paid before.', file),
    original_transaction: about('The transaction that paid for the same purchase first.', nullable(ref('issuing.transaction'))),
  }),
  fraudulent: object(always),
  merchandise_not_as_described: object({
    ...always,
    received_at: about('When the goods arrived, in Unix seconds.', moment),
    return_description: about('How the goods were returned, in at most 20,000 characters.', long),
    return_status: about('Whether the goods were returned, or the merchant rejected the return.', return_status),
    returned_at: about('When the goods were returned, in Unix seconds.', moment),
  }),
  no_valid_authorization: object(always),
  not_received: object({
    ...always,
    expected_at: about('When the goods or the service were expected, in Unix seconds.', moment),
    product_description: about('What was bought, in at most 20,000 characters.', long),
    product_type: about('Whether goods or a service were bought.', product_type),
  }),
  other: object({
    ...always,
    product_description: about('What was bought, in at most 20,000 characters.', long),
    product_type: about('Whether goods or a service were bought.', product_type),
  }),
  service_not_as_described: object({
    ...always,
    canceled_at: about('When the service was canceled, in Unix seconds.', moment),
    cancellation_reason: about('Why the service was canceled, in at most 20,000 characters.', long),
    received_at: about('When the service was received, in Unix seconds.', moment),
  }),
} as const;

type Reason = keyof typeof by_reason;

/** What a merchant says to a card network of a purchase that they do not want to have paid for. */
export const evidence = object({
  canceled: about('Evidence for the reason `canceled`: an order was canceled and still charged.', nullable(by_reason.canceled)),
  duplicate: about('Evidence for the reason `duplicate`: the purchase was charged twice.', nullable(by_reason.duplicate)),
  fraudulent: about('Evidence for the reason `fraudulent`: the cardholder did not make the purchase.', nullable(by_reason.fraudulent)),
  merchandise_not_as_described: about(
    'Evidence for the reason `merchandise_not_as_described`: the goods differ from what was sold.',
    nullable(by_reason.merchandise_not_as_described),
  ),
  no_valid_authorization: about(
    'Evidence for the reason `no_valid_authorization`: the purchase was captured without a valid authorization.',
    nullable(by_reason.no_valid_authorization),
  ),
  not_received: about('Evidence for the reason `not_received`: goods or a service were not delivered.', nullable(by_reason.not_received)),
  other: about('Evidence for the reason `other`, which is the default.', nullable(by_reason.other)),
  reason: about(
    'Why the purchase is disputed; the member of that name must contain the evidence when the dispute is submitted.',
    oneOf(
      'other',
      'canceled',
      'duplicate',
      'fraudulent',
      'merchandise_not_as_described',
      'no_valid_authorization',
      'not_received',
      'service_not_as_described',
    ),
  ),
  service_not_as_described: about(
    'Evidence for the reason `service_not_as_described`: the service differs from what was sold.',
    nullable(by_reason.service_not_as_described),
  ),
});

/** The same, as it is kept. */
export type Evidence = typeof evidence.initial;

/** The evidence that a network requires for each reason (Stripe). */
const needed: Readonly<Record<Reason, readonly string[]>> = {
  canceled: [
    'explanation',
    'canceled_at',
    'cancellation_policy_provided',
    'cancellation_reason',
    'expected_at',
    'product_description',
    'product_type',
  ],
  duplicate: ['explanation', 'original_transaction'],
  fraudulent: ['explanation'],
  merchandise_not_as_described: ['explanation', 'received_at', 'return_status'],
  no_valid_authorization: ['explanation'],
  not_received: ['explanation', 'expected_at', 'product_description', 'product_type'],
  other: ['explanation', 'product_description', 'product_type'],
  service_not_as_described: ['explanation', 'received_at'],
};

/** The first piece that a network wants and does not have, by the parameter that says it; null where nothing is missing. */
export function missingOf(given: Evidence): string | null {
  const said: Readonly<Record<string, unknown>> = given[given.reason] ?? {};
  const missing = needed[given.reason].find((name) => said[name] === undefined || said[name] === null);
  return missing ? `evidence[${given.reason}][${missing}]` : null;
}

/** What decides in a sandbox: the explanation of the reason that is given. */
export const explanationOf = (given: Evidence): string | null => given[given.reason]?.explanation ?? null;
