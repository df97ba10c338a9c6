import { type Around, type Decision, run, seal } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import { file } from '../../core/files/file.js';
import { requireProcessors } from '../../core/routing/processors.js';
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
import { scheduled, withPayoutDays } from './scheduled.js';
import { account_token, account_token_read, accountTold, usedUp } from './told-by-token.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', {
  takes: { ...writable, ...said_by_platform, ...account_token },
  reads: {
    ...of_it,
    ...account_token_read,
    ...company_documents,
    kept: one(account, 'id'),
    logo: one(file, 'settings.branding.logo'),
    icon: one(file, 'settings.branding.icon'),
    tax_ids: one(taxId, 'settings.invoices.default_account_tax_ids'),
  },
  decide: (
    { it, input: { account_token: named, ...sent }, token, logo, icon, tax_ids, persons, capabilities: known, kept, ...documents },
    asked,
  ) => {
    const input = { ...sent, ...accountTold(named, sent, token, asked) };
    const { capabilities: wanted, company, external_account, individual, ...given } = input;
    const read = companyFrom(it, company, documents, asked);
    requireFit({ logo, icon }, asked);
    requireOfAccount(tax_ids, 'settings[invoices][default_account_tax_ids]', asked);
    requireProcessors(given.settings?.payments?.disabled_processors ?? [], disabled_at, it.id, asked);
    if (wanted && !it.platform) asked.refuse(notConnected(it.id));
    if (individual && (given.business_type ?? it.business_type) !== 'individual') asked.refuse(no_individual);
    const planned = withPayoutDays(it.settings.payouts.schedule, given, asked);
    const { links, effects } = pictureLinks(it, given.settings?.branding ?? {}, { logo, icon }, asked);
    const capabilities = wanted && { capabilities: withRequested(it.capabilities, wanted) };
    const change = { ...planned, ...read.change, ...capabilities, ...links };
    const { changed, others } = judge(it, change, { persons, capabilities: known }, asked);
    return [
      usedUp(token),
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

/** The parameter of processors that are switched off. */
const disabled_at = 'settings[payments][disabled_processors]';

type Individual = Parameters<typeof ofIndividual>[0];

/** The individual of the account, updated, or created where there is none. */
function individualAfter(persons: readonly Person[], given: Individual, around: Around): Decision {
  const known = persons.find(({ relationship }) => relationship.representative);
  return known ? run(updatePerson, known, ofIndividual(given)) : run(createPerson, around.fresh(person), ofIndividual(given));
}
