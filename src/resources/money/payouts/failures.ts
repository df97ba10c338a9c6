import type { Declined } from '../../../processors/contract.js';

const could_not_process = 'The bank could not process this payout.';

/** Why banks return payouts, for people. */
const failures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    account_closed: 'The bank account has been closed.',
    could_not_process,
    debit_not_authorized: 'The bank account does not allow debits.',
    insufficient_funds: 'The bank account has insufficient funds.',
    invalid_currency: 'The bank could not process this payout because of its currency.',
    no_account: 'The bank account details are correct, but the account does not exist.',
  }),
);

/** Why a payout has failed, as it shows it. */
export const failureOf = ({ decline_code: failure_code = 'could_not_process' }: Pick<Declined, 'decline_code'>) => ({
  failure_code,
  failure_message: failures.get(failure_code) ?? could_not_process,
});
