import { shareOf } from '../../../arithmetic/billing/shares.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { as_amounts, requireShared } from '../../connect/transfers/sharing.js';
import type { Invoice } from './invoice.js';

type Account = It<typeof account>;

type PassedOn = NonNullable<Invoice['transfer_data']>;

/** How all invoices of a subscription are shared. */
export type Percentages = {
  readonly application_fee_percent: number | null;
  readonly transfer_data: { readonly amount_percent: number | null; readonly destination: string } | null;
};

/** The parts of an invoice that follow its amount due. */
type Followed = Pick<Invoice, 'percentages' | 'transfer_data'>;

/** How an invoice of a subscription is shared. Shares without a destination are not stored. */
export function sharedBy({ application_fee_percent: fee, transfer_data: passed }: Percentages, taker: Account | null, amount_due: number) {
  const percentages = { fee: passed || taker?.platform ? fee : null, passed: passed?.amount_percent ?? null };
  const transfer_data = passed && { amount: null, destination: passed.destination };
  return { transfer_data, percentages, ...partsOf({ percentages, transfer_data }, amount_due) };
}

/** The parts of an invoice of a subscription, of which so much is due by now; what a caller has said in their place stays. */
export function partsOf({ percentages, transfer_data }: Followed, amount_due: number) {
  const { fee = null, passed = null } = percentages ?? {};
  return {
    ...(fee !== null && { application_fee_amount: shareOf(amount_due, fee) }),
    ...(passed !== null && transfer_data && { transfer_data: { ...transfer_data, amount: shareOf(amount_due, passed) } }),
  };
}

type Given = {
  readonly application_fee_amount?: number | null;
  readonly issuer?: Invoice['issuer'];
  readonly transfer_data?: { readonly amount?: number | null; readonly destination?: string } | null;
};

/** What a caller says of it as it is stored: a destination without an amount gets all. */
export const sharesSaid = ({ transfer_data: passed, application_fee_amount: fee }: Given) => ({
  ...(fee !== undefined && { application_fee_amount: fee }),
  ...(passed !== undefined && { transfer_data: passed && { amount: null, ...passed } }),
});

/** The percentages that are left where a caller says amounts. */
export const percentagesBeside = ({ percentages }: Pick<Invoice, 'percentages'>, { application_fee_amount: fee, transfer_data }: Given) =>
  percentages && {
    percentages: {
      fee: fee === undefined ? percentages.fee : null,
      passed: transfer_data === undefined ? percentages.passed : null,
    },
  };

type Seen = { readonly taker: Account | null; readonly destination: Account | null };

/** Why an invoice cannot be shared so, or be from such an issuer; how much of it is shared in the end depends on what is charged. */
export function requireShares(
  { application_fee_amount: fee = null, issuer, transfer_data = null }: Given,
  seen: Seen,
  own_id: string,
  asked: Asked,
): void {
  const passed = transfer_data && { destination: transfer_data.destination ?? '', part: transfer_data.amount ?? null };
  if (issuer) requireIssuer(issuer, asked);
  requireShared({ fee, passed }, seen, own_id, as_amounts, asked);
}

/** Refuses an issuer that cannot issue the invoice; `at` names its parameter. */
export function requireIssuer({ account, type }: Invoice['issuer'], asked: Asked, at = 'issuer'): void {
  if (type === 'account' && account === undefined) {
    asked.refuse({
      code: 'parameter_missing',
      param: `${at}[account]`,
      message: `Missing required param: ${at}[account]. It names the account that issues the invoice.`,
    });
    return;
  }
  if (type === 'self' && account !== undefined) {
    asked.refuse({
      code: 'parameter_invalid',
      param: `${at}[account]`,
      message: `Send ${at}[type]=account for an invoice that another account issues.`,
    });
    return;
  }
}

/** Refuses a transfer to an account that can no longer receive it. */
export const requirePassable = ({ transfer_data }: Invoice, destination: Account | null, own_id: string, asked: Asked): void => {
  if (transfer_data && !destination) asked.refuse(gone);
  else requireShared({ fee: null, passed: null }, { taker: null, destination }, own_id, as_amounts, asked);
};

const gone: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'transfer_data[destination]',
  message: 'The account that this invoice is passed on to is no longer connected. Name another one, or unset transfer_data.',
};

/** How a payment of so much of an invoice is shared: of less than was meant, no more than that. */
export const sharesOf = ({ application_fee_amount: fee, transfer_data: passed }: Invoice, amount: number) => ({
  application_fee_amount: fee && Math.min(fee, amount),
  transfer_data: passed && upTo(passed, amount),
});

const upTo = ({ amount: part, destination }: PassedOn, amount: number) => ({
  amount: part === null ? null : Math.min(part, amount),
  destination,
});
