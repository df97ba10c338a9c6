/** What each card network calls a reason. */
type Codes = { readonly visa: string; readonly mastercard: string; readonly amex: string; readonly discover: string };

type Row = {
  readonly type: 'compliance' | 'consumer_dispute' | 'fraud' | 'inquiry' | 'processing_error';
  readonly description: string;
  /** Null where it is no reason of card networks. */
  readonly codes: Codes | null;
  /** How many days the merchant has to answer. */
  readonly days: number;
};

/**
 * Why payers dispute (Stripe's words for it), as the networks publish their codes. They allow between 20 and 45 days; the rest of these
 * for the merchant is a week to three.
 */
export const reasons = {
  bank_cannot_process: { type: 'processing_error', description: "The payer's bank cannot process the payment", codes: null, days: 7 },
  check_returned: { type: 'processing_error', description: 'The check was returned', codes: null, days: 7 },
  credit_not_processed: {
    type: 'consumer_dispute',
    description: 'A refund that was promised has not arrived',
    codes: { visa: '13.6', mastercard: '4853', amex: 'C02', discover: 'RN2' },
    days: 14,
  },
  customer_initiated: { type: 'consumer_dispute', description: 'The payer has asked their bank for the money', codes: null, days: 7 },
  debit_not_authorized: { type: 'fraud', description: 'The payer has not authorized the debit', codes: null, days: 7 },
  duplicate: {
    type: 'processing_error',
    description: 'The payer was charged more than once',
    codes: { visa: '12.6.1', mastercard: '4834', amex: 'C14', discover: 'DP' },
    days: 14,
  },
  fraudulent: {
    type: 'fraud',
    description: 'The cardholder has not authorized the payment',
    codes: { visa: '10.4', mastercard: '4837', amex: 'F29', discover: 'UA02' },
    days: 9,
  },
  general: {
    type: 'inquiry',
    description: 'The bank gives no particular reason',
    codes: { visa: '13.5', mastercard: '4853', amex: 'C32', discover: '05' },
    days: 14,
  },
  incorrect_account_details: { type: 'processing_error', description: 'The account details are incorrect', codes: null, days: 7 },
  insufficient_funds: { type: 'processing_error', description: "The payer's account has insufficient funds", codes: null, days: 7 },
  noncompliant: {
    type: 'compliance',
    description: 'The payment broke a rule of the network',
    codes: { visa: 'compliance', mastercard: 'compliance', amex: 'compliance', discover: 'compliance' },
    days: 21,
  },
  product_not_received: {
    type: 'consumer_dispute',
    description: 'The goods or services were not received',
    codes: { visa: '13.1', mastercard: '4853', amex: 'C08', discover: 'RG' },
    days: 14,
  },
  product_unacceptable: {
    type: 'consumer_dispute',
    description: 'The goods or services are defective or not as described',
    codes: { visa: '13.3', mastercard: '4853', amex: 'C31', discover: 'RM' },
    days: 14,
  },
  subscription_canceled: {
    type: 'consumer_dispute',
    description: 'The subscription was charged after it had been canceled',
    codes: { visa: '13.2', mastercard: '4853', amex: 'C28', discover: 'AP' },
    days: 14,
  },
  unrecognized: {
    type: 'fraud',
    description: 'The cardholder does not recognize the payment',
    codes: { visa: '10.4', mastercard: '4863', amex: 'F24', discover: 'AA' },
    days: 9,
  },
} as const satisfies Record<string, Row>;

/** One of them. */
export type Reason = keyof typeof reasons;

/** Their names. */
export const reason_names = Object.keys(reasons) as Reason[];

/** The reason of that name; a bank may give one that is not known. */
export const reasonNamed = (name: string): Reason => reason_names.find((each) => each === name) ?? 'general';

/** What the network of a card calls a reason; null where there is no such name. */
export function codeOf(reason: Reason, brand: string | null): string | null {
  const codes: Codes | null = reasons[reason].codes;
  return codes && brand !== null && Object.hasOwn(codes, brand) ? codes[brand as keyof Codes] : null;
}
