import { ask, type Decision, type Effects, run, set } from '../../../kernel/base/effects.js';
import { own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { chargeMethod } from '../../../processors/questions.js';
import { account } from '../../accounts/accounts/account.js';
import type { Trying } from '../intents/question.js';
import { compared, confirming, factsOf, hasRules, judged, used } from '../radar/screening.js';
import { type Charging, chargeQuestion, reads } from './attempt.js';
import { paymentIntent } from './payment-intent.js';
import { blockedBefore } from './result.js';

/** Compares an attempt with the rules of the account; a number and a code in hand are passed on to the processor's question. */
export const compare = consequence(paymentIntent, 'compare', {
  from: ['processing'],
  takes: compared,
  reads: { ...reads, owner: own(account), used },
  decide: (seen, around): Effects => {
    const { it, input, payment_method: method } = seen;
    if (!method || !it.latest_attempt) return null;
    const { members, blocked } = judged(it.latest_attempt, seen, around);
    const screened = set(it, members, null);
    if (blocked) return [screened, blockedBefore(screened, seen, around)];
    const { cvc = null, payment_code = null, native = false, off_session = false } = input;
    const trying: Trying = { attempt: it.latest_attempt, cvc, payment_code, native };
    return [screened, ask(chargeMethod, screened, chargeQuestion(screened, method, trying, off_session))];
  },
});

/** Gathers what the rules of the account compare; the number of the card is read with it. */
export const screen = consequence(paymentIntent, 'screen', {
  from: ['processing'],
  takes: confirming,
  reads: { customer: reads.customer, payment_method: reads.payment_method },
  decide: ({ it, input, customer, payment_method: method }, around) =>
    method && run(compare, it, { ...input, facts: factsOf(it, method, customer, input.ip_address, around) }),
});

/** What an attempt asks: its processor, or first the rules of the account, if it has any. */
export const chargingBy =
  (taker: It<typeof account> | null): Charging =>
  (it, method, { cvc, payment_code, native }, { off_session, acceptance }): Decision => {
    if (!hasRules(taker)) {
      const attempt = it.latest_attempt ?? '';
      return ask(chargeMethod, it, chargeQuestion(it, method, { attempt, cvc, payment_code: payment_code ?? null, native }, off_session));
    }
    const ip_address = acceptance?.online?.ip_address;
    return run(screen, it, {
      ...(cvc && { cvc }),
      ...(payment_code && { payment_code }),
      ...(ip_address && { ip_address }),
      native,
      off_session,
    });
  };
