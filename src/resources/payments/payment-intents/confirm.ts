import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { type AllSeen, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { of_account, requireTaking } from '../../accounts/accounts/taking.js';
import { type Session, session } from '../../checkout/checkout/session.js';
import { radar_options } from '../../core/radar/rule-fields.js';
import { confirmation, of_confirmation } from '../intents/confirmation.js';
import { countedIn, declines, requireTries } from '../intents/declines.js';
import { choose, of_data, requireOwner } from '../intents/method.js';
import { open } from '../intents/open.js';
import { isNarrowing } from '../payment-methods/narrowed.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import {
  attempted,
  type CompletedStep,
  completed,
  completedStep,
  isOther,
  type Open,
  reads,
  requireReusable,
  retyped,
  switchedOffOf,
} from './attempt.js';
import { apart, confirming_paid_with, confirming_params, knownOf, of_code, requireLikeInvoice, withCode } from './parameters.js';
import { paymentIntent } from './payment-intent.js';
import { chargingBy } from './screen.js';
import { requireSettleable } from './settled-by.js';

const taken = {
  ...confirming_paid_with,
  ...confirming_params,
  ...pick(paymentIntent.fields, 'customer', 'fx_quote', 'receipt_email', 'shipping'),
  radar_options,
};

const seen_by_all = {
  ...reads,
  ...of_data,
  ...of_confirmation,
  ...of_code,
  ...of_account,
  declines,
  purchase: one(session, 'checkout_session'),
} as const;

/** The session that the payment is for confirms it: it counts what is limited. */
const ours = { bought: flag } as const;

type Input = Given<typeof taken> & Partial<Given<typeof ours>>;
type Looked = { readonly it: Open; readonly input: Input } & AllSeen<Open, Input, typeof seen_by_all>;

function decided({ it, input, mandate, token, code, declines: declined, purchase, ...seen }: Looked, asked: Asked): Decision {
  const { payment_method_data: data, bought, ...params } = input;
  if (!bought && purchase?.status === 'open' && purchase.payment_intent === it.id) return asked.refuse(isBought(purchase));
  const trying = { ...seen, it, input, token };
  if (it.confirmation_method === 'manual' && asked.byBrowser) return asked.refuse(by_hand);
  const { confirming, given: said } = apart(params);
  if (seen.taker) requireTaking(seen.taker, asked);
  requireTries(trying, declined, asked);
  requireLikeInvoice(it, said, asked);
  const confirmed = confirmation({ ...said, payment_method_data: data }, seen, { payment_intent: it.id }, asked);
  const given = { ...confirmed.says, ...said };
  const wanted = { ...retyped(it, given), ...given };
  const chosen = choose(given, { ...confirmed, token }, data, asked);
  const changed = set(it, { ...wanted, ...countedIn(trying, asked) });
  requireOwner(changed, seen.customer, asked);
  requireReusable(changed, given, asked, chosen.method?.type);
  if (given.payment_method_types || isNarrowing(given)) switchedOffOf(changed, 'payment_method_types', asked);
  const step = toComplete(it, wanted, chosen.method);
  // A quote that was held when the payer was sent on their way is good for this payment.
  const converts = changed.fx_quote && (!step || changed.fx_quote !== it.fx_quote);
  if (converts) requireSettleable(changed, seen.fx_quote, asked.now, asked);
  const coded = withCode(chosen, code, asked);
  const known = knownOf(coded, confirming);
  return step ? completed(changed, step, known, asked) : attempted(changed, mandate, { known, charging: chargingBy(seen.taker) }, asked);
}

/** Pays; the payer may have to act first. A payment confirmed by hand is confirmed once more after that. */
export const confirm = rule(paymentIntent, 'confirm', { from: open, takes: taken, ours, reads: seen_by_all, decide: decided });

const isBought = ({ id }: Session): Refusal => ({
  code: 'payment_intent_unexpected_state',
  message: `This PaymentIntent belongs to the Checkout Session ${id}, so it cannot be confirmed by itself. Send the payer to the url of the session.`,
});

const by_hand: Refusal = {
  code: 'payment_intent_invalid_parameter',
  message:
    'This PaymentIntent cannot be confirmed with a publishable key because its confirmation_method is manual. Confirm it from your server with your secret key, or create it with confirmation_method automatic.',
};

/** The step of the try under way that a confirmation completes; null where it starts a try of its own. */
function toComplete(it: Open, wanted: object, method: It<typeof paymentMethod> | null): CompletedStep | null {
  const done = completedStep(it);
  const finished_step = done ?? it.next_action?.type;
  if (it.confirmation_method !== 'manual' || !finished_step || method?.id !== it.payment_method || isOther(it, wanted)) return null;
  // Before the step is reported as taken the processor may know its outcome, so it is asked.
  return { finished_step, ...(done && { outcome: 'succeed' as const }) };
}
