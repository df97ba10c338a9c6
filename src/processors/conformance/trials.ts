import { verbs } from '../remote/remote.js';
import { ask, type ChargeResult, chargeFor, demand, demandSame, referenceOf, setUpFor, type Trial, type Tried } from './candidate.js';
import { trials_of_book } from './trials-of-book.js';
import { heldIn, resultOf } from './under-way.js';

const eight = <T>(each: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, each));

const approvedAgain = async (tried: Tried): Promise<void> => {
  const { processor, moved } = tried.it;
  const asked = chargeFor(tried, 'approved');
  const answers = await eight(() => ask(processor, asked));
  for (const each of answers) demandSame(each, answers[0], 'an answer to the same key');
  const [first = answers[0]] = answers;
  if (first && moved) demandSame(await moved(referenceOf(first, asked)), asked.amount, 'the moved amount');
};

const referencesDiffer = async (tried: Tried): Promise<void> => {
  const asked = [chargeFor(tried, 'approved'), chargeFor(tried, 'approved')];
  const names = await Promise.all(asked.map(async (each) => referenceOf(await ask(tried.it.processor, each), each)));
  demand(names[0] !== names[1], () => `two charges have the reference ${names[0]}`);
};

const declineRepeats = async (tried: Tried): Promise<void> => {
  const asked = chargeFor(tried, 'declined');
  const first = await ask(tried.it.processor, asked);
  demandSame(await ask(tried.it.processor, { ...asked, now: asked.now + 86_400 }), first, 'the answer a day later');
};

const waitsForPayer = async (tried: Tried): Promise<void> => {
  const { processor, moved } = tried.it;
  const asked = chargeFor(tried, 'needs_action');
  const first = await ask(processor, asked);
  demandSame(await ask(processor, asked), first, 'the second answer');
  if (moved) demandSame(await moved(referenceOf(first, asked)), 0, 'the amount moved before the step');
};

const answersAs = (wanted: ChargeResult): Trial => ({
  name: `answers ${wanted} to a charge where it should`,
  verbs: ['charge'],
  results: [wanted],
  run: async (tried) => demandSame((await ask(tried.it.processor, chargeFor(tried, wanted))).result, wanted, 'the result'),
});

const charging: readonly Trial[] = [
  ...(['approved', 'declined', 'needs_action', 'pending'] as const).map(answersAs),
  {
    name: 'answers the same to the same key, and moves the money once',
    verbs: ['charge'],
    results: ['approved'],
    run: approvedAgain,
  },
  { name: 'gives every charge its own reference', verbs: ['charge'], results: ['approved'], run: referencesDiffer },
  { name: 'repeats a decline', verbs: ['charge'], results: ['declined'], run: declineRepeats },
  { name: 'moves nothing before the payer has acted', verbs: ['charge'], results: ['needs_action'], run: waitsForPayer },
];

const setsUpOnce = async (tried: Tried): Promise<void> => {
  const asked = setUpFor(tried);
  const first = await ask(tried.it.processor, asked);
  demandSame(first.result, 'approved', 'the result');
  demandSame(await ask(tried.it.processor, asked), first, 'the second answer');
};

const incrementsOnce = async (tried: Tried): Promise<void> => {
  const { it, asks } = tried;
  const options = { request_incremental_authorization: 'if_available' };
  const asked = chargeFor(tried, 'approved', { capture: false, options });
  const answer = await ask(it.processor, asked);
  demand('incremental_authorization' in answer && answer.incremental_authorization === true, () => 'the charge cannot be incremented');
  const of = { processor: it.processor.name, reference: referenceOf(answer, asked), currency: 'usd' };
  const more = asks.increment({ ...of, amount: 1500 });
  demandSame([await resultOf(tried, more), await resultOf(tried, more)], ['approved', 'approved'], 'the results');
  if (it.moved) demandSame(await it.moved(of.reference), 1500, 'the held amount');
  demandSame(await resultOf(tried, asks.capture({ ...of, amount: 1500 })), 'approved', 'the capture of the new amount');
};

const refundsOnce = async (tried: Tried): Promise<void> => {
  const { asks } = tried;
  const of = await heldIn(tried, 1000);
  await resultOf(tried, asks.capture({ ...of, amount: 1000 }));
  const asked = asks.refund({ ...of, amount: 600 });
  for (const each of await eight(() => resultOf(tried, asked))) demandSame(each, 'approved', 'a result');
  demandSame(await resultOf(tried, asks.refund({ ...of, amount: 400 })), 'approved', 'the refund of the rest');
};

const capturesThenRefunds = async (tried: Tried): Promise<void> => {
  const { asks } = tried;
  const of = await heldIn(tried, 1000);
  demandSame(await resultOf(tried, asks.capture({ ...of, amount: 600 })), 'approved', 'the capture');
  demandSame(await resultOf(tried, asks.refund({ ...of, amount: 600 })), 'approved', 'the refund');
};

const keeping: readonly Trial[] = [
  { name: 'sets a card up once, however often it is asked', verbs: ['set_up'], results: ['approved'], run: setsUpOnce },
  {
    name: 'captures, and refunds the captured amount',
    verbs: ['charge', 'capture', 'refund'],
    results: ['approved'],
    run: capturesThenRefunds,
  },
  {
    name: 'increments an authorization once, however often it is asked, and captures the new amount',
    verbs: ['charge', 'increment', 'capture'],
    results: ['approved'],
    run: incrementsOnce,
  },
  {
    name: 'voids an authorization',
    verbs: ['charge', 'void'],
    results: ['approved'],
    run: async (tried) => demandSame(await resultOf(tried, tried.asks.void(await heldIn(tried, 1000))), 'approved', 'the result'),
  },
  {
    name: 'refunds once, however often it is asked',
    verbs: ['charge', 'capture', 'refund'],
    results: ['approved'],
    run: refundsOnce,
  },
];

const paysOutOnce = async (tried: Tried): Promise<void> => {
  const asked = tried.asks.pay_out();
  demandSame(await resultOf(tried, { ...asked, arrival_date: asked.now + 1 }), 'pending', 'the result before the arrival');
  const first = await ask(tried.it.processor, asked);
  demandSame(first.result, 'approved', 'the result');
  demandSame(await ask(tried.it.processor, asked), first, 'the second answer');
};

const reversesOnce = async (tried: Tried): Promise<void> => {
  const { verb: _, ...paid } = tried.asks.pay_out();
  demandSame(await resultOf(tried, { ...paid, verb: 'pay_out' }), 'approved', 'the payout');
  const asked = tried.asks.reverse({ ...paid, attempt: tried.asks.reverse().attempt, payout: paid.attempt });
  demandSame(await resultOf(tried, { ...asked, arrival_date: asked.now + 1 }), 'pending', 'the result before the arrival');
  const first = await ask(tried.it.processor, asked);
  demandSame(first.result, 'approved', 'the result');
  demandSame(await ask(tried.it.processor, asked), first, 'the second answer');
};

const paying: readonly Trial[] = [
  { name: 'pays out once, however often it is asked', verbs: ['pay_out'], run: paysOutOnce },
  { name: 'reverses a payout once, however often it is asked', verbs: ['pay_out', 'reverse'], run: reversesOnce },
];

const declares: Trial = {
  name: 'supports its declared verbs and no others',
  verbs: [],
  run: async ({ it }) =>
    demandSame(
      verbs.filter((verb) => it.processor[verb] === undefined),
      it.without ?? [],
      'the unsupported verbs',
    ),
};

/** The properties of the contract (docs/processors) that any processor can be tried for. */
export const trials: readonly Trial[] = [declares, ...charging, ...keeping, ...paying, ...trials_of_book];
