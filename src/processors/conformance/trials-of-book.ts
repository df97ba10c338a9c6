import type { Verb } from '../contract.js';
import { demandSame, type Trial, type Tried } from './candidate.js';
import { heldIn, resultOf } from './under-way.js';

type Holding = Awaited<ReturnType<typeof heldIn>>;

/** What is asked of an authorization of 10.00; each answers with the result. */
const verbsOn = (tried: Tried, of: Holding) => ({
  capture: (amount: number) => resultOf(tried, tried.asks.capture({ ...of, amount })),
  void: () => resultOf(tried, tried.asks.void({ ...of, amount: 1000 })),
  refund: (amount: number) => resultOf(tried, tried.asks.refund({ ...of, amount })),
});

type OnHold = ReturnType<typeof verbsOn>;

/** A request that the book does not allow, which comes last and must be declined. */
const declines = (name: string, verbs: readonly Verb[], last: (hold: OnHold) => Promise<string>): Trial => ({
  name,
  verbs: ['charge', ...verbs],
  results: ['approved'],
  of_book: true,
  run: async (tried) => demandSame(await last(verbsOn(tried, await heldIn(tried, 1000))), 'declined', 'the result'),
});

const reversesNothingTwice = async (tried: Tried): Promise<void> => {
  const { verb: _, ...paid } = tried.asks.pay_out();
  await resultOf(tried, { ...paid, verb: 'pay_out' });
  const again = () => resultOf(tried, tried.asks.reverse({ ...paid, attempt: tried.asks.reverse().attempt, payout: paid.attempt }));
  demandSame([await again(), await again()], ['approved', 'declined'], 'the results');
};

/** The trials of a processor that keeps a book: it declines what the book does not allow. */
export const trials_of_book: readonly Trial[] = [
  declines('captures no more than was authorized', ['capture'], ({ capture }) => capture(1001)),
  declines('captures nothing twice', ['capture'], async ({ capture }) => {
    await capture(400);
    return capture(400);
  }),
  declines('voids nothing that was captured', ['capture', 'void'], async (hold) => {
    await hold.capture(1000);
    return hold.void();
  }),
  declines('captures nothing that it voided', ['capture', 'void'], async (hold) => {
    await hold.void();
    return hold.capture(1000);
  }),
  declines('refunds nothing that is only authorized', ['refund'], ({ refund }) => refund(1)),
  declines('refunds no more than was captured', ['capture', 'refund'], async ({ capture, refund }) => {
    await capture(600);
    await refund(400);
    return refund(201);
  }),
  { name: 'reverses nothing twice', verbs: ['pay_out', 'reverse'], of_book: true, run: reversesNothingTwice },
];
