import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { type AllSeen, one } from '../../../kernel/base/reads.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { applicationIn, of_account, requireTaking } from '../../accounts/accounts/taking.js';
import { requireShareable, sharing_params } from '../../connect/transfers/sharing.js';
import { requireEnough, requirePlacedType } from '../../core/payment-method-types/types.js';
import { radar_options } from '../../core/radar/rule-fields.js';
import { confirmation, of_confirmation } from '../intents/confirmation.js';
import { countedIn, declines, requireTries } from '../intents/declines.js';
import { choose, of_data } from '../intents/method.js';
import { configuration_param, of_configuration, offeredTo } from '../payment-method-configurations/offered.js';
import { amount_details_input, detailsOf } from './amount-details.js';
import { attempted, firstTypes, reads, requirePayable, requireReusable, switchedOffOf } from './attempt.js';
import {
  apart,
  confirming_paid_with,
  confirming_params,
  described,
  knownOf,
  of_code,
  requireAtConfirmation,
  withCode,
} from './parameters.js';
import { paymentIntent } from './payment-intent.js';
import { chargingBy } from './screen.js';
import { requireSettleable } from './settled-by.js';

const { fields } = paymentIntent;

const takes = {
  ...described,
  ...confirming_paid_with,
  ...confirming_params,
  ...sharing_params,
  ...pick(fields, 'automatic_payment_methods', 'confirmation_method', 'customer', 'fx_quote', 'on_behalf_of'),
  ...{ ...configuration_param, ...amount_details_input },
  amount: about(
    'The amount to pay in minor units, such as 2000 for 20.00 USD. Each payment method has its own minimum.',
    required(fields.amount),
  ),
  currency: about('The currency of the payment, a three-letter ISO 4217 code.', required(fields.currency)),
  confirm: about('Whether the payment is confirmed at once.', flag),
  radar_options,
} as const;

/** The checkout session that a payment is made for, the link that led there, and the configuration by which the session offers its types. */
const ours = {
  checkout_session: ref('checkout.session'),
  payment_link: ref('payment_link'),
  ...pick(fields, 'payment_method_configuration_details', 'presentment_details'),
} as const;

type Input = Given<typeof takes> & Partial<Given<typeof ours>>;

const all_reads = {
  ...reads,
  ...of_data,
  ...of_confirmation,
  ...of_code,
  ...of_account,
  ...of_configuration,
  destination: one(account, 'transfer_data.destination'),
  declines,
} as const;

type Seen = {
  readonly it: It<typeof paymentIntent, Unborn>;
  readonly input: Input;
} & AllSeen<It<typeof paymentIntent, Unborn>, Input, typeof all_reads>;

function created({ it, input, token, code, declines: declined, ...seen }: Seen, asked: Asked): Decision {
  const { confirm: confirmed, payment_method_data: data, payment_method_configuration: _, amount_details, ...params } = input;
  const trying = { ...seen, it, input, token };
  if (seen.taker) requireTaking(seen.taker, asked);
  if (confirmed) requireTries(trying, declined, asked);
  const { confirming, given: said } = apart(params);
  const by_token = confirmation({ ...said, payment_method_data: data }, seen, { payment_intent: it.id }, asked);
  const given = { ...by_token.says, ...said };
  const chosen = choose(given, { ...by_token, token }, data, asked);
  const { method, made } = chosen;
  const offered = offeredTo(given, seen, asked);
  const begun = set(it, {
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    ...given,
    ...(seen.taker && applicationIn(seen.taker)),
    ...offered.says,
    ...detailsOf(amount_details, input.amount, asked),
    ...(confirmed && countedIn(trying, asked)),
    payment_method_types: firstTypes({ ...it, ...given, ...offered.says }, given.payment_method_types, method?.type),
    ...(method && { payment_method: method.id }),
  });
  switchedOffOf(begun, given.payment_method_types || !method ? 'payment_method_types' : 'payment_method', asked);
  requirePlacedType(given, given.currency, asked);
  requireReusable(begun, given, asked);
  requireEnough(begun.payment_method_types, begun, asked);
  requireShareable(begun, seen, asked.account, asked);
  requireSettleable(begun, seen.fx_quote, asked.now, asked);
  if (confirmed) {
    const coded = withCode(chosen, code, asked);
    return [offered.made, attempted(begun, null, { known: knownOf(coded, confirming), charging: chargingBy(seen.taker) }, asked)];
  }
  requireAtConfirmation(confirming, asked);
  if (method) requirePayable(begun, method, asked);
  return [offered.made, made, begun];
}

/** Creates a payment; with `confirm` it is tried at once. */
export const create = creation(paymentIntent, { takes, ours, reads: all_reads, decide: created });
