import { at, refuse, run, set } from '../../base/effects.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { rule } from '../../base/rules.js';
import { file } from '../files/file.js';
import { nextPayday } from '../payouts/schedule.js';
import { notOfAccount, taxId } from '../tax-ids/tax-id.js';
import { account, writable } from './account.js';
import { bankAccount } from './bank-account.js';
import { addBankAccount } from './bank-accounts.js';
import { logoLink, unfit } from './branding.js';
import { asked, notConnected, said_by_platform } from './connected.js';
import type { PayoutSchedule } from './payout-settings.js';
import { withJudgement } from './requirements.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', {
  takes: { ...writable, ...said_by_platform },
  reads: {
    logo: one(file, 'settings.branding.logo'),
    icon: one(file, 'settings.branding.icon'),
    tax_ids: one(taxId, 'settings.invoices.default_account_tax_ids'),
  },
  decide: ({ it, input, logo, icon, tax_ids }, around) => {
    const refusal = unfit({ logo, icon }) ?? notOfAccount(tax_ids, 'settings[invoices][default_account_tax_ids]');
    if (refusal) return refuse(refusal);
    const { logo_link, effects } = input.settings?.branding?.logo === undefined ? unchanged : logoLink(it, logo, around);
    const { capabilities: wanted, external_account, ...given } = input;
    if (wanted && !it.platform) return refuse(notConnected(it.id));
    const capabilities = wanted && { capabilities: asked(it.capabilities, wanted) };
    const changed = set(it, withJudgement(it, { ...given, ...capabilities, ...(logo_link !== undefined && { logo_link }) }));
    const banked = external_account && run(addBankAccount, around.fresh(bankAccount), { external_account, default_for_currency: true });
    if (!input.settings?.payouts?.schedule) return [effects, changed, banked];
    const { schedule } = changed.settings.payouts;
    const lacking = anchorless(schedule);
    if (lacking) return refuse(lacking);
    const next_payout = nextPayday(schedule, around.now, it.default_currency);
    const scheduled = set(changed, { next_payout }, null);
    return [effects, changed, banked, scheduled, at(next_payout, scheduled, 'pay_out')];
  },
});

const unchanged = { logo_link: undefined, effects: null };

/** Why a schedule names no day; null where it does. */
function anchorless({ interval, monthly_anchor, weekly_anchor }: PayoutSchedule): Refusal | null {
  const lacks = (name: string): Refusal => {
    const param = `settings[payouts][schedule][${name}]`;
    return { code: 'parameter_missing', param, message: `Missing required param: ${param}. A ${interval} schedule says on which day.` };
  };
  if (interval === 'weekly' && weekly_anchor === null) return lacks('weekly_anchor');
  return interval === 'monthly' && monthly_anchor === null ? lacks('monthly_anchor') : null;
}
