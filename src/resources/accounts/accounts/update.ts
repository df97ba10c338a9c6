import { type Around, type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { pick } from '../../../kernel/base/members.js';
import { one, unique } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
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
import { files_of_account, requireFitDocuments } from './documents.js';
import { judge, of_it } from './judge.js';
import { notConnected } from './not-connected.js';
import { files_for_paypay, requireFitForPaypay } from './paypay-files.js';
import { scheduled, withPayoutDays } from './scheduled.js';
import { passwordIn, sealedIn } from './site-password.js';
import { account_token, account_token_read, accountTold, usedUp } from './told-by-token.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', {
  takes: { ...writable, ...said_by_platform, ...account_token, ...pick(account.fields, 'default_currency') },
  reads: {
    ...of_it,
    ...account_token_read,
    ...company_documents,
    ...files_of_account,
    ...files_for_paypay,
    bank: unique(bankAccount, { by: 'default_for_currency', of: 'default_currency' }),
    kept: one(account, 'id'),
    logo: one(file, 'settings.branding.logo'),
    icon: one(file, 'settings.branding.icon'),
    tax_ids: one(taxId, 'settings.invoices.default_account_tax_ids'),
  },
  decide: (
    { it, input: { account_token: named, ...sent }, token, bank, logo, icon, tax_ids, persons, capabilities: known, kept, ...documents },
    asked,
  ) => {
    const input = { ...sent, ...accountTold(named, sent, token, asked) };
    const { capabilities: wanted, company, external_account, individual, ...given } = input;
    requireFitDocuments(given.documents, documents, persons, asked);
    requireFitForPaypay(given.settings, documents, asked);
    const read = companyFrom(it, company, documents, asked);
    const entered = passwordIn(given.settings);
    requireFit({ logo, icon }, asked);
    requireOfAccount(tax_ids, 'settings[invoices][default_account_tax_ids]', asked);
    requireProcessors(given.settings?.payments?.disabled_processors ?? [], disabled_at, it.id, asked);
    if (wanted && !it.platform) asked.refuse(notConnected(it.id));
    if (individual && (given.business_type ?? it.business_type) !== 'individual') asked.refuse(no_individual);
    const paid_to = given.default_currency && destinationIn(it, given.default_currency, bank, asked);
    const planned = withPayoutDays(it.settings.payouts.schedule, { ...given, ...entered.change }, asked);
    const { links, effects } = pictureLinks(it, given.settings?.branding ?? {}, { logo, icon }, asked);
    const capabilities = wanted && { capabilities: withRequested(it.capabilities, wanted) };
    const change = { ...planned, ...read.change, ...capabilities, ...links, ...paid_to };
    const { changed, others } = judge(it, change, { persons, capabilities: known }, asked);
    return [
      usedUp(token),
      effects,
      changed,
      others,
      sealedIn(changed, kept ? asked.contents(kept) : {}, { ...read.vault, ...entered.vault }),
      individual && individualAfter(persons, individual, asked),
      external_account && run(addBankAccount, asked.fresh(bankAccount), { external_account, default_for_currency: true }),
      given.settings?.payouts?.schedule && scheduled(changed, asked),
    ];
  },
});

/** Where payouts go in another default currency: to its own bank account, as without one they would be paid out in a wrong currency. */
function destinationIn(it: It<typeof account>, currency: string, bank: It<typeof bankAccount> | null, asked: Asked) {
  if (it.default_destination === null || currency === it.default_currency) return {};
  if (bank) return { default_destination: bank.id };
  const message = `Payouts go to a bank account in ${it.default_currency}. Add an external account in ${currency} first.`;
  return asked.refuse({ code: 'parameter_invalid', param: 'default_currency', message });
}

/** The parameter of processors that are switched off. */
const disabled_at = 'settings[payments][disabled_processors]';

type Individual = Parameters<typeof ofIndividual>[0];

/** The individual of the account, updated, or created where there is none. */
function individualAfter(persons: readonly Person[], given: Individual, around: Around): Decision {
  const known = persons.find(({ relationship }) => relationship.representative);
  return known ? run(updatePerson, known, ofIndividual(given)) : run(createPerson, around.fresh(person), ofIndividual(given));
}
