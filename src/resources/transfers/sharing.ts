import { nullable, object } from '../../base/fields.js';
import { integer } from '../../base/kinds.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import type { account } from '../accounts/account.js';
import { transfer_data } from '../parts.js';
import { untransferable } from './destination.js';

type Account = It<typeof account>;

const share = integer({ minimum: 0, maximum: 99_999_999_999 });

/** With whom a payment is shared: a fee of the platform's, and the connected account for which it is taken. */
export const sharing_params = { application_fee_amount: nullable(share), transfer_data } as const;

/** What of that can still be changed once it is made: how much. */
export const shares_params = { application_fee_amount: nullable(share), transfer_data: object({ amount: share }) } as const;

type Shares = {
  readonly amount: number;
  readonly application_fee_amount: number | null;
  readonly fx_quote?: string | null;
  readonly transfer_data: { readonly amount: number | null; readonly destination: string } | null;
};

type Seen = { readonly taker: Account | null; readonly destination: Account | null };

const at_destination = 'transfer_data[destination]';

/** Why a payment cannot be shared so; null where it can. */
export function unshareable(it: Shares, { taker, destination }: Seen, own_id: string): Refusal | null {
  const { amount, application_fee_amount: fee, transfer_data: passed } = it;
  if (it.fx_quote && isShared(it)) return { ...unsharable, param: fee ? 'application_fee_amount' : 'transfer_data' };
  if (passed && !passed.destination) return { code: 'parameter_missing', param: at_destination };
  if (passed && fee && passed.amount !== null)
    return {
      code: 'parameters_exclusive',
      param: 'transfer_data[amount]',
      message: 'Send only one of application_fee_amount and transfer_data[amount]: both say what the platform keeps.',
    };
  if (fee && !passed && !taker?.platform) return without_account;
  if ((fee ?? 0) > amount) return { code: 'amount_too_large', param: 'application_fee_amount', message: `At most ${amount} can be kept.` };
  if ((passed?.amount ?? 0) > amount)
    return { code: 'amount_too_large', param: 'transfer_data[amount]', message: `At most ${amount} can be transferred.` };
  return destination && untransferable(destination, own_id, at_destination);
}

/** The same of one that has been made, for as much as it will then be; nobody else can be made its destination. */
export const unshareableSo = (it: Shares, changed: Shares, taker: Account | null, own_id: string): Refusal | null =>
  changed.transfer_data && !it.transfer_data ? passes_nothing_on : unshareable(changed, { taker, destination: null }, own_id);

const passes_nothing_on: Refusal = {
  code: 'parameter_invalid',
  param: 'transfer_data',
  message: 'This payment was not made for a connected account, so that nothing of it is passed on. Leave transfer_data out.',
};

/** Whether anybody else gets something of a payment. */
export const isShared = ({ application_fee_amount: fee, transfer_data }: Omit<Shares, 'amount'>): boolean => Boolean(fee || transfer_data);

const unsharable = {
  code: 'parameters_exclusive',
  message: 'What is converted (fx_quote) is not shared. Leave this out, and transfer funds once they are there.',
} as const;

const without_account: Refusal = {
  code: 'parameter_invalid',
  param: 'application_fee_amount',
  message:
    'A fee is kept of a payment in the name of a connected account (the Stripe-Account header), or of one that is passed on (transfer_data[destination]).',
};
