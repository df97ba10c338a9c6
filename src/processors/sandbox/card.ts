import type { ErrorCode } from '../../kernel/base/errors.js';
import type { Asking } from '../../kernel/base/question.js';
import type { Answer, CardChecks, MethodAsked } from '../contract.js';
import { declined } from './answers.js';
import { unauthenticated } from './card-details.js';
import { type TestCard, type ThreeDSecure, testCard } from './cards.js';
import { isStepFinished, isUnderWay, type Trying } from './progress.js';
import { type RedirectType, redirect } from './steps.js';

/** The differences between a setup and a charge of a card. */
export type Trial = {
  /** Whether the payer must authenticate without a request for it. */
  readonly needs: (three_d_secure: ThreeDSecure) => boolean;
  /** The payer is not present to authenticate. */
  readonly payer_is_away: boolean;
  readonly authentication_failure: ErrorCode;
  /** The issuer's final answer. */
  readonly settled: (card: TestCard, authenticated: boolean) => Answer;
};

/** Tries a card: first the entered data, then authentication, then the issuer. */
export function tryCard(ask: Trying, asking: Asking, trial: Trial): Answer {
  // A missing number is an internal error, which the payer cannot correct.
  if (!ask.card) return declined({ code: 'processing_error' });
  const card = testCard(ask.card.number.reveal());
  // A wrong entry is refused before authentication, because the cvc is gone by the time the payer comes back.
  if (isExpired(ask)) return declined({ code: 'expired_card' });
  if (card.mistake && isMade(card.mistake, ask)) return declined({ code: card.mistake });
  if (isStepFinished(ask)) return afterStep(ask, asking, card, trial);
  const asks = !isByMail(ask) && (trial.needs(card.three_d_secure) || isRequested(ask, card));
  // A question about the result comes only after an approval, so the payer must have authenticated.
  if (!asks || isUnderWay(ask)) return trial.settled(card, asks || card.three_d_secure === 'frictionless');
  if (trial.payer_is_away) return authentication_required;
  if (card.lookup_fails) return declined({ code: 'card_declined', decline_code: 'processing_error' });
  return step(ask.stepwise_three_d_secure ? 'ddc_redirect' : 'redirect_to_url', ask, asking);
}

/** The payer would have to authenticate and is not present. */
export const authentication_required = declined({ code: 'authentication_required', decline_code: 'authentication_required' });

// `Date.UTC` counts months from 0, so the card's month is the first moment after it, and December the next January.
function isExpired({ payment_method: { card }, now }: Trying): boolean {
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month) / 1000 <= now;
}

const isMade = (mistake: TestCard['mistake'], ask: Trying): boolean => mistake !== 'incorrect_cvc' || isCvcGiven(ask);

// An earlier code is no longer available, and was right for every card but one.
const isCvcGiven = ({ card, payment_method }: Trying): boolean => Boolean(card?.cvc) || payment_method.card?.cvc_given === true;

/** A payer who gives a card by post or telephone cannot authenticate. */
const isByMail = ({ options }: Trying): boolean => options?.moto === true;

const never_asks: ReadonlySet<ThreeDSecure> = new Set<ThreeDSecure>(['frictionless', 'not_enrolled', 'not_supported']);

const isRequested = ({ request_three_d_secure }: Trying, { three_d_secure }: TestCard): boolean =>
  !never_asks.has(three_d_secure) && (request_three_d_secure === 'any' || request_three_d_secure === 'challenge');

function afterStep(ask: Trying, asking: Asking, card: TestCard, { authentication_failure, settled }: Trial): Answer {
  if (ask.outcome !== 'succeed') return unauthenticated(ask, declined({ code: authentication_failure }));
  // The device data alone proves nothing: the issuer's challenge follows.
  return ask.finished_step === 'ddc_redirect' ? step('challenge_redirect', ask, asking) : settled(card, true);
}

const step = (type: RedirectType, { return_url }: Trying, { page_url }: Asking): Answer => ({
  result: 'needs_action',
  next_action: redirect(type, { page_url, return_url }),
});

/** The issuer's checks: only entered data can pass or fail. */
export function checksOf(ask: Trying, { checks }: TestCard): CardChecks {
  const { line1, postal_code } = addressOf(ask.payment_method);
  return {
    address_line1_check: checks?.address_line1_check ?? (line1 ? 'pass' : null),
    address_postal_code_check: checks?.address_postal_code_check ?? (postal_code ? 'pass' : null),
    cvc_check: isCvcGiven(ask) ? (checks?.cvc_check ?? 'pass') : null,
  };
}

type Address = { readonly line1?: unknown; readonly postal_code?: unknown };

const addressOf = ({ billing_details }: MethodAsked): Address => (billing_details?.address ?? {}) as Address;
