import { type Json, membersOf, type Outcome, type Purpose, textOf } from '../shapes.js';
import type { Host } from './host.js';

type Intended = Omit<Purpose, 'livemode' | 'express'>;

/** What a group's elements are for, with what the account offers on this page. Each question is asked once. */
export function offers(host: Host): (purpose: Intended, options: Json) => Promise<Purpose> {
  const known = new Map<string, Promise<Json>>();
  return async (purpose, { paymentMethodConfiguration }) => {
    const asked = {
      currency: purpose.currency,
      merchant_host: location.hostname,
      payment_method_configuration: textOf(paymentMethodConfiguration),
      saves_payment_method: purpose.kept,
    };
    const key = JSON.stringify(asked);
    const answer = known.get(key) ?? ask(host, asked);
    known.set(key, answer);
    const { payment_method_types: types, express_types: express } = await answer;
    return {
      ...purpose,
      types: purpose.types ?? (Array.isArray(types) ? types : null),
      express: Array.isArray(express) ? express : null,
      livemode: host.livemode,
    };
  };
}

async function ask(host: Host, asked: Json): Promise<Json> {
  const outcome: Outcome = await host.ask('offer', asked);
  if (!('error' in outcome)) return membersOf(outcome.value);
  // A sandbox exists once its secret key was used, and a page may be opened before that: it then offers every type.
  if (!host.livemode) return {};
  throw outcome.error;
}
