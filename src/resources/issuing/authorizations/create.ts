import { refuse, set } from '../../../base/effects.js';
import { object, pick, required } from '../../../base/fields.js';
import { flag, integer, oneOf, ref, textOf } from '../../../base/kinds.js';
import { outwardOf } from '../../../base/internal.js';
import { billed_max, currency } from '../../../base/money.js';
import { balance, one, own, rates } from '../../../base/reads.js';
import { creation } from '../../../base/rules.js';
import { account } from '../../accounts/account.js';
import { cardholder } from '../cardholders/cardholder.js';
import { type IssuedCard, issuedCard } from '../cards/card.js';
import { merchant_data_input, merchantOf } from '../merchant-data.js';
import { amountsOf } from './amounts.js';
import { issuingAuthorization, verification_members } from './authorization.js';
import { networkIdOf } from './codes.js';
import { endpoints, requested } from './requested.js';

const { fields } = issuingAuthorization;

/** From nothing, where a merchant only asks whether there is such a card. */
const amount = integer({ minimum: 0, maximum: billed_max });

const level = oneOf('elevated', 'highest', 'low', 'normal', 'not_assessed', 'unknown');
const percentage = integer({ minimum: 0, maximum: 100 });

const risk_assessment = object({
  card_testing_risk: object({
    invalid_account_number_decline_rate_past_hour: percentage,
    invalid_credentials_decline_rate_past_hour: percentage,
    level: required(level),
  }),
  fraud_risk: object({ level: required(level), score: percentage }),
  merchant_dispute_risk: object({ dispute_rate: percentage, level: required(level) }),
});

const described = pick(fields, 'amount_details', 'authorization_method', 'fleet', 'fuel', 'wallet');

/** Lets a merchant somewhere ask whether a card may pay (test mode). */
export const create = creation(issuingAuthorization, {
  takes: {
    ...described,
    amount,
    card: required(ref('issuing.card')),
    currency,
    fraud_disputability_likelihood: oneOf('neutral', 'unknown', 'very_likely', 'very_unlikely'),
    is_amount_controllable: flag,
    merchant_amount: amount,
    merchant_currency: currency,
    merchant_data: merchant_data_input,
    network_data: object({ acquiring_institution_id: textOf(50) }),
    risk_assessment,
    verification_data: object(verification_members),
  },
  reads: {
    card: issuedCard,
    cardholder: one(cardholder, 'card.held_by'),
    account: own(account),
    endpoints,
    available: balance('issuing_available', 'card.currency'),
    by_merchant: rates('merchant_currency'),
    by_currency: rates('currency'),
  },
  decide: ({ it, input, by_merchant, by_currency, ...seen }, around) => {
    const { card, fraud_disputability_likelihood: _, is_amount_controllable = false, risk_assessment, ...said } = input;
    const amounts = amountsOf(said, seen.card, { by_merchant, by_currency }, around.livemode);
    if ('refuse' in amounts) return refuse(amounts.refuse);
    const { amount, merchant_amount, merchant_currency } = amounts;
    const begun = set(it, {
      status: 'pending',
      ...pick(said, 'amount_details', 'fleet', 'fuel', 'verification_data'),
      ...usedAs(said.authorization_method, said.wallet),
      card: shownOf(seen.card),
      cardholder: seen.card.held_by,
      currency: seen.card.currency,
      merchant_currency,
      merchant_data: merchantOf(said.merchant_data),
      network_data: { ...said.network_data, transaction_id: networkIdOf(it.id) },
      used_card: card,
    });
    const request = { amount, merchant_amount, is_amount_controllable, isFraud: risk_assessment?.fraud_risk?.level === 'highest' };
    return [begun, requested(begun, request, seen, around)];
  },
});

/** A card as it is shown, without what only rules look at. */
const shownOf = (card: IssuedCard): IssuedCard => outwardOf(issuedCard, card) as IssuedCard;

type Method = (typeof fields)['authorization_method']['initial'];

/** How the card was read, and with that whether it was there. */
function usedAs(authorization_method: Method = 'online', wallet: (typeof fields)['wallet']['initial'] = null) {
  const isFar = authorization_method === 'online' || authorization_method === 'keyed_in';
  return { authorization_method, card_presence: isFar ? ('not_present' as const) : ('present' as const), wallet };
}
