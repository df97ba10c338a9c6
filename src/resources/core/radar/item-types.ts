/** A kind of value: how it is written, in words for a refusal, and how two of one value are recognized as equal. */
type ItemType = { readonly form: RegExp; readonly words: string; readonly same: (value: string) => string };

const asIs = (value: string): string => value;
const lower = (value: string): string => value.toLowerCase();
const upper = (value: string): string => value.toUpperCase();
const fingerprint = { form: /^[\w-]{1,255}$/, same: asIs } as const;

/** What the items of a value list can be. */
export const item_types = {
  account: { form: /^acct_\w{1,250}$/, words: 'the id of an account, such as acct_123', same: asIs },
  card_bin: { form: /^\d{6}$/, words: 'the first six digits of card numbers', same: asIs },
  card_fingerprint: { ...fingerprint, words: 'the fingerprint of a card, as payment methods show it' },
  case_sensitive_string: { form: /^[\s\S]{1,800}$/, words: 'text of at most 800 characters', same: asIs },
  country: { form: /^[A-Za-z]{2}$/, words: 'a two-letter ISO 3166-1 country code, such as US', same: upper },
  crypto_fingerprint: { ...fingerprint, words: 'the fingerprint of a wallet' },
  customer_id: { form: /^\w{1,255}$/, words: 'the id of a customer, such as cus_123', same: asIs },
  email: { form: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, words: 'an email address', same: lower },
  ip_address: { form: /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]+)$/i, words: 'an IP address, such as 192.0.2.1', same: lower },
  sepa_debit_fingerprint: { ...fingerprint, words: 'the fingerprint of a SEPA bank account, as payment methods show it' },
  string: { form: /^[\s\S]{1,800}$/, words: 'text of at most 800 characters', same: lower },
  us_bank_account_fingerprint: { ...fingerprint, words: 'the fingerprint of a bank account in the USA, as payment methods show it' },
} as const satisfies Record<string, ItemType>;

/** One of them. */
export type ItemTypeName = keyof typeof item_types;

/** Their names. */
export const item_type_names = Object.keys(item_types) as ItemTypeName[];

/** What counts the items of a list that are this value: one or none. `same` is the value as its type compares it. */
export const memberOf = (list: string, same: string): string => `value list ${list} ${same}`;
