import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { isBic, isCnpj, isCpf, isIbanOf } from './checks.js';
import { type Banking, bankingIn, banks_of } from './countries.js';

/** An account as it is given, as far as it can be told right from wrong. */
export type AccountGiven = {
  readonly account_number: Concealed;
  readonly country: string;
  readonly routing_number?: string | undefined;
  readonly routing_type?: string | undefined;
  readonly swift?: string | undefined;
  readonly tax_id?: Concealed | undefined;
};

/** An account whose numbers can be right: what tells its bank, in the form that banks use. */
export type AccountRead = {
  readonly routing_number: string | null;
  readonly routing_type: string | null;
  readonly swift: string | null;
  /** What it is paid in where nobody says; '' where that is not known. */
  readonly currency: string;
};

const wrong = (param: string, message: string): { refuse: Refusal } => ({ refuse: { code: 'parameter_invalid', param, message } });

const missing = (param: string, written: string): { refuse: Refusal } => ({
  refuse: { code: 'parameter_missing', param, message: `Missing required param: ${param}. Send ${written}.` },
});

const plain = (text: string): string => text.replace(/[ -]/g, '').toUpperCase();

/** Checks the numbers of an account by the rules of its country. `at` is the parameter they came in. */
export function readAccount(given: AccountGiven, at: string): AccountRead | { readonly refuse: Refusal } {
  const banking = bankingIn(given.country);
  const number = plain(given.account_number.reveal());
  const swift = given.swift === undefined ? null : plain(given.swift);
  const byIban = banking.iban === true && isIbanOf(given.country, number);
  const refusal =
    (swift === null ? null : wrongBic(swift, given.country, `${at}[swift]`)) ??
    wrongTaxId(banking, given, at) ??
    (byIban ? null : wrongNumber(banking, number, given.country, at));
  if (refusal) return refusal;
  if (byIban || !banking.routing) return { routing_number: null, routing_type: null, swift, currency: banking.currency };
  const routed = readRouting(banking.routing, given, swift, at);
  return 'refuse' in routed ? routed : { ...routed, currency: banking.currency };
}

function wrongNumber({ account, iban }: Banking, number: string, country: string, at: string): { refuse: Refusal } | null {
  if (account.fits(number)) return null;
  const written = iban ? `${account.written}, or an IBAN that begins with ${country}` : account.written;
  return wrong(`${at}[account_number]`, `Not an account number of ${country}: send ${written}.`);
}

/** The bank's routing number; where that is a BIC, either of the two parameters says it. */
function readRouting(
  { type, fits, written }: NonNullable<Banking['routing']>,
  { routing_number, routing_type, country }: AccountGiven,
  swift: string | null,
  at: string,
): Omit<AccountRead, 'currency'> | { readonly refuse: Refusal } {
  if (routing_type !== undefined && typeOf(routing_type) !== type)
    return wrong(`${at}[routing_type]`, `Banks of ${country} are told by ${type}. Send routing_type=${type}, or leave it out.`);
  const number = routing_number === undefined ? (type === 'swift' ? swift : null) : plain(routing_number);
  if (number === null) return missing(`${at}[${type === 'swift' ? 'swift' : 'routing_number'}]`, written);
  if (!fits(number)) return wrong(`${at}[routing_number]`, `Not a routing number of ${country}: send ${written}.`);
  if (type === 'swift') {
    const refusal = wrongBic(number, country, `${at}[routing_number]`);
    if (refusal) return refusal;
    if (swift !== null && swift !== number)
      return wrong(`${at}[swift]`, 'The routing_number is the BIC of another bank. Send one of the two.');
  }
  return { routing_number: number, routing_type: type, swift: type === 'swift' ? (swift ?? number) : swift };
}

/** Words for one thing are many: "sort code", "BIC". */
const typeOf = (said: string): string => {
  const word = said.trim().toLowerCase().replace(/[ -]/g, '_');
  return word === 'bic' || word === 'swift_code' ? 'swift' : word;
};

function wrongBic(bic: string, country: string, param: string): { refuse: Refusal } | null {
  if (!isBic(bic)) return wrong(param, 'Not a BIC: send 8 or 11 characters such as DEUTDEFF.');
  const of = bic.slice(4, 6);
  if (of === country || of === banks_of[country]) return null;
  return wrong(param, `This BIC is of a bank in ${of}, but the account is in ${country}.`);
}

function wrongTaxId({ tax_id }: Banking, given: AccountGiven, at: string): { refuse: Refusal } | null {
  if (!given.tax_id) return tax_id ? missing(`${at}[tax_id]`, "the holder's CPF or CNPJ") : null;
  const number = given.tax_id.reveal();
  if (!tax_id || isCpf(number) || isCnpj(number)) return null;
  return wrong(`${at}[tax_id]`, 'Not a CPF of 11 digits or a CNPJ of 14 digits: a digit is missing or mistyped.');
}
