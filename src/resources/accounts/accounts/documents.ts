import type { Asked } from '../../../kernel/base/effects.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { requireFitFile } from '../persons/read.js';

type File = It<typeof file>;

/** The files of the documents of a bank account, each read under the name of its document. */
export const files_of_bank_account = {
  files_of_bank_account_ownership_verification: one(file, 'documents.bank_account_ownership_verification.files'),
} as const;

/** The files of the documents of a business. */
export const files_of_account = {
  ...files_of_bank_account,
  files_of_company_license: one(file, 'documents.company_license.files'),
  files_of_company_memorandum_of_association: one(file, 'documents.company_memorandum_of_association.files'),
  files_of_company_ministerial_decree: one(file, 'documents.company_ministerial_decree.files'),
  files_of_company_registration_verification: one(file, 'documents.company_registration_verification.files'),
  files_of_company_tax_id_verification: one(file, 'documents.company_tax_id_verification.files'),
  files_of_proof_of_address: one(file, 'documents.proof_of_address.files'),
  files_of_proof_of_business_presence: one(file, 'documents.proof_of_business_presence.files'),
  files_of_proof_of_registration: one(file, 'documents.proof_of_registration.files'),
  files_of_proof_of_ultimate_beneficial_ownership: one(file, 'documents.proof_of_ultimate_beneficial_ownership.files'),
} as const;

/** The files of the documents of a person. */
export const files_of_person = {
  files_of_company_authorization: one(file, 'documents.company_authorization.files'),
  files_of_passport: one(file, 'documents.passport.files'),
  files_of_visa: one(file, 'documents.visa.files'),
} as const;

type Given = Readonly<
  Record<string, { readonly files?: readonly string[]; readonly signer?: { readonly person?: string } | undefined } | undefined>
>;
type Read = { readonly [name: `files_of_${string}`]: Found<File | null> | null };

/** Refuses documents whose files are missing or have another purpose, and signers who are no persons of the account. */
export function requireFitDocuments(given: Given | undefined, read: Read, persons: readonly { readonly id: string }[], asked: Asked): void {
  for (const [kind, { files = [], signer } = {}] of Object.entries(given ?? {})) {
    const found = read[`files_of_${kind}` as const];
    for (const [place, id] of files.entries())
      requireFitFile(id, found?.all.find((each) => each.id === id) ?? null, `documents[${kind}][files][${place}]`, asked);
    const { person } = signer ?? {};
    if (person === undefined || persons.some(({ id }) => id === person)) continue;
    const param = `documents[${kind}][signer][person]`;
    asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such person of this account: '${person}'` });
  }
}

/** Whether a document has been sent. */
export const isSent = (document: { readonly files: readonly string[] } | undefined): boolean => (document?.files.length ?? 0) > 0;
