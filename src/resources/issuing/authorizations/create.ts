import { run, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { outwardOf } from '../../../kernel/base/internal.js';
import { flag, integer, oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { balance, one, own, rates } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { enabled_endpoints } from '../../core/webhook-endpoints/webhook-endpoint.js';
import { cardholder } from '../cardholders/cardholder.js';
import { type IssuedCard, issuedCard } from '../cards/card.js';
import { merchant_data_input, merchantOf } from '../merchant-data.js';
import { minor_units_if_any } from '../minor-units.js';
import { issuingToken } from '../tokens/token.js';
import { amountsOf } from './amounts.js';
import { issuingAuthorization, verification_members } from './authorization.js';
import { networkIdOf } from './codes.js';
import { requested } from './requested.js';
import { paidWith, requireToken } from './with-token.js';

const { fields } = issuingAuthorization;

/** From nothing, where a merchant only asks whether there is such a card. */
const amount = minor_units_if_any;

const level = oneOf('elevated', 'highest', 'low', 'normal', 'not_assessed', 'unknown');
const percentage = integer({ minimum: 0, maximum: 100 });

const risk_assessment = object({
  card_testing_risk: about(
    'The likelihood that stolen numbers are being tested; accepted, without effect on the decision.',
    object({
      invalid_account_number_decline_rate_past_hour: about(
        "The merchant's share of declines for invalid numbers in the last hour, in percent.",
        percentage,
      ),
      invalid_credentials_decline_rate_past_hour: about(
        "The merchant's share of declines for wrong credentials in the last hour, in percent.",
        percentage,
      ),
      level: about('How likely it is that the merchant is used to test stolen numbers.', required(level)),
    }),
  ),
  fraud_risk: about(
    'The likelihood that the purchase is fraudulent.',
    object({
      level: about(
        'How likely fraud is; `highest` declines the request and creates a fraud challenge for the cardholder.',
        required(level),
      ),
      score: about('The risk score from 0 to 100; it does not affect the decision.', percentage),
    }),
  ),
  merchant_dispute_risk: about(
    "The likelihood that the merchant's charges are disputed; accepted, without effect on the decision.",
    object({
      dispute_rate: about("The share of the merchant's charges that are disputed, in percent.", percentage),
      level: about('How likely disputes with the merchant are.', required(level)),
    }),
  ),
});

const described = pick(fields, 'amount_details', 'authorization_method', 'fleet', 'fuel', 'wallet');

const taken = {
  ...described,
  amount: about("The amount that the merchant requests, in minor units of the card's currency; in `currency` if that is sent.", amount),
  card: about('The card with which the cardholder pays.', required(ref('issuing.card'))),
  currency: about("The currency of `amount` if it is not the card's; it is converted at the rate of the moment.", currency),
  fraud_disputability_likelihood: about(
    'The likelihood of winning a dispute for fraud; accepted, without effect.',
    oneOf('neutral', 'unknown', 'very_likely', 'very_unlikely'),
  ),
  is_amount_controllable: about('Whether your endpoint may approve a part of the amount; false by default.', flag),
  merchant_amount: about(
    'The amount that the merchant requests, in minor units of `merchant_currency`; converted from `amount` by default.',
    amount,
  ),
  merchant_currency: about('The currency of the merchant; by default that of the card.', currency),
  merchant_data: about(
    'The merchant who requests the authorization; unnamed members are those of a test merchant in the US.',
    merchant_data_input,
  ),
  network_data: about(
    'How the card network identifies the request.',
    object({ acquiring_institution_id: about("The id of the merchant's bank at the card network.", textOf(50)) }),
  ),
  risk_assessment: about('How likely misuse is; only the level `highest` of `fraud_risk` has an effect.', risk_assessment),
  token: about(
    'The active token of the card in a wallet that pays; it says what `wallet` is. By default the card itself pays.',
    ref('issuing.token'),
  ),
  verification_data: about(
    'What the card network has checked of the data that the cardholder gave to the merchant.',
    object(verification_members),
  ),
};

/** Lets a merchant somewhere ask whether a card may pay (test mode). */
export const create = creation(issuingAuthorization, {
  takes: taken,
  reads: {
    card: issuedCard,
    cardholder: one(cardholder, 'card.held_by'),
    token: one(issuingToken, 'token'),
    account: own(account),
    endpoints: enabled_endpoints,
    available: balance('issuing_available', 'card.currency'),
    by_merchant: rates('merchant_currency'),
    by_currency: rates('currency'),
  },
  decide: ({ it, input, card, token, by_merchant, by_currency, ...seen }, asked) => {
    if (!card) return asked.refuse(no_card);
    requireToken(token, input, card, asked);
    const amounts = amountsOf(input, card, { by_merchant, by_currency }, asked.livemode, asked);
    const { amount, merchant_amount, merchant_currency } = amounts;
    const begun = set(it, { status: 'pending', ...said(it.id, input), ...paidWith(token), ...of_card(card), merchant_currency });
    const isFraud = input.risk_assessment?.fraud_risk?.level === 'highest';
    const request = { amount, merchant_amount, is_amount_controllable: input.is_amount_controllable ?? false, isFraud };
    return [begun, requested(begun, request, { ...seen, card }, asked)];
  },
});

/** The same of one card, in the words of the first version of the API: fixtures of the Stripe CLI use it. */
export const useCard = rule(issuedCard, 'use', {
  takes: {
    ...pick(taken, 'authorization_method', 'merchant_data', 'verification_data'),
    held_amount: about('The amount that the merchant requests, in minor units of `held_currency`.', required(amount)),
    held_currency: about('The currency of the amount; by default that of the card.', currency),
    is_held_amount_controllable: about('Whether your endpoint may approve a part of the amount; false by default.', flag),
  },
  decide: ({ it, input }, asked) => {
    const { held_amount, held_currency = it.currency, is_held_amount_controllable: is_amount_controllable = false, ...said } = input;
    return run(create, asked.fresh(issuingAuthorization), {
      ...said,
      card: it.id,
      amount: held_amount,
      currency: held_currency,
      is_amount_controllable,
    });
  },
});

const no_card: Refusal = { code: 'parameter_missing', param: 'card', message: 'Missing required param: card.' };

/** The card as it is shown, without what only rules look at. */
const of_card = (card: IssuedCard) => ({
  card: outwardOf(issuedCard, card) as IssuedCard,
  cardholder: card.held_by ?? null,
  currency: card.currency,
  used_card: card.id,
});

/** What the network says besides amounts. How the card was read tells whether it was there. */
function said(id: string, { authorization_method = 'online', merchant_data, network_data, ...input }: Given<typeof taken>) {
  const { amount_details, fleet, fuel, verification_data, wallet } = input;
  const isFar = authorization_method === 'online' || authorization_method === 'keyed_in';
  return {
    ...(amount_details && { amount_details }),
    authorization_method,
    card_presence: isFar ? ('not_present' as const) : ('present' as const),
    ...(fleet && { fleet }),
    ...(fuel && { fuel }),
    merchant_data: merchantOf(merchant_data),
    network_data: { ...network_data, transaction_id: networkIdOf(id) },
    ...(verification_data && { verification_data }),
    ...(wallet && { wallet }),
  };
}
