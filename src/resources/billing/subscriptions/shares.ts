import type { Asked } from '../../../kernel/base/effects.js';
import { type Given, pick } from '../../../kernel/base/fields.js';
import { one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { asPercentages, requireShared } from '../../connect/transfers/sharing.js';
import type { Invoice } from '../invoices/invoice.js';
import { type Percentages, requireIssuer } from '../invoices/shares.js';
import { settings } from './parts.js';

type Account = It<typeof account>;

/** Whom invoices are passed on to. */
export const shared_reads = { destination: one(account, 'transfer_data.destination') } as const;

type Sent = {
  readonly application_fee_percent?: number | null;
  readonly invoice_settings?: { readonly issuer?: Invoice['issuer'] };
  readonly transfer_data?: { readonly amount_percent?: number | null; readonly destination: string } | null;
};

/** Whom invoices are passed on to, as it is stored: who is named without a percentage gets all. */
export const passedOnTo = <P extends { readonly destination: string }>(passed: P) => ({ amount_percent: null, ...passed });

/** The input of previews. */
export const shared_input = pick(settings, 'application_fee_percent', 'on_behalf_of', 'transfer_data');

type Told = Given<typeof shared_input>;

/** The same members of a subscription. */
export const sharesTold = ({ application_fee_percent: fee, on_behalf_of, transfer_data: passed }: Told) => ({
  ...(fee !== undefined && { application_fee_percent: fee }),
  ...(on_behalf_of !== undefined && { on_behalf_of }),
  ...(passed !== undefined && { transfer_data: passed && passedOnTo(passed) }),
});

/** What is not said yet. */
export const nothing_shared: Percentages = { application_fee_percent: null, transfer_data: null };

type Seen = { readonly taker: Account | null; readonly destination: Account | null };

/** Why invoices cannot be shared so, or be from such an issuer; what is not said is as it was. */
export function requireShares(was: Percentages, given: Sent, seen: Seen, own_id: string, asked: Asked): void {
  const { application_fee_percent: fee = was.application_fee_percent, transfer_data: passed = was.transfer_data } = given;
  const issuer = given.invoice_settings?.issuer;
  if (issuer) requireIssuer(issuer, asked, 'invoice_settings[issuer]');
  if (given.application_fee_percent === undefined && given.transfer_data === undefined) return;
  const part = passed?.amount_percent ?? null;
  const sent = { fee, passed: passed && { destination: passed.destination, part } };
  requireShared(sent, seen, own_id, asPercentages(), asked);
}
