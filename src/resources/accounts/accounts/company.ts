import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { office_number } from '../../parts.js';
import { foundOf } from '../persons/checks.js';
import { document_input } from '../persons/input.js';
import { documentAfter, requireFitDocument } from '../persons/read.js';
import type { account } from './account.js';
import { company_members } from './company-members.js';

/** The numbers of a company, which only the vault holds. */
export const numbers_of_company = {
  registration_number: about('The number of the company in its register; stored in the vault and never shown.', office_number),
  tax_id: about('The tax number of the company; stored in the vault and never shown.', office_number),
  vat_id: about('The VAT number of the company; stored in the vault and never shown.', office_number),
} as const;

/** A company as a platform sends it. */
export const company_input = object({
  ...company_members,
  ...numbers_of_company,
  verification: about(
    'Documents that identify the company.',
    object({ document: about('A document that shows the name and the tax number of the company.', document_input) }),
  ),
});

type CompanyGiven = NonNullable<ReturnType<typeof company_input.read>>;
type File = It<typeof file>;

/** The files that a document of the company names. */
export const company_documents = {
  company_front: one(file, 'company.verification.document.front'),
  company_back: one(file, 'company.verification.document.back'),
} as const;

type Documents = { readonly company_front: File | null; readonly company_back: File | null };
type Read = { readonly change: Settable<typeof account>; readonly vault: Readonly<Record<string, Concealed>> };

/** What is said of a company as it is kept, and what of it goes to the vault; or why it cannot be. */
export function companyFrom(
  { company: before }: Pick<It<typeof account>, 'company'>,
  given: CompanyGiven | undefined,
  { company_front: front, company_back: back }: Documents,
  asked: Asked,
): Read {
  const { livemode } = asked;
  if (!given) return { change: {}, vault: {} };
  const { registration_number, tax_id, vat_id, verification, ...plain } = given;
  const { document } = verification ?? {};
  requireFitDocument(document, { front, back }, 'company[verification][document]', livemode, asked);
  const company = {
    ...plain,
    ...(registration_number && { registration_number_provided: true }),
    ...(tax_id && { tax_id_provided: true }),
    ...(vat_id && { vat_id_provided: true }),
    ...(document && { verification: { document: documentAfter(before?.verification.document ?? {}, document, livemode) } }),
  };
  return {
    change: { company, ...(tax_id && { tax_id_found: foundOf(tax_id, livemode) }) },
    vault: {
      ...(registration_number && { registration_number }),
      ...(tax_id && { tax_id }),
      ...(vat_id && { vat_id }),
    },
  };
}
