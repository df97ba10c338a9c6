import { about, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { credential_usage } from '../payment-methods/card-details.js';
import { type Clash, consistent } from './option-kinds.js';

type Terms = { readonly interval?: string; readonly interval_count?: number; readonly start_date?: number; readonly end_date?: number };

const needed_terms = ['amount', 'amount_type', 'interval', 'reference', 'start_date'] as const;

const clashOf =
  (needed: readonly string[]) =>
  (terms: Terms): Clash => {
    const missing = needed.find((name) => !Object.hasOwn(terms, name));
    if (missing) return { member: missing, message: `The terms of a mandate need ${missing}.`, code: 'parameter_missing' };
    const { interval, interval_count, start_date, end_date } = terms;
    if (interval !== undefined && interval !== 'sporadic' && interval_count === undefined)
      return { member: 'interval_count', message: 'Send interval_count too, unless the interval is sporadic.' };
    if (interval === 'sporadic' && interval_count !== undefined)
      return { member: 'interval_count', message: 'Leave interval_count out: the interval is sporadic.' };
    if (start_date !== undefined && end_date !== undefined && end_date <= start_date)
      return { member: 'end_date', message: 'The end_date must be after the start_date.' };
    return null;
  };

const mandate_terms = {
  amount: about('The amount of later payments, in minor units.', integer({ minimum: 1, maximum: 99_999_999 })),
  amount_type: about('Whether each later payment has this amount (`fixed`) or at most this amount (`maximum`).', oneOf('fixed', 'maximum')),
  description: about('The purpose of later payments, up to 200 characters.', textOf(200)),
  end_date: about('When the mandate ends, in Unix seconds; without an end by default.', timestamp),
  interval: about(
    'The unit of time between payments; `sporadic` for no fixed schedule.',
    oneOf('day', 'month', 'sporadic', 'week', 'year'),
  ),
  interval_count: about('How many units of time are between payments; not with `sporadic`.', integer({ minimum: 1, maximum: 365 })),
  reference: about('Your own id of the mandate, up to 80 characters.', textOf(80)),
  start_date: about('When the mandate begins, in Unix seconds.', timestamp),
  supported_types: about('The kinds of mandate: `india` for one by the rules of India.', listOf(oneOf('india'), 1)),
} as const;

const says_mandate = 'The terms of a mandate for later payments by a card, as the rules of India require it.';

/** The options of cards in payments and in setups. */
export const of_any_card = {
  moto: about('That the payer has given the card by post or telephone, so that no authentication is possible.', flag),
  network: about(
    'The network that the payment goes through, one of the networks of the card.',
    oneOf(
      ...(['amex', 'cartes_bancaires', 'diners', 'discover', 'eftpos_au', 'girocard', 'interac', 'jcb', 'link'] as const),
      ...(['mastercard', 'unionpay', 'unknown', 'visa'] as const),
    ),
  ),
  request_three_d_secure: about(
    'When the payer authenticates with 3D Secure: if the issuer asks for it (`automatic`, also `auto`), whenever the card supports it (`any`), or with a challenge (`challenge`).',
    oneOf('automatic', 'auto', 'any', 'challenge'),
  ),
  restrictions: about(
    'Which cards are not accepted.',
    sparse({
      brands_blocked: about(
        'The brands that are not accepted; `discover_global_network` stands for Discover, Diners Club, Elo, JCB and UnionPay.',
        listOf(oneOf('american_express', 'discover_global_network', 'mastercard', 'visa'), 4),
      ),
      funding_types_blocked: about('The kinds of cards that are not accepted.', listOf(oneOf('credit', 'debit', 'prepaid'), 3)),
    }),
  ),
  setup_credential_usage: about(
    'What the card is saved for: payments by `installment`, `recurring` ones, or `unscheduled` ones.',
    credential_usage,
  ),
} as const;

/** The terms of later payments by a card that a setup saves. */
export const setup_mandate_options = about(
  says_mandate,
  consistent(
    sparse({ ...mandate_terms, currency: about('The currency of later payments, a three-letter ISO 4217 code.', currency) }),
    clashOf([...needed_terms, 'currency']),
  ),
);

/** The same of subscriptions and invoices, which have an interval and a beginning of their own. */
export const billed_mandate_options = about(says_mandate, consistent(sparse(mandate_terms), clashOf([])));

type Plan = { readonly type: string; readonly count?: number };

const clashOfPlan = ({ type, count }: Plan): Clash =>
  type === 'fixed_count' && count === undefined
    ? { member: 'count', message: 'Send the count of installments, which the type fixed_count needs.' }
    : null;

const captured_once =
  'The processor receives it; Florin captures once, within seven days, and at most the authorized amount, whatever the issuer grants.';
const if_available = oneOf('if_available', 'never');

/** The options of cards in payments alone. */
export const of_paying_card = {
  installments: about(
    'Whether the payer pays the card by installments to its issuer.',
    sparse({
      enabled: about('Whether the issuer may offer plans of installments.', flag),
      plan: about(
        'The plan that the payer has chosen; an empty value removes it.',
        nullable(
          consistent(
            sparse({
              count: about('How many installments there are, if `type` is `fixed_count`.', integer({ minimum: 1, maximum: 99 })),
              interval: about('The unit of time between installments, if `type` is `fixed_count`.', oneOf('month')),
              type: about('The kind of plan.', required(oneOf('bonus', 'fixed_count', 'revolving'))),
            }),
            clashOfPlan,
          ),
        ),
      ),
    }),
  ),
  mandate_options: about(says_mandate, consistent(sparse(mandate_terms), clashOf(needed_terms))),
  request_extended_authorization: about(
    `Whether the authorization should hold longer than usual, if the issuer supports that. ${captured_once}`,
    if_available,
  ),
  request_incremental_authorization: about(
    'Whether the card is authorized so that the amount can be increased before the capture, if the issuer supports that.',
    if_available,
  ),
  request_multicapture: about(
    `Whether the authorization should allow several captures, if the issuer supports that. ${captured_once}`,
    if_available,
  ),
  request_overcapture: about(
    `Whether the authorization should allow the capture of a larger amount, if the issuer supports that. ${captured_once}`,
    if_available,
  ),
  statement_descriptor_suffix_kana: about(
    'The end of the text on a card statement in Japan, in kana; up to 22 characters.',
    nullable(textOf(22)),
  ),
  statement_descriptor_suffix_kanji: about(
    'The end of the text on a card statement in Japan, in kanji; up to 17 characters.',
    nullable(textOf(17)),
  ),
  stored_credential_usage: about(
    'What a saved card is charged for: an `installment`, a `recurring` payment, or an `unscheduled` one. Not with `setup_future_usage`.',
    credential_usage,
  ),
} as const;

/** Whether a payment asks for the code of a saved card. Pages and invoices do not ask for it. */
export const of_confirmed_card = {
  require_cvc_recollection: about(
    'Whether a card that the customer has saved can pay only with its verification code, in `cvc_token`.',
    flag,
  ),
} as const;

type CardOptions = { readonly stored_credential_usage?: string; readonly setup_future_usage?: string };

/** A payment by a saved card does not save it. */
export const clashOfCard = ({ stored_credential_usage, setup_future_usage }: CardOptions): Clash =>
  stored_credential_usage !== undefined && setup_future_usage !== undefined && setup_future_usage !== 'none'
    ? {
        member: 'stored_credential_usage',
        message: 'stored_credential_usage is for saved cards. Leave it out together with setup_future_usage.',
      }
    : null;
