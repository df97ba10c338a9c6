import type { Asked, Effects } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { type Beneficiary, beneficiary } from '../beneficiaries/beneficiary.js';
import { whereabouts } from '../beneficiaries/destination.js';
import { beneficiary_data, madeBeneficiary } from '../beneficiaries/read-beneficiary.js';
import type { payout } from './payout.js';

/** What a merchant may say of where a payout goes. */
export const whither_input = {
  beneficiary: about('The beneficiary to pay, in place of `beneficiary_data` or `destination`.', ref('beneficiary')),
  beneficiary_data: about('A beneficiary that is created together with the payout and receives it.', beneficiary_data),
  destination: about('Your bank account that receives the payout; by default the default one of the account.', ref('bank_account')),
};

/** What is read to know it. */
export const whither_reads = {
  account: own(account),
  beneficiary,
  destination: bankAccount,
  default_bank: one(bankAccount, 'account.default_destination'),
};

type Given = { readonly [K in keyof typeof whither_input]?: NonNullable<ReturnType<(typeof whither_input)[K]['read']>> };
type Bank = It<typeof bankAccount>;
type Seen = {
  readonly account: It<typeof account> | null;
  readonly beneficiary: Beneficiary | null;
  readonly destination: Bank | null;
  readonly default_bank: Bank | null;
};

/** Where a payout goes, and what happens besides. */
export type Whither = {
  readonly of_payout: Pick<It<typeof payout>, 'beneficiary' | 'destination' | 'type'>;
  readonly country: string | null;
  /** The one currency that is taken there; null where any is. */
  readonly currency: string | null;
  readonly effects: Effects;
};

/** Where a payout is to go: to whom is named, whom it makes, or by default to the account's own bank account. */
export function whither(given: Given, seen: Seen, asked: Asked): Whither {
  const [named, more] = (['destination', 'beneficiary', 'beneficiary_data'] as const).filter((name) => given[name] !== undefined);
  if (more) return asked.refuse({ code: 'parameters_exclusive', param: more, message: `Send only one of ${named} and ${more}.` });
  if (given.beneficiary_data) {
    const read = madeBeneficiary(given.beneficiary_data, asked);
    return toBeneficiary(read.made, read.effects);
  }
  if (seen.beneficiary) return toBeneficiary(seen.beneficiary, null);
  const bank = seen.destination ?? seen.default_bank;
  if (!bank) return asked.refuse({ code: 'payouts_not_allowed', param: 'destination' });
  const { id: destination, country, currency } = bank;
  return { of_payout: { beneficiary: null, destination, type: 'bank_account' }, country, currency, effects: null };
}

function toBeneficiary({ id, destination_data }: Beneficiary, effects: Effects): Whither {
  const of_payout = { beneficiary: id, destination: id, type: destination_data.destination_type };
  return { of_payout, ...whereabouts(destination_data), effects };
}
