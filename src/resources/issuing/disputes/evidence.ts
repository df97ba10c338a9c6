import { nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, ref, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const long = nullable(textOf(20_000));
const moment = nullable(timestamp);
const file = nullable(ref('file'));
const product_type = nullable(oneOf('merchandise', 'service'));
const return_status = nullable(oneOf('merchant_rejected', 'successful'));

const always = { additional_documentation: file, explanation: long } as const;

/** What can be said for each reason. */
const by_reason = {
  canceled: object({
    ...always,
    canceled_at: moment,
    cancellation_policy_provided: nullable(flag),
    cancellation_reason: long,
    expected_at: moment,
    product_description: long,
    product_type,
    return_status,
    returned_at: moment,
  }),
  duplicate: object({
    ...always,
    card_statement: file,
    cash_receipt: file,
    check_image: file,
    original_transaction: nullable(ref('issuing.transaction')),
  }),
  fraudulent: object(always),
  merchandise_not_as_described: object({
    ...always,
    received_at: moment,
    return_description: long,
    return_status,
    returned_at: moment,
  }),
  no_valid_authorization: object(always),
  not_received: object({ ...always, expected_at: moment, product_description: long, product_type }),
  other: object({ ...always, product_description: long, product_type }),
  service_not_as_described: object({ ...always, canceled_at: moment, cancellation_reason: long, received_at: moment }),
} as const;

type Reason = keyof typeof by_reason;

/** What a merchant says to a card network of a purchase that they do not want to have paid for. */
export const evidence = object({
  canceled: nullable(by_reason.canceled),
  duplicate: nullable(by_reason.duplicate),
  fraudulent: nullable(by_reason.fraudulent),
  merchandise_not_as_described: nullable(by_reason.merchandise_not_as_described),
  no_valid_authorization: nullable(by_reason.no_valid_authorization),
  not_received: nullable(by_reason.not_received),
  other: nullable(by_reason.other),
  reason: oneOf(
    'other',
    'canceled',
    'duplicate',
    'fraudulent',
    'merchandise_not_as_described',
    'no_valid_authorization',
    'not_received',
    'service_not_as_described',
  ),
  service_not_as_described: nullable(by_reason.service_not_as_described),
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
