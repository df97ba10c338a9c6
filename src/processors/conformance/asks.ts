import { Concealed } from '../../kernel/base/concealed.js';
import type { CaptureAsk, ChargeAsk, ContestAsk, IncrementAsk, PayOutAsk, RefundAsk, ReverseAsk, SetUpAsk, VoidAsk } from '../contract.js';

/** A card in an ask: its expiry in the clear, its number and code for the processor. */
export const numbered = (number: string, cvc: string | null = '123'): Pick<SetUpAsk, 'card' | 'payment_method'> => ({
  payment_method: { id: 'pm_1', type: 'card', card: { exp_month: 12, exp_year: 2034, cvc_given: false } },
  card: { number: new Concealed(number), cvc: cvc === null ? null : new Concealed(cvc) },
});

/** Where the payers of these asks return. */
export const return_url = 'https://shop.example.com/done';

const payment = { object: 'payment_intent', id: 'pi_1' } as const;
const order = { amount: 1000, currency: 'usd', capture: true, off_session: false, description: null, statement_descriptor: null };

const tryingAt = (now: number) => ({
  payment_method: { id: 'pm_1', type: 'card' },
  request_three_d_secure: null,
  stepwise_three_d_secure: false,
  return_url,
  finished_step: null,
  now,
});

const to_bank = { subject: { object: 'payout', id: 'po_1' }, amount: 1000, currency: 'usd', destination: 'ba_1' } as const;
const of_charge = { processor: 'sandbox', amount: 1000, currency: 'usd' };

type Evidence = ContestAsk['evidence'];

/** Complete asks of every verb, of 10.00 US dollars where they are about money. `now` is in seconds; each ask has an attempt of `attempt`. */
export function asksOf(now: number, attempt: () => string) {
  const trying = () => ({ attempt: attempt(), ...tryingAt(now) });
  const ofCharge = (one = attempt()) => ({ attempt: one, reference: one, ...of_charge, now });
  const toBank = () => ({ attempt: attempt(), ...to_bank, arrival_date: now, now });
  const set_up = { verb: 'set_up', subject: { object: 'setup_intent', id: 'seti_1' } } as const;
  const refund = { verb: 'refund', subject: { object: 'refund', id: 're_1' } } as const;
  const contest = { verb: 'contest', subject: { object: 'dispute', id: 'dp_1' } } as const;
  const charge = { verb: 'charge', subject: payment, ...order, options: {} } as const;
  return {
    set_up: (changes: Partial<SetUpAsk> = {}): SetUpAsk => ({ ...set_up, ...trying(), ...changes }),
    charge: (changes: Partial<ChargeAsk> = {}): ChargeAsk => ({ ...charge, ...trying(), ...changes }),
    capture: (changes: Partial<CaptureAsk> = {}): CaptureAsk => ({ verb: 'capture', subject: payment, ...ofCharge(), ...changes }),
    increment: (changes: Partial<IncrementAsk> = {}): IncrementAsk => ({
      verb: 'increment',
      subject: payment,
      ...ofCharge(),
      described: {},
      ...changes,
    }),
    void: (changes: Partial<VoidAsk> = {}): VoidAsk => ({ verb: 'void', subject: payment, ...ofCharge(), ...changes }),
    refund: (changes: Partial<RefundAsk> = {}): RefundAsk => ({ ...refund, ...ofCharge(), ...changes }),
    contest: (evidence: Evidence, changes: Partial<ContestAsk> = {}): ContestAsk => ({ ...contest, ...ofCharge(), evidence, ...changes }),
    pay_out: (changes: Partial<PayOutAsk> = {}): PayOutAsk => ({ verb: 'pay_out', ...toBank(), ...changes }),
    reverse: (changes: Partial<ReverseAsk> = {}): ReverseAsk => ({ verb: 'reverse', payout: attempt(), ...toBank(), ...changes }),
  };
}

/** The asks of `asksOf`. */
export type Asks = ReturnType<typeof asksOf>;
