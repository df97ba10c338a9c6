import { type Asked, refusingAs } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { asPercentages, requireShared } from '../../connect/transfers/sharing.js';
import { requireIssuer } from '../invoices/shares.js';
import { requireAutomatic } from '../invoices/taxed-by.js';
import { passedOnTo } from '../subscriptions/settings.js';
import type { default_settings_input, Phase, Schedule } from './schedule.js';
import { automaticKept } from './stored.js';
import { type PhaseSettings, settingsIn } from './terms.js';

type Account = It<typeof account>;

/** Who keeps a fee of what phases bill, and whom it is passed on to. */
export const shared_reads = {
  taker: own(account),
  of_phases: one(account, 'phases.transfer_data.destination'),
  of_default: one(account, 'default_settings.transfer_data.destination'),
} as const;

type Seen = {
  readonly taker: Account | null;
  readonly of_phases: { readonly get: (id: string) => Account | null } | null;
  readonly of_default: Account | null;
};

type Defaults = Given<{ default_settings: typeof default_settings_input }>;

/** What phases are by default, as it is stored. */
export function defaultsSaid({ default_settings: said }: Defaults) {
  if (!said) return {};
  const { automatic_tax, transfer_data: passed, ...others } = said;
  const settings = {
    ...others,
    ...(automatic_tax && { automatic_tax: automaticKept(automatic_tax.enabled) }),
    ...(passed !== undefined && { transfer_data: passed && passedOnTo(passed) }),
  };
  return { default_settings: settings };
}

type Judged = Pick<Phase, keyof PhaseSettings | 'default_tax_rates' | 'invoice_settings'>;

/** A refusal of a member, as that of the object in which it stands. */
const under =
  (at: string) =>
  (refusal: Refusal): Refusal =>
    refusal.param === undefined ? refusal : { ...refusal, param: refusal.param.replace(/^[^[]+/, (name) => `${at}[${name}]`) };

/** Why what phases bill cannot be shared so, by what they and their schedule say together; `root` is where they are said. */
export function requireShares(
  { default_settings }: Pick<Schedule, 'default_settings'>,
  phases: readonly Judged[],
  seen: Seen,
  own_id: string,
  asked: Asked,
  root = 'phases',
): void {
  requireIssuer(default_settings.invoice_settings.issuer, asked, 'default_settings[invoice_settings][issuer]');
  for (const [place, phase] of phases.entries()) {
    const at = `${root}[${place}]`;
    const { application_fee_percent: fee, automatic_tax, transfer_data: passed } = settingsIn({ default_settings }, phase);
    const taxed_at = phase.automatic_tax ? at : 'default_settings';
    requireAutomatic(automatic_tax ?? undefined, { account: seen.taker, rates: undefined }, refusingAs(asked, under(taxed_at)));
    requireAutomatic(automatic_tax ?? undefined, { account: seen.taker, rates: phase.default_tax_rates }, refusingAs(asked, under(at)));
    const says_itself = phase.application_fee_percent !== null || phase.transfer_data !== null;
    const names = asPercentages(says_itself ? at : 'default_settings');
    const destination = passed && (phase.transfer_data ? seen.of_phases?.get(passed.destination) : seen.of_default);
    const sent = { fee, passed: passed && { destination: passed.destination, part: passed.amount_percent } };
    const issuer = phase.invoice_settings?.issuer;
    requireShared(sent, { taker: seen.taker, destination: destination ?? null }, own_id, names, asked);
    if (issuer) requireIssuer(issuer, asked, `${at}[invoice_settings][issuer]`);
  }
}
