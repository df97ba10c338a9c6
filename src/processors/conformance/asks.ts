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

/** Complete asks of every verb, of 10.00 US dollars where they are about money. `now` is in seconds; each ask has an attempt of `attempt`. */
export function asksOf(now: number, attempt: () => string) {
  const trying = () => ({
    attempt: attempt(),
    payment_method: { id: 'pm_1', type: 'card' },
    request_three_d_secure: null,
    stepwise_three_d_secure: false,
    return_url,
    finished_step: null,
    now,
  });
  const of_charge = () => {
    const one = attempt();
    return { attempt: one, processor: 'sandbox', reference: one, amount: 1000, currency: 'usd', now };
  };
  const to_bank = () => ({
    subject: { object: 'payout', id: 'po_1' } as const,
    attempt: attempt(),
    amount: 1000,
    currency: 'usd',
    destination: 'ba_1',
    arrival_date: now,
    now,
  });
  const order = { amount: 1000, currency: 'usd', capture: true, off_session: false, description: null, statement_descriptor: null };
  const options = {};
  return {
    set_up: (changes: Partial<SetUpAsk> = {}): SetUpAsk => ({
      verb: 'set_up',
      subject: { object: 'setup_intent', id: 'seti_1' },
      ...trying(),
      ...changes,
    }),
    charge: (changes: Partial<ChargeAsk> = {}): ChargeAsk => ({
      verb: 'charge',
      subject: payment,
      ...trying(),
      ...order,
      options,
      ...changes,
    }),
    capture: (changes: Partial<CaptureAsk> = {}): CaptureAsk => ({ verb: 'capture', subject: payment, ...of_charge(), ...changes }),
    increment: (changes: Partial<IncrementAsk> = {}): IncrementAsk => ({
      verb: 'increment',
      subject: payment,
      ...of_charge(),
      described: {},
      ...changes,
    }),
    void: (changes: Partial<VoidAsk> = {}): VoidAsk => ({ verb: 'void', subject: payment, ...of_charge(), ...changes }),
    refund: (changes: Partial<RefundAsk> = {}): RefundAsk => ({
      verb: 'refund',
      subject: { object: 'refund', id: 're_1' },
      ...of_charge(),
      ...changes,
    }),
    contest: (evidence: ContestAsk['evidence'], changes: Partial<ContestAsk> = {}): ContestAsk => ({
      verb: 'contest',
      subject: { object: 'dispute', id: 'dp_1' },
      ...of_charge(),
      evidence,
      ...changes,
    }),
    pay_out: (changes: Partial<PayOutAsk> = {}): PayOutAsk => ({ verb: 'pay_out', ...to_bank(), ...changes }),
    reverse: (changes: Partial<ReverseAsk> = {}): ReverseAsk => ({ verb: 'reverse', payout: attempt(), ...to_bank(), ...changes }),
  };
}

/** The asks of `asksOf`. */
export type Asks = ReturnType<typeof asksOf>;
