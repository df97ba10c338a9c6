import { about, nullable, required } from '../../../kernel/base/fields.js';
import { concealed, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { bank_account_input } from '../accounts/bank-account.js';
import { company_input } from '../accounts/company.js';
import { individual_input, person_input } from '../persons/input.js';

const { relationship: _, ...of_person } = person_input;

/** The session secret of a visitor: the page chooses it, and it is never shown again. */
export const session_member = {
  session: about(
    "The secret of the visitor's session, of 22 to 100 characters, which the page chooses when it opens the link.",
    required(concealed(/^[\w-]{22,100}$/, 'parameter_invalid', /(?!)/)),
  ),
} as const;

/** The input of a link's page: nothing that only a platform decides. */
export const told_members = {
  ...session_member,
  business_profile: about(
    'What the business does and where it is found.',
    object({
      mcc: about('The merchant category code of the business: four digits.', textOf(4)),
      name: about('The name under which customers know the business.', text),
      product_description: about('What the business sells, in place of a website.', text),
      url: about('The address of the website of the business.', url),
    }),
  ),
  business_type: about(
    'The legal form of the business, which decides what else is due.',
    oneOf('company', 'government_entity', 'individual', 'non_profit'),
  ),
  company: about('Details of the company, for every legal form except an individual.', company_input),
  external_account: about('The bank account that receives payouts.', bank_account_input),
  individual: about('Details of the person whose business the account is.', individual_input),
  owner: about('An owner of the company, who is added to its persons.', object(of_person)),
  persons: about(
    'Answers for persons of the account that exist already, at most 20.',
    listOf(object({ id: about('The person that the answers are for.', required(ref('person'))), ...of_person }), 20),
  ),
  representative: about(
    'The representative of the company, who is updated, or created if there is none.',
    object({
      ...of_person,
      relationship: about(
        'What the representative is to the company.',
        object({ title: about('The job title of the representative.', nullable(text)) }),
      ),
    }),
  ),
  tos_acceptance: about(
    'The acceptance of the terms of service at the moment of the request.',
    object({
      ip: about('The IP address from which the terms were accepted.', textOf(45)),
      user_agent: about('The user agent of the browser in which the terms were accepted.', text),
    }),
  ),
} as const;
