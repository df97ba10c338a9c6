import { about, sometimes } from '../../../kernel/base/fields.js';
import { ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';

const files = {
  files: about('The files of the document, at most 10, uploaded with `purpose=account_requirement`.', listOf(ref('file'), 10)),
};

const signer = about(
  'Who has signed the document.',
  sometimes(object({ person: about('The person of the account who has signed it.', textOf(255)) })),
);

/** A document that is one or more files. */
const proof = sometimes(object(files));

/** The same, with the person who has signed it. */
const signed_proof = sometimes(object({ ...files, signer }));

/** What proves who owns a bank account. */
const of_bank_account = {
  bank_account_ownership_verification: about(
    'A statement or a check that shows the holder and the last digits of the bank account.',
    proof,
  ),
} as const;

/** Documents of a bank account, by what they prove. */
export const bank_account_documents = object(of_bank_account);

/** Documents of a business, by what they prove. */
export const account_documents = object({
  ...of_bank_account,
  company_license: about('The license of the company to do business.', proof),
  company_memorandum_of_association: about('The articles of association of the company.', proof),
  company_ministerial_decree: about('The decree by which the company was founded, in some countries.', proof),
  company_registration_verification: about('The registration of the company with its authorities.', proof),
  company_tax_id_verification: about('The tax number of the company; it clears up a number that was not found.', proof),
  proof_of_address: about('The address of the business.', proof),
  proof_of_business_presence: about('Where the business works.', proof),
  proof_of_registration: about('The registration of the business.', signed_proof),
  proof_of_ultimate_beneficial_ownership: about('Who owns the company in the end.', signed_proof),
});

/** Documents of a person, by what they prove. */
export const person_documents = object({
  company_authorization: about('That the person may act for the company.', proof),
  passport: about('The page of the passport with photo and data; it clears up a number that was not found.', proof),
  visa: about('The visa with which the person lives in their country.', proof),
});
