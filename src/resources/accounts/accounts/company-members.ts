import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, integerOrDigits, oneOf, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { address, japanese_address } from '../../parts.js';
import { document_shown } from '../persons/person.js';

const declaration = nullable(
  object({
    date: about('When it was declared, in Unix seconds.', nullable(timestamp)),
    ip: about('The IP address from which it was declared.', nullable(textOf(45))),
    user_agent: about('The user agent of the browser in which it was declared.', nullable(text)),
  }),
);

const place = nullable(address);

/** The members of a company that a platform sends and reads alike. */
export const company_members = {
  address: about('The registered address of the company.', place),
  address_kana: about('The registered address of the company in kana, for Japan.', nullable(japanese_address)),
  address_kanji: about('The registered address of the company in kanji, for Japan.', nullable(japanese_address)),
  administrative_address: about('The address from which the company is administered; recorded as sent.', place),
  directors_provided: about('Whether all directors have been added as persons, as you state.', flag),
  directorship_declaration: about('The declaration that the directors are complete; recorded as sent.', declaration),
  executives_provided: about('Whether all executives have been added as persons, as you state.', flag),
  export_license_id: about('The license of an exporter, for India; recorded as sent.', nullable(textOf(100))),
  export_purpose_code: about('The purpose of exports by its code, for India; recorded as sent.', nullable(textOf(100))),
  name: about('The legal name of the company.', nullable(text)),
  name_kana: about('The legal name of the company in kana, for Japan.', nullable(text)),
  name_kanji: about('The legal name of the company in kanji, for Japan.', nullable(text)),
  owners_provided: about('Whether all owners have been added as persons, as you state; then no further owner is asked for.', flag),
  ownership_declaration: about('The declaration that the owners are complete; recorded as sent.', declaration),
  ownership_exemption_reason: about(
    'Why the company does not name its owners; recorded as sent.',
    nullable(oneOf('qualified_entity_exceeds_ownership_threshold', 'qualifies_as_financial_institution')),
  ),
  phone: about('The telephone number of the company, of at most 100 characters.', nullable(textOf(100))),
  physical_address: about('The address at which the company works; recorded as sent.', place),
  principal_place_of_business: about('The main place of business of the company; recorded as sent.', place),
  registration_date: about(
    'The day on which the company was registered.',
    nullable(
      object({
        day: about('The day of the month, from 1 to 31.', nullable(integerOrDigits({ minimum: 1, maximum: 31 }))),
        month: about('The month, from 1 for January to 12.', nullable(integerOrDigits({ minimum: 1, maximum: 12 }))),
        year: about('The year in four digits.', nullable(integerOrDigits({ minimum: 1000, maximum: 9999 }))),
      }),
    ),
  ),
  representative_declaration: about('The declaration that the representative may act for the company; recorded as sent.', declaration),
  structure: about('The legal structure of the company, such as a partnership; recorded as sent.', nullable(text)),
  tax_id_registrar: about('The registry that issued the tax number, for Germany; recorded as sent.', nullable(text)),
} as const;

/** A company as it is shown: which numbers are known, and never what they are. */
export const company = object({
  ...company_members,
  registration_number_provided: about('Whether a registration number was sent; it is stored in the vault and never shown.', flag),
  tax_id_provided: about('Whether a tax number was sent; it is stored in the vault and never shown.', flag),
  vat_id_provided: about('Whether a VAT number was sent; it is stored in the vault and never shown.', flag),
  verification: about(
    'What was found when the company was verified.',
    object({ document: about('A document that identifies the company, with what is wrong with it.', document_shown) }),
  ),
});
