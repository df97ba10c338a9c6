import type { It } from '../../../kernel/base/resource.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { type Beneficiary, beneficiary } from '../beneficiaries/beneficiary.js';
import type { payout } from './payout.js';

/** What is read of where a payout goes: its numbers, which only the vault has, come along. */
export const bank_reads = { destination: bankAccount, beneficiary };

/** What a bank is asked of a payout. */
export const question = ({ id, amount, currency, destination, arrival_date, processor }: It<typeof payout>, to: Beneficiary | null) => ({
  attempt: id,
  ...(processor && { processor }),
  ...{ amount, currency, destination, arrival_date },
  ...(to && { beneficiary: describedTo(to) }),
});

function describedTo({ id, destination_data, entity, nickname }: Beneficiary) {
  const { destination_type: type } = destination_data;
  return { id, type, nickname, entity, ...destination_data[type] };
}
