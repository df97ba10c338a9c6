import { type Asked, type Effects, reseal, seal, set } from '../../../kernel/base/effects.js';
import { about, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, oneOf, text } from '../../../kernel/base/kinds.js';
import { object, pick, plainObject, sparse } from '../../../kernel/base/members.js';
import { type AnyIt, type It, resource } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { company_members } from '../../accounts/accounts/company-members.js';
import { told_of_individual, told_of_person } from '../../accounts/persons/input.js';
import { billing_details } from '../../parts.js';
import { card } from '../payment-methods/card.js';
import { older_card_for_payer, older_card_members } from '../sources/older-card.js';

const bank_account_members = pick(
  bankAccount.fields,
  'account_holder_name',
  'account_holder_type',
  'account_type',
  'bank_name',
  'country',
  'currency',
  'fingerprint',
  'last4',
  'routing_number',
);

/** What can be made into a token. */
export const token_types = ['card', 'bank_account', 'cvc_update', 'pii', 'account', 'person'] as const;

/** What a payer typed in, under a name that can be sent to a server once. The numbers lie in the vault. */
export const token = resource({
  object: 'token',
  prefix: 'tok',
  fields: {
    bank_account: about(
      'The bank account, if `type` is `bank_account`.',
      sometimes(
        object({
          id: about('The id that the bank account will have.', text),
          object: about('Always `bank_account`.', text),
          ...bank_account_members,
          status: about('Always `new`.', text),
        }),
      ),
    ),
    card: about(
      'The card, if `type` is `card`.',
      sometimes(
        object({ id: about('The id that the card will have.', text), object: about('Always `card`.', text), ...older_card_members }),
      ),
    ),
    client_ip: about('Always null: Florin does not use it.', nullable(text)),
    /** The data of a card that a use of the token needs. */
    method: internal(plainObject({ billing_details, card })),
    /** What was said of an account or of a person, without numbers. */
    told_account: internal(
      sparse({
        business_type: account.fields.business_type,
        company: about('The company.', sparse(company_members)),
        individual: about('The person whose business it is.', sparse(told_of_individual)),
        tos_shown_and_accepted: about('Whether the terms of service were shown and accepted.', flag),
      }),
    ),
    told_person: internal(sparse(told_of_person)),
    type: about(
      'What the token stands for: a card, a bank account, a verification code (`cvc_update`), personal data (`pii`), an account or a person.',
      oneOf(...token_types),
    ),
    used: about('Whether the token was used. Every token can be used once.', flag),
  },
  publishable: {
    id: true,
    object: true,
    bank_account: {
      id: true,
      object: true,
      account_holder_name: true,
      account_holder_type: true,
      account_type: true,
      bank_name: true,
      country: true,
      currency: true,
      fingerprint: true,
      last4: true,
      routing_number: true,
      status: true,
    },
    card: { id: true, object: true, ...older_card_for_payer },
    client_ip: true,
    created: true,
    livemode: true,
    type: true,
    used: true,
  },
  start: null,
  timers: ['forget'],
  vault: true,
});

/** A token. */
export type Token = It<typeof token>;

const kinds: Readonly<Record<Token['type'], string>> = {
  card: 'a card',
  bank_account: 'a bank account',
  cvc_update: 'a verification code',
  pii: 'personal information',
  account: 'an account',
  person: 'a person',
};

/** Refuses a token that cannot be used as `type`. `param` names the parameter that it came in. */
export function requireUsableToken(token: Token, type: Token['type'], param: string, asked: Pick<Asked, 'refuse'>): void {
  if (token.used) asked.refuse({ code: 'token_already_used', param });
  if (token.type === type) return;
  const message = `The token ${token.id} stands for ${kinds[token.type]}, not for ${kinds[type]}.`;
  asked.refuse({ code: 'parameter_invalid', param, message });
}

/** Uses a token up: from now on the vault keeps its contents for `it` alone. */
export const usedFor = (token: Token, it: AnyIt): Effects => [reseal(it, token), set(token, { used: true }), seal(token, {})];
