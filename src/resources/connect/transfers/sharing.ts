import type { Asked } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { integer } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { transfer_data } from '../../parts.js';
import { requireTransferable } from './destination.js';

type Account = It<typeof account>;

/** How much of something is kept or passed on. */
export const share = integer({ minimum: 0, maximum: 99_999_999_999 });

/** With whom a payment is shared: a fee of the platform's, and the connected account for which it is taken. */
export const sharing_params = {
  application_fee_amount: about(
    "The platform's fee in minor units, at most the amount of the payment; for payments of a connected account.",
    nullable(share),
  ),
  transfer_data: about('The connected account that the payment is transferred to once it succeeds.', transfer_data),
} as const;

/** What of that can still be changed once it is made: how much. */
export const shares_params = {
  application_fee_amount: about(
    "The platform's fee in minor units, at most the captured amount; it replaces the earlier one.",
    nullable(share),
  ),
  transfer_data: about(
    'What changes of the transfer to the connected account.',
    object({ amount: about('How much is transferred in minor units, at most the captured amount.', share) }),
  ),
} as const;

type Shares = {
  readonly amount: number;
  readonly application_fee_amount: number | null;
  readonly fx_quote?: string | null;
  readonly transfer_data: { readonly amount: number | null; readonly destination: string } | null;
};

type Seen = { readonly taker: Account | null; readonly destination: Account | null };

/** With whom money is shared, and how much of it: as an amount or as a percentage. */
type Sent = {
  readonly fee: number | null;
  readonly passed: { readonly destination: string; readonly part: number | null } | null;
};

/** The parameters that say so. */
type Names = { readonly fee: string; readonly passed: string; readonly part: string };

/** Those of one payment or invoice. */
export const as_amounts: Names = { fee: 'application_fee_amount', passed: 'transfer_data', part: 'transfer_data[amount]' };

/** Those of what is billed again and again; `at` is where it is said. */
export const asPercentages = (at = ''): Names => {
  const under = (name: string): string => (at === '' ? name : `${at}[${name}]`);
  const passed = under('transfer_data');
  return { fee: under('application_fee_percent'), passed, part: `${passed}[amount_percent]` };
};

/** Why money cannot be shared with those who are named, however much it is; null where it can. */
export function requireShared({ fee, passed }: Sent, { taker, destination }: Seen, own_id: string, names: Names, asked: Asked): void {
  const at_destination = `${names.passed}[destination]`;
  if (passed && !passed.destination) asked.refuse({ code: 'parameter_missing', param: at_destination });
  if (passed && fee && passed.part !== null) {
    asked.refuse({
      code: 'parameters_exclusive',
      param: names.part,
      message: `Send only one of ${names.fee} and ${names.part}: both say what the platform keeps.`,
    });
    return;
  }
  if (fee && !passed && !taker?.platform) asked.refuse(withoutAccount(names));
  if (destination) requireTransferable(destination, own_id, asked, at_destination);
}

/** Why a payment cannot be shared so; null where it can. */
export function requireShareable(it: Shares, seen: Seen, own_id: string, asked: Asked): void {
  const { amount, application_fee_amount: fee, transfer_data: passed } = it;
  if (it.fx_quote && isShared(it)) asked.refuse({ ...converted, param: fee ? 'application_fee_amount' : 'transfer_data' });
  requireShared(sent(it), seen, own_id, as_amounts, asked);
  if ((fee ?? 0) > amount)
    asked.refuse({ code: 'amount_too_large', param: 'application_fee_amount', message: `At most ${amount} can be kept.` });
  if ((passed?.amount ?? 0) > amount)
    asked.refuse({ code: 'amount_too_large', param: 'transfer_data[amount]', message: `At most ${amount} can be transferred.` });
}

const sent = ({ application_fee_amount: fee, transfer_data: passed }: Pick<Shares, 'application_fee_amount' | 'transfer_data'>): Sent => ({
  fee,
  passed: passed && { destination: passed.destination, part: passed.amount },
});

/** Likewise for an existing payment with its new amount; its destination cannot change. */
export const requireShareableSo = (it: Shares, changed: Shares, taker: Account | null, own_id: string, asked: Asked): void => {
  if (changed.transfer_data && !it.transfer_data) asked.refuse(passes_nothing_on);
  else requireShareable(changed, { taker, destination: null }, own_id, asked);
};

const passes_nothing_on: Refusal = {
  code: 'parameter_invalid',
  param: 'transfer_data',
  message: 'This payment was not made for a connected account, so none of it is transferred. Leave transfer_data out.',
};

/** Whether another account shares a payment. */
export const isShared = ({ application_fee_amount: fee, transfer_data }: Omit<Shares, 'amount'>): boolean => Boolean(fee || transfer_data);

const converted = {
  code: 'parameters_exclusive',
  message: 'A payment that is converted (fx_quote) cannot be shared. Leave this out, and transfer funds once they are available.',
} as const;

const withoutAccount = ({ fee, passed }: Names): Refusal => ({
  code: 'parameter_invalid',
  param: fee,
  message: `A fee is kept of a payment in the name of a connected account (the Stripe-Account header), or of one that is passed on (${passed}[destination]).`,
});
