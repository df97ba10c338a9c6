import type { Asking } from '../../kernel/base/question.js';
import type { Answer, SetUpAsk } from '../contract.js';
import { approved, declined } from './answers.js';
import { deposits, unverified, verifiable_seconds, verification } from './bank-debits.js';
import { checksOf, tryCard } from './card.js';
import { cardDetailsOf } from './card-details.js';
import { detailsOf } from './details.js';
import { expiryOf } from './expiry.js';
import { type Method, methods } from './methods.js';
import { isStepFinished } from './progress.js';

/** Proves that a payment method works. */
export const setUp = (ask: SetUpAsk, asking: Asking): Answer =>
  ask.payment_method.type === 'card' ? setUpCard(ask, asking) : setUpMethod(ask, asking);

const authentication_failure = 'setup_intent_authentication_failure';

const setUpCard = (ask: SetUpAsk, asking: Asking): Answer =>
  tryCard(ask, asking, {
    // A card that is only attached is authenticated at its first payment.
    needs: (three_d_secure) => ask.customer === undefined && (three_d_secure === 'required' || three_d_secure === 'until_saved'),
    payer_is_away: false,
    authentication_failure,
    settled: (card, authenticated) =>
      card.declined
        ? declined(card.declined)
        : { result: 'approved', checks: checksOf(ask, card), authenticated, ...cardDetailsOf(ask, card, authenticated) },
  });

function setUpMethod(ask: SetUpAsk, asking: Asking): Answer {
  const method = methods.get(ask.payment_method.type);
  if (!method) return declined({ code: 'payment_method_unactivated' });
  return method.verified_by_deposits ? setUpAccount(ask, asking) : setUpByStep(ask, asking, method);
}

/** An account is set up once its owner has entered the deposits; a saved one is verified already. */
function setUpAccount(ask: SetUpAsk, asking: Asking): Answer {
  const verified = verification(ask);
  if (verified === 'failed') return unverified;
  if (verified === 'right' || ask.payment_method.saved) return approved;
  if (isStepFinished(ask)) return ask.outcome === 'succeed' ? approved : declined({ code: authentication_failure });
  return { result: 'needs_action', next_action: deposits(ask, asking), expires_at: ask.now + verifiable_seconds };
}

function setUpByStep(ask: SetUpAsk, { page_url }: Asking, method: Method): Answer {
  if (!method.step || method.set_up_at_once) return approved;
  if (isStepFinished(ask))
    return ask.outcome === 'succeed' ? { ...approved, ...detailsOf(ask) } : declined({ code: authentication_failure });
  const { verb, attempt, return_url, now, options = {} } = ask;
  const lasts_seconds = expiryOf(method.waits, { now, options }) - now;
  return { result: 'needs_action', next_action: method.step({ verb, attempt, page_url, return_url, now, lasts_seconds, options }) };
}
