import type { Asking } from '../../kernel/base/question.js';
import type { Answer, ChargeAsk, Risk } from '../contract.js';
import { declined } from './answers.js';
import { checksOf, tryCard } from './card.js';
import { cardDetailsOf } from './card-details.js';
import { type TestCard, type ThreeDSecure, testCard } from './cards.js';
import { numberFrom } from './derived.js';
import { taken } from './fees.js';
import { networkCodesOf } from './network-codes.js';
import { type OutcomeName, outcomeNamed, referenceOf } from './scripted-outcomes.js';

/** Charges or authorizes a card; every issuer answer has the fraud risk. */
export function chargeCard(ask: ChargeAsk, asking: Asking): Answer {
  const answer = tryCard(ask, asking, {
    needs: (three_d_secure) => isNeeded(ask, three_d_secure),
    payer_is_away: ask.off_session,
    authentication_failure: 'payment_intent_authentication_failure',
    settled: (card, authenticated) => settled(ask, card, authenticated),
  });
  if (!ask.card || (answer.result !== 'approved' && answer.result !== 'declined')) return answer;
  return { ...answer, risk: riskOf(testCard(ask.card.number.reveal()), ask.attempt) };
}

function isNeeded({ off_session, payment_method: { saved } }: ChargeAsk, three_d_secure: ThreeDSecure): boolean {
  switch (three_d_secure) {
    case 'required':
      return true;
    case 'until_saved':
      return !saved;
    case 'on_session':
      return !off_session;
    default:
      return false;
  }
}

function settled(ask: ChargeAsk, card: TestCard, authenticated: boolean): Answer {
  const refusal = card.declined ?? card.charge_declined;
  // What is blocked for its risk is not sent to the network.
  if (refusal) return { ...declined(refusal), ...(card.risk !== 'highest' && networkCodesOf(refusal)) };
  const name = scriptedAfter(card, authenticated);
  return {
    result: 'approved',
    checks: checksOf(ask, card),
    authenticated,
    ...cardDetailsOf(ask, card, authenticated),
    ...(name && { reference: referenceOf(name, ask.attempt) }),
    ...(growable(ask) && { incremental_authorization: true }),
    ...(name && warningOf(name)),
    ...(ask.capture && taken(ask, name ? outcomeNamed(name) : {})),
  };
}

/** The warning that the issuer of a card sends after its charges. */
function warningOf(name: OutcomeName) {
  const { fraud_warning } = outcomeNamed(name);
  return fraud_warning && { fraud_warning };
}

/** An authorization can be increased later if the caller requested that. */
const growable = ({ capture, options }: ChargeAsk): boolean => !capture && options.request_incremental_authorization === 'if_available';

const scriptedAfter = ({ scripted }: TestCard, authenticated: boolean): OutcomeName | null =>
  scripted && !(authenticated && outcomeNamed(scripted).spared_if_authenticated) ? scripted : null;

/** Scores of each level (docs.stripe.com/radar): a payment is elevated from 65 and highest from 75. */
const scores = { normal: { from: 5, to: 60 }, elevated: { from: 65, to: 74 }, highest: { from: 75, to: 99 } } as const;

const riskOf = ({ risk = 'normal' }: TestCard, attempt: string): Risk => ({ level: risk, score: numberFrom(attempt, scores[risk]) });
