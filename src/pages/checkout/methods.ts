import { kindOf } from '../kit/ways-to-pay.js';

/** The fields that every payer fills in. */
export type Detail = 'name' | 'email' | 'country';

/** What is asked for a type of payment method alone, in the member of payment method data that bears its name. */
export type Particular =
  | 'iban'
  | 'account_number'
  | 'sort_code'
  | 'bsb_number'
  | 'institution_number'
  | 'transit_number'
  | 'routing_number'
  | 'bank_code'
  | 'branch_code'
  | 'suffix'
  | 'bank'
  | 'tax_id';

/** What the page asks for one type. */
export type Asks = { readonly details: readonly Detail[]; readonly particulars: readonly Particular[] };

const none: Asks = { details: [], particulars: [] };

/** The types that ask for more than to be chosen; a test compares them with what the API asks for. */
const table: Readonly<Record<string, Asks>> = {
  card: { details: ['name'], particulars: [] },
  sepa_debit: { details: ['name', 'email'], particulars: ['iban'] },
  us_bank_account: { details: ['name'], particulars: ['routing_number', 'account_number'] },
  bacs_debit: { details: ['name', 'email', 'country'], particulars: ['sort_code', 'account_number'] },
  au_becs_debit: { details: ['name', 'email'], particulars: ['bsb_number', 'account_number'] },
  acss_debit: { details: ['name', 'email'], particulars: ['institution_number', 'transit_number', 'account_number'] },
  nz_bank_account: { details: ['name', 'email'], particulars: ['bank_code', 'branch_code', 'account_number', 'suffix'] },
  payto: { details: ['name', 'email'], particulars: [] },
  klarna: { details: ['country'], particulars: [] },
  giropay: { details: ['name'], particulars: [] },
  eps: { details: ['name'], particulars: [] },
  bancontact: { details: ['name'], particulars: [] },
  p24: { details: ['email'], particulars: [] },
  ideal: { details: [], particulars: ['bank'] },
  fpx: { details: [], particulars: ['bank'] },
  boleto: { details: ['name', 'email', 'country'], particulars: ['tax_id'] },
  pix: { details: ['name', 'email', 'country'], particulars: [] },
  oxxo: { details: ['name', 'email'], particulars: [] },
  spei: { details: ['name'], particulars: [] },
  konbini: { details: ['name', 'email'], particulars: [] },
  multibanco: { details: ['email'], particulars: [] },
  afterpay_clearpay: { details: ['name', 'email', 'country'], particulars: [] },
};

/** What the page asks for a type; nothing for a wallet or a bank that asks on a page of its own. */
export const asksOf = (type: string): Asks => table[type] ?? none;

/** The types that ask for something. */
export const asking_types: readonly string[] = Object.keys(table);

/** The optional fields: a later page asks for them, or none does. */
export const optional_particulars: readonly Particular[] = ['bank', 'tax_id'];

/** What must never be sent to a browser again. */
export const secret_particulars: readonly Particular[] = ['iban', 'account_number'];

const debits = new Set(['sepa_debit', 'us_bank_account', 'bacs_debit', 'au_becs_debit', 'acss_debit', 'nz_bank_account']);

/** Whether the payer gives the number of an account, and with it the word that it may be debited. */
export const isDebit = (type: string): boolean => debits.has(type);

/** Which page follows when the form is sent, as far as there is something to say of it before. */
export const followsOf = (type: string): ReturnType<typeof kindOf> | null => (type === 'card' ? null : kindOf({ type }, ''));

/** The banks that can be named at once, where a type lets its payers; those of others are asked for on their own page. */
export const banks: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>> = {
  ideal: [
    ['abn_amro', 'ABN AMRO'],
    ['asn_bank', 'ASN Bank'],
    ['bunq', 'bunq'],
    ['ing', 'ING'],
    ['knab', 'Knab'],
    ['n26', 'N26'],
    ['nn', 'Nationale-Nederlanden'],
    ['rabobank', 'Rabobank'],
    ['regiobank', 'RegioBank'],
    ['revolut', 'Revolut'],
    ['sns_bank', 'SNS'],
    ['triodos_bank', 'Triodos Bank'],
    ['van_lanschot', 'Van Lanschot Kempen'],
    ['yoursafe', 'Yoursafe'],
  ],
  fpx: [
    ['affin_bank', 'Affin Bank'],
    ['alliance_bank', 'Alliance Bank'],
    ['ambank', 'AmBank'],
    ['bank_islam', 'Bank Islam'],
    ['bank_muamalat', 'Bank Muamalat'],
    ['bank_rakyat', 'Bank Rakyat'],
    ['bsn', 'BSN'],
    ['cimb', 'CIMB Clicks'],
    ['hong_leong_bank', 'Hong Leong Bank'],
    ['hsbc', 'HSBC'],
    ['kfh', 'KFH'],
    ['maybank2e', 'Maybank2E'],
    ['maybank2u', 'Maybank2U'],
    ['ocbc', 'OCBC Bank'],
    ['public_bank', 'Public Bank'],
    ['rhb', 'RHB Bank'],
    ['standard_chartered', 'Standard Chartered'],
    ['uob', 'UOB'],
  ],
};
