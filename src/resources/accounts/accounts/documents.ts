import type { Asked } from '../../../kernel/base/effects.js';
import { type Found, type One, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { requireFitFile } from '../persons/read.js';

type File = It<typeof file>;

type FilesOf<K extends string> = { readonly [N in K as `files_of_${N}`]: One<typeof file, `documents.${N}.files`> };

/** The files that documents name, each read under the name of its document. */
const filesOf = <const K extends string>(...kinds: readonly K[]): FilesOf<K> =>
  Object.fromEntries(kinds.map((kind) => [`files_of_${kind}`, one(file, `documents.${kind}.files`)])) as unknown as FilesOf<K>;

/** The files of the documents of a bank account. */
export const files_of_bank_account = filesOf('bank_account_ownership_verification');

/** The files of the documents of a business. */
export const files_of_account = filesOf(
  'bank_account_ownership_verification',
  'company_license',
  'company_memorandum_of_association',
  'company_ministerial_decree',
  'company_registration_verification',
  'company_tax_id_verification',
  'proof_of_address',
  'proof_of_business_presence',
  'proof_of_registration',
  'proof_of_ultimate_beneficial_ownership',
);

/** The files of the documents of a person. */
export const files_of_person = filesOf('company_authorization', 'passport', 'visa');

type Given = Readonly<
  Record<string, { readonly files?: readonly string[]; readonly signer?: { readonly person?: string } | undefined } | undefined>
>;
type Read = { readonly [name: string]: Found<File | null> | null | undefined };

/** Refuses documents whose files are missing or have another purpose, and signers who are no persons of the account. */
export function requireFitDocuments(
  given: Given | undefined,
  read: object,
  persons: readonly { readonly id: string }[],
  asked: Asked,
): void {
  for (const [kind, { files = [], signer } = {}] of Object.entries(given ?? {})) {
    const found = (read as Read)[`files_of_${kind}`];
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
