import { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, nullable, required } from '../../../kernel/base/fields.js';
import { country, email, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { isCnpj, isCpf, isSsn } from '../../accounts/bank-details/checks.js';
import { masked } from '../../accounts/bank-details/masked.js';
import { address, office_number } from '../../parts.js';
import { phone } from './destination-input.js';

const of_anybody = {
  email: about('The e-mail address of the beneficiary.', email),
  id_country_iso_code: about('The country that issued `id_number`, as a two-letter ISO 3166-1 code.', country),
  id_type: about('The kind of `id_number`; the check digits of a `cnpj`, `cpf` or `social_security` are verified.', textOf(100)),
  phone: about('The telephone number of the beneficiary with its country code, such as +14155552671.', phone),
};
const of_business = { business_name: about('The legal name of the business.', textOf(256)), ...of_anybody };
const of_individual = {
  first_name: about('The given name of the person.', textOf(100)),
  last_name: about('The family name of the person.', textOf(100)),
  ...of_anybody,
};

const type = about(
  'Whether the beneficiary is a business or an individual; the member of that name has the details.',
  required(oneOf('business', 'individual')),
);

/** The beneficiary's entity in the shape of earlier API versions (published until 2023). */
export const entity_input = object({
  type,
  business: about(
    'Details of a business; required for the type `business`.',
    object({
      address: about('The address of the business.', address),
      additional_info: about(
        'The name, contact and identification of the business.',
        object({
          ...of_business,
          id_number: about('The registration or tax number of the business; stored in the vault and shown masked.', office_number),
        }),
      ),
    }),
  ),
  individual: about(
    'Details of a person; required for the type `individual`.',
    object({
      address: about('The home address of the person.', address),
      additional_info: about(
        'The name, contact and identification of the person.',
        object({
          ...of_individual,
          id_number: about('The national id or tax number of the person; stored in the vault and shown masked.', office_number),
        }),
      ),
    }),
  ),
});

/** The same as it may be seen. */
export const entity = nullable(
  sparse({
    type,
    business: about(
      'Details of a business; absent for an individual.',
      sparse({
        address: about('The address of the business.', address),
        additional_info: about(
          'The name, contact and identification of the business.',
          sparse({
            ...of_business,
            id_number: about('The registration or tax number of the business with all but its last characters masked.', text),
          }),
        ),
      }),
    ),
    individual: about(
      'Details of a person; absent for a business.',
      sparse({
        address: about('The home address of the person.', address),
        additional_info: about(
          'The name, contact and identification of the person.',
          sparse({
            ...of_individual,
            id_number: about('The national id or tax number of the person with all but its last characters masked.', text),
          }),
        ),
      }),
    ),
  }),
);

type EntityGiven = NonNullable<ReturnType<typeof entity_input.read>>;

/** An entity as stored, and the number for the vault. */
type Entity = { readonly shown: NonNullable<typeof entity.initial>; readonly vault: Readonly<Record<string, Concealed>> };

/** Numbers that offices give, as far as they have check digits or a form of their own, by the word for them. */
const id_checks: Readonly<Record<string, { readonly fits: (number: string) => boolean; readonly written: string }>> = {
  cnpj: { fits: isCnpj, written: 'a CNPJ of 14 digits with its check digits' },
  cpf: { fits: isCpf, written: 'a CPF of 11 digits with its check digits' },
  social_security: { fits: isSsn, written: 'a social security number of 9 digits' },
};

const missing = (param: string): Refusal => ({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });

/** Reads who a beneficiary is. `at` is the parameter it came in. */
export function entityFrom({ type, ...given }: EntityGiven, at: string, asked: Pick<Asked, 'refuse'>): Entity {
  const said = given[type];
  if (!said) return asked.refuse(missing(`${at}[${type}]`));
  const { additional_info, ...rest } = said;
  const { id_number, ...info } = additional_info ?? {};
  const plain = id_number?.reveal().replace(/[./]/g, '');
  const check = id_checks[(info.id_type ?? '').trim().toLowerCase()];
  const param = `${at}[${type}][additional_info][id_number]`;
  if (plain !== undefined && check && !check.fits(plain))
    return asked.refuse({ code: 'parameter_invalid', param, message: `Not valid: send ${check.written}.` });
  const seen = { ...rest, additional_info: { ...info, ...(plain !== undefined && { id_number: masked(plain) }) } };
  return { shown: { type, [type]: seen }, vault: plain === undefined ? {} : { id_number: new Concealed(plain) } };
}
