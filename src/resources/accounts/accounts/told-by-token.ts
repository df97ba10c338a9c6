import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, type Effects, seal, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import { requireUsableToken, type Token, token } from '../../payments/tokens/token.js';

/** How a token is named in the place of what it stands for. */
export const account_token = {
  account_token: about(
    'A token of `POST /v1/tokens` with `account`, in place of `business_type`, `company` and `individual`; each is used once.',
    textOf(255),
  ),
} as const;

/** The token of an account. */
export const account_token_read = { token: one(token, 'account_token') } as const;

/** How a token of a person is named. */
export const person_token = {
  person_token: about('A token of `POST /v1/tokens` with `person`, in place of the members of the person; each is used once.', textOf(255)),
} as const;

/** The token of a person. */
export const person_token_read = { token: one(token, 'person_token') } as const;

/** What a token says of an account, and a request then does not. */
const of_account = ['business_type', 'company', 'individual'];

type Numbers = Readonly<Record<string, Concealed>>;

/** Refuses a name of no token, and what is said besides the token. */
function requireAlone(kind: 'account' | 'person', given: object, name: string, found: Token | null, asked: Asked): Token {
  const param = `${kind}_token`;
  if (!found) return asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such token: '${name}'` });
  requireUsableToken(found, kind, param, asked);
  const [beside] = Object.keys(given).filter((each) => (kind === 'person' ? each !== 'account' : of_account.includes(each)));
  if (beside) asked.refuse({ code: 'parameters_exclusive', param: beside, message: `Send only one of ${param} and ${beside}.` });
  return found;
}

const pickedFrom = (numbers: Numbers, ...names: readonly string[]): Numbers =>
  Object.fromEntries(names.flatMap((name) => (numbers[name] ? [[name, numbers[name]]] : [])));

/** What a token says of an account, as if it had been sent. */
export function accountTold(name: string | undefined, given: object, found: Token | null, asked: Asked) {
  if (name === undefined) return {};
  const token = requireAlone('account', given, name, found, asked);
  const { company, individual, business_type, tos_shown_and_accepted } = token.told_account ?? {};
  const numbers = asked.contents(token);
  const of_company = { ...company, ...pickedFrom(numbers, 'registration_number', 'tax_id', 'vat_id') };
  return {
    ...(business_type !== undefined && { business_type }),
    ...(Object.keys(of_company).length > 0 && { company: of_company }),
    ...(individual && { individual: { ...individual, ...pickedFrom(numbers, 'id_number', 'id_number_secondary', 'ssn_last_4') } }),
    ...(tos_shown_and_accepted && { tos_acceptance: { date: asked.now } }),
  };
}

/** What a token says of a person, as if it had been sent. */
export function personTold(name: string | undefined, given: object, found: Token | null, asked: Asked) {
  if (name === undefined) return {};
  const token = requireAlone('person', given, name, found, asked);
  return { ...token.told_person, ...pickedFrom(asked.contents(token), 'id_number', 'id_number_secondary', 'ssn_last_4') };
}

/** Uses a token up. What it says is with the account or the person from now on. */
export const usedUp = (found: Token | null): Effects =>
  found && [
    set(found, { used: true, ...(found.told_account && { told_account: {} }), ...(found.told_person && { told_person: {} }) }),
    seal(found, {}),
  ];
