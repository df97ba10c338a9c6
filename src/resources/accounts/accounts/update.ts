import { type Around, type Asked, at, type Decision, type Effects, run, seal, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { file } from '../../core/files/file.js';
import { requireOfAccount, taxId } from '../../customers/tax-ids/tax-id.js';
import { createPerson, updatePerson } from '../persons/index.js';
import { type Person, person } from '../persons/person.js';
import { account, writable } from './account.js';
import { bankAccount } from './bank-account.js';
import { addBankAccount } from './bank-accounts.js';
import { pictureLinks, requireFit } from './branding.js';
import { company_documents, companyFrom } from './company.js';
import { no_individual, ofIndividual, said_by_platform, withRequested } from './connected.js';
import { judge, of_it } from './judge.js';
import { notConnected } from './not-connected.js';
import { nextPayday } from './payday.js';
import type { PayoutSchedule } from './payout-settings.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', {
  takes: { ...writable, ...said_by_platform },
  reads: {
    ...of_it,
    ...company_documents,
    kept: one(account, 'id'),
    logo: one(file, 'settings.branding.logo'),
    icon: one(file, 'settings.branding.icon'),
    tax_ids: one(taxId, 'settings.invoices.default_account_tax_ids'),
  },
  decide: ({ it, input, logo, icon, tax_ids, persons, capabilities: known, kept, ...documents }, asked) => {
    const { capabilities: wanted, company, external_account, individual, ...given } = input;
    const read = companyFrom(it, company, documents, asked);
    requireFit({ logo, icon }, asked);
    requireOfAccount(tax_ids, 'settings[invoices][default_account_tax_ids]', asked);
    if (wanted && !it.platform) asked.refuse(notConnected(it.id));
    if (individual && (given.business_type ?? it.business_type) !== 'individual') asked.refuse(no_individual);
    requireAnchor({ ...it.settings.payouts.schedule, ...given.settings?.payouts?.schedule }, asked);
    const { links, effects } = pictureLinks(it, given.settings?.branding ?? {}, { logo, icon }, asked);
    const capabilities = wanted && { capabilities: withRequested(it.capabilities, wanted) };
    const change = { ...given, ...read.change, ...capabilities, ...links };
    const { changed, others } = judge(it, change, { persons, capabilities: known }, asked);
    return [
      effects,
      changed,
      others,
      Object.keys(read.vault).length > 0 && seal(changed, { ...(kept && asked.contents(kept)), ...read.vault }),
      individual && individualAfter(persons, individual, asked),
      external_account && run(addBankAccount, asked.fresh(bankAccount), { external_account, default_for_currency: true }),
      given.settings?.payouts?.schedule && scheduled(changed, asked),
    ];
  },
});

type Account = It<typeof account>;
type Individual = Parameters<typeof ofIndividual>[0];

/** The individual of the account, updated, or created where there is none. */
function individualAfter(persons: readonly Person[], given: Individual, around: Around): Decision {
  const known = persons.find(({ relationship }) => relationship.representative);
  return known ? run(updatePerson, known, ofIndividual(given)) : run(createPerson, around.fresh(person), ofIndividual(given));
}

/** The next day of the schedule, and what waits for it. */
function scheduled(changed: Account, around: Around): Effects {
  const next_payout = nextPayday(changed.settings.payouts.schedule, around.now, changed.default_currency);
  const set_anew = set(changed, { next_payout }, null);
  return [set_anew, at(next_payout, set_anew, 'pay_out')];
}

/** Why a schedule names no day; null where it does. */
function requireAnchor({ interval, monthly_anchor, weekly_anchor }: PayoutSchedule, asked: Asked): void {
  const lacks = (name: string): Refusal => {
    const param = `settings[payouts][schedule][${name}]`;
    return { code: 'parameter_missing', param, message: `Missing required param: ${param}. A ${interval} schedule says on which day.` };
  };
  if (interval === 'weekly' && weekly_anchor === null) asked.refuse(lacks('weekly_anchor'));
  if (interval === 'monthly' && monthly_anchor === null) asked.refuse(lacks('monthly_anchor'));
}
