import { catalogue, type Language } from '../paper/languages.js';

/** What the page says on which connected accounts provide due information. What stands in braces is replaced. */
export type ConnectWords = {
  readonly kind_title: string;
  readonly title: string;
  /** `{platform}`, as in `document`; the unnamed ones are for a platform without a name. */
  readonly lead: string;
  readonly lead_unnamed: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<'individual' | 'company' | 'non_profit', string>>;
  readonly continue: string;
  readonly save: string;
  readonly later: string;
  readonly document: string;
  readonly document_unnamed: string;
  readonly terms: string;
  readonly accept: string;
  readonly accept_needed: string;
  readonly no_owners: string;
  readonly industry: string;
  readonly born: string;
  /** Beside the mark of test mode. */
  readonly warning: string;
  readonly saved: string;
  readonly not_saved: string;
  readonly invalid: string;
  readonly groups: Readonly<
    Record<'business_profile' | 'company' | 'individual' | 'representative' | 'owners' | 'external_account', string>
  >;
  /** `{number}`: which one of those that the company has. */
  readonly person: string;
  readonly labels: Readonly<
    Record<
      | 'first_name'
      | 'last_name'
      | 'day'
      | 'month'
      | 'year'
      | 'job_title'
      | 'ssn_last_4'
      | 'legal_name'
      | 'ein'
      | 'website'
      | 'bank_code'
      | 'bank_account',
      string
    >
  >;
  /** What is wrong with a field, by its label. */
  readonly faults: Readonly<Record<'day' | 'month' | 'year' | 'age' | 'url' | 'ssn_last_4' | 'ein' | 'bank_code' | 'bank_account', string>>;
  /** The results of a verification, by their codes. */
  readonly errors: Readonly<Record<string, string>>;
  /** Categories of businesses, by the codes that card networks know them by. */
  readonly categories: Readonly<Record<string, string>>;
};

/** The words of that page in each language. */
export const connect_words: Readonly<Record<Language, ConnectWords>> = catalogue('connect');
