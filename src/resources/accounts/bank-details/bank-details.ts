import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { isBic, isCnpj, isCpf, isIbanOf } from './checks.js';
import { type Banking, bankingIn, banks_of } from './countries.js';

/** The given members of an account that can be validated. */
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
  /** The default currency; '' where it is unknown. */
  readonly currency: string;
};

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

const missing = (param: string, written: string): Refusal => ({
  code: 'parameter_missing',
  param,
  message: `Missing required param: ${param}. Send ${written}.`,
});

type Refusing = Pick<Asked, 'refuse'>;

const plain = (text: string): string => text.replace(/[ -]/g, '').toUpperCase();

/** Checks the numbers of an account by the rules of its country. `at` is the parameter they came in. */
export function readAccount(given: AccountGiven, at: string, asked: Refusing): AccountRead {
  const { number, byIban, banking } = identified(given);
  const swift = given.swift === undefined ? null : plain(given.swift);
  if (swift !== null) requireBic(swift, given.country, `${at}[swift]`, asked);
  requireTaxId(banking, given, at, asked);
  if (!byIban) requireNumber(banking, number, given.country, at, asked);
  if (byIban || !banking.routing) return { routing_number: null, routing_type: null, swift, currency: banking.currency };
  return { ...readRouting(banking.routing, given, swift, at, asked), currency: banking.currency };
}

/**
 * Refuses numbers that cannot be those of an account in its country. The routing number and the tax id may be missing; without a tax id that
 * the country requires nothing is checked.
 */
export function requireNumbers(given: AccountGiven, at: string, asked: Refusing): void {
  const { number, byIban, banking } = identified(given);
  if (byIban || banking.tax_id) return;
  requireNumber(banking, number, given.country, at, asked);
  if (banking.routing && given.routing_number !== undefined) readRouting(banking.routing, given, null, at, asked);
}

function identified({ account_number, country }: AccountGiven) {
  const banking = bankingIn(country);
  const number = plain(account_number.reveal());
  return { banking, number, byIban: banking.iban === true && isIbanOf(country, number) };
}

function requireNumber({ account, iban }: Banking, number: string, country: string, at: string, asked: Refusing): void {
  if (account.fits(number)) return;
  const written = iban ? `${account.written}, or an IBAN that begins with ${country}` : account.written;
  asked.refuse(wrong(`${at}[account_number]`, `Not an account number of ${country}: send ${written}.`));
}

/** The bank's routing number; where that is a BIC, either of the two parameters says it. */
function readRouting(
  { type, fits, written }: NonNullable<Banking['routing']>,
  { routing_number, routing_type, country }: AccountGiven,
  swift: string | null,
  at: string,
  asked: Refusing,
): Omit<AccountRead, 'currency'> {
  if (routing_type !== undefined && typeOf(routing_type) !== type)
    return asked.refuse(
      wrong(`${at}[routing_type]`, `Banks of ${country} are identified by ${type}. Send routing_type=${type}, or leave it out.`),
    );
  const number = routing_number === undefined ? (type === 'swift' ? swift : null) : plain(routing_number);
  if (number === null) return asked.refuse(missing(`${at}[${type === 'swift' ? 'swift' : 'routing_number'}]`, written));
  if (!fits(number)) return asked.refuse(wrong(`${at}[routing_number]`, `Not a routing number of ${country}: send ${written}.`));
  if (type === 'swift') {
    requireBic(number, country, `${at}[routing_number]`, asked);
    if (swift !== null && swift !== number)
      return asked.refuse(wrong(`${at}[swift]`, 'The routing_number is the BIC of another bank. Send one of the two.'));
  }
  return { routing_number: number, routing_type: type, swift: type === 'swift' ? (swift ?? number) : swift };
}

/** Words for one thing are many: "sort code", "BIC". */
const typeOf = (said: string): string => {
  const word = said.trim().toLowerCase().replace(/[ -]/g, '_');
  return word === 'bic' || word === 'swift_code' ? 'swift' : word;
};

function requireBic(bic: string, country: string, param: string, asked: Refusing): void {
  if (!isBic(bic)) asked.refuse(wrong(param, 'Not a BIC: send 8 or 11 characters such as DEUTDEFF.'));
  const of = bic.slice(4, 6);
  if (of !== country && of !== banks_of[country])
    asked.refuse(wrong(param, `This BIC is of a bank in ${of}, but the account is in ${country}.`));
}

function requireTaxId({ tax_id }: Banking, given: AccountGiven, at: string, asked: Refusing): void {
  if (!tax_id) return;
  if (!given.tax_id) asked.refuse(missing(`${at}[tax_id]`, "the holder's CPF or CNPJ"));
  const number = given.tax_id.reveal();
  if (!isCpf(number) && !isCnpj(number))
    asked.refuse(wrong(`${at}[tax_id]`, 'Not a CPF of 11 digits or a CNPJ of 14 digits: a digit is missing or mistyped.'));
}
