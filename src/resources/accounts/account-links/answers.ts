import { nullable, required } from '../../../kernel/base/fields.js';
import { concealed, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { bank_account_input } from '../accounts/bank-account.js';
import { company_input } from '../accounts/company.js';
import { individual_input, person_input } from '../persons/input.js';

const { relationship: _, ...of_person } = person_input;

/** The session secret of a visitor: the page chooses it, and it is never shown again. */
export const session_member = { session: required(concealed(/^[\w-]{22,100}$/, 'parameter_invalid', /(?!)/)) } as const;

/** The input of a link's page: nothing that only a platform decides. */
export const told_members = {
  ...session_member,
  business_profile: object({ mcc: textOf(4), name: text, product_description: text, url }),
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  company: company_input,
  external_account: bank_account_input,
  individual: individual_input,
  /** An owner of the company. */
  owner: object(of_person),
  persons: listOf(object({ id: required(ref('person')), ...of_person }), 20),
  representative: object({ ...of_person, relationship: object({ title: nullable(text) }) }),
  tos_acceptance: object({ ip: textOf(45), user_agent: text }),
} as const;
