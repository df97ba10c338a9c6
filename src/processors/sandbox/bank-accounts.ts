/** Why a payout fails: Stripe's failure code, and the text of `failure_message`. */
export type PayoutFailure = { readonly code: string; readonly message: string };

/** Stripe's published account numbers whose payouts fail (docs.stripe.com/connect/testing); all others succeed. */
export const failing_accounts: ReadonlyMap<string, PayoutFailure> = new Map<string, PayoutFailure>([
  ['000111111116', { code: 'no_account', message: 'The bank account could not be found.' }],
  ['000111111113', { code: 'account_closed', message: 'The bank account has been closed.' }],
  ['000222222227', { code: 'insufficient_funds', message: 'The account has insufficient funds for this payout.' }],
  ['000333333335', { code: 'debit_not_authorized', message: 'The bank account does not allow debits.' }],
  ['000444444440', { code: 'invalid_currency', message: 'The bank account does not take this currency.' }],
]);

/** Florin's own numbers whose payouts succeed and whose reversals fail, and those whose payouts fail. */
export const unreversing_accounts: ReadonlyMap<string, PayoutFailure> = new Map<string, PayoutFailure>([
  ...failing_accounts,
  ['000500000005', { code: 'debit_not_authorized', message: 'The bank account does not allow debits.' }],
  ['000500000013', { code: 'insufficient_funds', message: 'The account has insufficient funds for this reversal.' }],
]);
