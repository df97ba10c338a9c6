import { day } from '../../kernel/base/moments.js';
import type { Asking } from '../../kernel/base/question.js';
import type { Answer, ChargeAsk, Outcome } from '../contract.js';
import { declined } from './answers.js';
import { deposits, returnedDebit, unverified, verifiable_seconds, verification } from './bank-debits.js';
import { authentication_required } from './card.js';
import { debitedOn, detailsOf } from './details.js';
import { expiryOf } from './expiry.js';
import { taken } from './fees.js';
import { type Method, methods } from './methods.js';
import { isDecided, isStepFinished, isUnderWay } from './progress.js';
import { ahead } from './waiting.js';

/** Charges a payment method other than a card: with a step of the payer if it has one, and maybe days later. */
export function chargeMethod(ask: ChargeAsk, asking: Asking): Answer {
  const method = methods.get(ask.payment_method.type);
  if (!method) return declined({ code: 'payment_method_unactivated' });
  const verified = verification(ask);
  if (verified) return verified === 'wrong' ? verifying(ask, asking) : verified === 'right' ? paid(ask, method) : unverified;
  if (isStepFinished(ask)) return ask.outcome === 'succeed' ? paid(ask, method) : ended(ask.outcome);
  if (isDecided(ask)) return ask.outcome === 'succeed' ? approvedFor(ask) : ended(ask.outcome);
  if (method.verified_by_deposits && !ask.payment_method.saved && !isUnderWay(ask)) return verifying(ask, asking);
  if (!method.step || isUnderWay(ask) || isScanned(ask, method) || isAgreed(ask)) return paid(ask, method);
  return ask.off_session ? authentication_required : waiting(ask, asking, method.step, method.waits);
}

/** A shop has scanned the code from the payer's app, so no step is needed. */
const isScanned = ({ payment_code }: ChargeAsk, { scans_payment_code }: Method): boolean =>
  scans_payment_code === true && payment_code !== undefined;

/** The payer has accepted a mandate for later charges. */
const isAgreed = ({ off_session, payment_method: { saved } }: ChargeAsk): boolean => off_session && saved === true;

function paid(ask: ChargeAsk, { settles_in_days, step }: Method): Answer {
  const ask_again_at = settles_in_days === undefined ? null : ahead(ask, settles_in_days * day);
  if (ask_again_at === null) return returnedDebit(ask) ?? approvedFor(ask);
  return { result: 'pending', ask_again_at, ...(!step && debitedOn(ask_again_at)) };
}

function verifying(ask: ChargeAsk, asking: Asking): Answer {
  if (ask.off_session) return authentication_required;
  return { result: 'needs_action', next_action: deposits(ask, asking), expires_at: ask.now + verifiable_seconds };
}

const approvedFor = (ask: ChargeAsk): Answer => ({
  result: 'approved',
  ...detailsOf(ask),
  ...(ask.capture && taken(ask, {})),
});

const ended = (outcome: Outcome | undefined): Answer =>
  declined({ code: outcome === 'expire' ? 'payment_intent_payment_attempt_expired' : 'payment_intent_payment_attempt_failed' });

function waiting(ask: ChargeAsk, { page_url }: Asking, step: NonNullable<Method['step']>, waits: Method['waits']): Answer {
  const { verb, attempt, return_url, now, options, amount, currency } = ask;
  const expires_at = expiryOf(waits, ask);
  const next_action = step({ verb, attempt, page_url, return_url, now, lasts_seconds: expires_at - now, options, amount, currency });
  return { result: 'needs_action', next_action, expires_at };
}
