import type { It, Settable } from '../../src/kernel/base/resource.js';
import { charge } from '../../src/resources/payments/charges/charge.js';
import { stored } from './decisions.js';

/** A charge of twenty dollars by card that an acquirer has captured. */
export const taken = stored(charge, {
  status: 'succeeded',
  amount: 2000,
  amount_captured: 2000,
  captured: true,
  currency: 'usd',
  payment_intent: 'pi_1',
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  processor: { name: 'acquirer', reference: 'a-1' },
});

/** The same, with changes. */
export const takenWith = (changes: Settable<typeof charge>): It<typeof charge> => stored(charge, { ...taken, ...changes });
