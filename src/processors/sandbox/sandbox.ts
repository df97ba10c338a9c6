import type { Answer, Asking, CardChecks, PayOutAsk, Processor, SetUpAsk } from '../../base/processor.js';
import { failing_accounts } from './bank-accounts.js';
import { type Decline, type TestCard, testCard } from './cards.js';
import { methods, redirect } from './methods.js';

/** The processor of test mode: no money, no network, and the same answer to the same ask; published card numbers say what happens. */
export const sandbox = {
  name: 'sandbox',
  local: true,
  set_up: (ask: SetUpAsk, asking: Asking): Answer =>
    ask.payment_method.type === 'card' ? setUpCard(ask, asking) : setUpMethod(ask, asking),
  pay_out: payOut,
} satisfies Processor;

const declined = (decline: Decline): Answer => ({ result: 'declined', ...decline });

const authentication_failed = declined({ code: 'setup_intent_authentication_failure' });

function setUpCard(ask: SetUpAsk, asking: Asking): Answer {
  // A card without its number reaches nobody: a fault on our side, and not the payer's to mend.
  if (!ask.card) return declined({ code: 'processing_error' });
  const card = testCard(ask.card.number.reveal());
  // What was typed in wrong is refused before authentication, because the cvc is gone by the time the payer comes back.
  if (isExpired(ask)) return declined({ code: 'expired_card' });
  if (card.mistake && isMade(card.mistake, ask)) return declined({ code: card.mistake });
  if (isStepFinished(ask)) return afterStep(ask, asking, card);
  if (!isAuthenticationAsked(ask, card)) return settled(ask, card, card.three_d_secure === 'frictionless');
  if (card.lookup_fails) return declined({ code: 'card_declined', decline_code: 'processing_error' });
  return step(ask.stepwise_three_d_secure ? 'ddc_redirect' : 'redirect_to_url', ask, asking);
}

// `Date.UTC` counts months from 0, so the card's month names the first moment after it, and December the next January.
function isExpired({ payment_method: { card }, now }: SetUpAsk): boolean {
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month) / 1000 <= now;
}

const isMade = (mistake: TestCard['mistake'], ask: SetUpAsk): boolean => mistake !== 'incorrect_cvc' || isCvcGiven(ask);

// A code that came with the card earlier is gone by now, and was the right one for every card but one.
const isCvcGiven = ({ card, payment_method }: SetUpAsk): boolean => Boolean(card?.cvc) || payment_method.card?.cvc_given === true;

// Half of a report is none: the payer is then asked anew, which can neither approve nor fail anything by mistake.
const isStepFinished = (ask: SetUpAsk): boolean => ask.finished_step !== null && ask.outcome !== undefined;

const isAuthenticationAsked = ({ request_three_d_secure }: SetUpAsk, { three_d_secure }: TestCard): boolean =>
  three_d_secure === 'required' ||
  (three_d_secure === 'optional' && (request_three_d_secure === 'any' || request_three_d_secure === 'challenge'));

function afterStep(ask: SetUpAsk, asking: Asking, card: TestCard): Answer {
  if (ask.outcome !== 'succeed') return authentication_failed;
  // Collecting data about the payer's device proves nothing yet: the issuer's question follows.
  return ask.finished_step === 'ddc_redirect' ? step('challenge_redirect', ask, asking) : settled(ask, card, true);
}

const step = (type: Parameters<typeof redirect>[0], { return_url }: SetUpAsk, { page_url }: Asking): Answer => ({
  result: 'needs_action',
  next_action: redirect(type, { page_url, return_url }),
});

const settled = (ask: SetUpAsk, card: TestCard, authenticated: boolean): Answer =>
  card.declined ? declined(card.declined) : { result: 'approved', checks: checksOf(ask, card), authenticated };

const checksOf = (ask: SetUpAsk, { checks }: TestCard): CardChecks => ({
  address_line1_check: checks?.address_line1_check ?? null,
  address_postal_code_check: checks?.address_postal_code_check ?? null,
  cvc_check: isCvcGiven(ask) ? (checks?.cvc_check ?? 'pass') : null,
});

function setUpMethod(ask: SetUpAsk, { page_url }: Asking): Answer {
  const method = methods.get(ask.payment_method.type);
  if (!method) return declined({ code: 'payment_method_unactivated' });
  if (method === 'at_once') return { result: 'approved' };
  if (isStepFinished(ask)) return ask.outcome === 'succeed' ? { result: 'approved' } : authentication_failed;
  return { result: 'needs_action', next_action: method({ page_url, return_url: ask.return_url }) };
}

function payOut({ account_number, arrival_date, now }: PayOutAsk): Answer {
  // A bank says nothing before it has been handed the funds, neither yes nor no.
  if (now < arrival_date) return { result: 'pending' };
  const failure = account_number && failing_accounts.get(account_number.reveal());
  return failure ? declined({ code: 'processing_error', decline_code: failure.code, message: failure.message }) : { result: 'approved' };
}
