import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Answered,
  type Charge,
  close,
  type Evidence,
  end,
  endRefund,
  factsOf,
  fail,
  giveBack,
  hold,
  type Intent,
  isHeld,
  isOpen,
  keptOf,
  leftOf,
  type Model,
  open,
  pass,
  payOut,
  type Refund,
  release,
  type Shop,
  submit,
  take,
  takeBack,
  tell,
  tryToPay,
  voidedHold,
  type Way,
  ways,
  worsen,
} from './money-model.js';

type Command = fc.AsyncCommand<Model, Shop>;
type Body = Answered['body'];

let count = 0;
/** The number of executed commands. */
export const commandCount = (): number => count;

function command(name: string, run: (model: Model, shop: Shop) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, shop) => {
      count += 1;
      await run(model, shop);
    },
    toString: () => name,
  };
}

type OfKind<K> = Extract<Model['objects'][number], { kind: K }>;

/** The object of a kind that the seed selects; recent ones more often. */
function pick<K extends Model['objects'][number]['kind']>({ objects }: Model, kind: K, seed: number): OfKind<K> | undefined {
  const all = objects.filter((each) => each.kind === kind) as OfKind<K>[];
  return all[all.length - 1 - (seed % Math.max(all.length, 1))];
}

const paid = ({ charge }: Intent): boolean => charge !== null && charge.captured > 0;

const answered = ({ status, body }: Answered): unknown => [status, body.error ? body.error.code : body.status];

const refusedWith = (answer: Answered, code: string): void => expect(answered(answer)).toEqual([400, code]);

const in_state = 'payment_intent_unexpected_state';
const is_open = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

/** Whether this method can pay this payment at all. */
const fits = ({ currency, manual }: Intent, way: Way): boolean => !factsOf(way).of || (currency === 'eur' && !manual);

type Order = { readonly amount: number; readonly eur: boolean; readonly manual: boolean; readonly way: Way | null };

const create = ({ amount, eur, manual, way }: Order): Command =>
  command(`pay ${amount} ${eur ? 'eur' : 'usd'}${manual ? ' later' : ''} by ${way}`, async (model, shop) => {
    const currency = eur ? 'eur' : 'usd';
    const capture_method = manual ? 'manual' : 'automatic';
    const payment_method_types = eur ? ['card', 'sepa_debit', 'ideal'] : ['card'];
    const { status, body } = await shop.post('/v1/payment_intents', { amount, currency, capture_method, payment_method_types });
    expect([status, body.status]).toEqual([200, 'requires_payment_method']);
    const intent: Intent = {
      ...{ kind: 'payment_intent', id: body.id, amount, currency, manual, status: 'requires_payment_method' },
      ...{ way: null, tries: 0, pending: null, charge: null },
    };
    model.objects.push(intent);
    tell(model, intent.id, 'payment_intent.created');
    if (way) await confirmed(model, shop, intent, way);
  });

const confirm = (seed: number, way: Way): Command =>
  command(`confirm payment ${seed} by ${way}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (intent) await confirmed(model, shop, intent, way);
  });

async function confirmed(model: Model, shop: Shop, intent: Intent, way: Way): Promise<void> {
  const params = { ...factsOf(way).with, return_url: 'https://shop.example.com/back' };
  const answer = await shop.post(`/v1/payment_intents/${intent.id}/confirm`, params);
  if (!is_open(intent)) return refusedWith(answer, in_state);
  if (!fits(intent, way)) return expect(answer.status).toBe(400);
  const told: Body = answer.body.error?.payment_intent ?? answer.body;
  tryToPay(model, intent, way, told.latest_charge);
  expectAnswer(intent, answer);
  await findDispute(model, shop, intent);
}

/** The confirming caller gets a decline as an error; any other answer is the current payment. */
function expectAnswer({ status }: Intent, answer: Answered): void {
  if (status === 'requires_payment_method') expect(answered(answer)).toEqual([402, 'card_declined']);
  else expect(answered(answer)).toEqual([200, status]);
}

/** A test card's dispute is created together with its charge. */
async function findDispute(model: Model, shop: Shop, { charge }: Pick<Intent, 'charge'>): Promise<void> {
  const kind = charge && factsOf(charge.way).dispute;
  if (!charge?.captured || !kind || charge.dispute) return;
  const { dispute: id } = await shop.document('charge', charge.id);
  const { amount, evidence_details } = await shop.document('dispute', id);
  const inquiry = kind === 'warning_needs_response';
  const opened = { id, amount, days: inquiry ? 14 : 9, due_by: evidence_details.due_by };
  model.objects.push(open(model, charge, opened, inquiry));
}

const outcomes = ['succeed', 'fail', 'abandon', 'expire'] as const;

const payerDoes = (seed: number, outcome: (typeof outcomes)[number]): Command =>
  command(`the payer of payment ${seed}: ${outcome}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (!intent) return;
    const answer = await shop.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome });
    if (intent.status !== 'requires_action' && !(intent.status === 'processing' && intent.pending)) return refusedWith(answer, in_state);
    const { latest_charge }: Body = answer.body.error?.payment_intent ?? answer.body;
    if (outcome === 'succeed') end(model, intent, latest_charge, model.now);
    else fail(model, intent);
    expect(answered(answer)).toEqual([200, intent.status]);
    await findDispute(model, shop, intent);
  });

const capture = (seed: number, amount: number | null): Command =>
  command(`capture ${amount ?? 'all'} of payment ${seed}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (!intent) return;
    const answer = await shop.post(`/v1/payment_intents/${intent.id}/capture`, amount ? { amount_to_capture: amount } : {});
    if (intent.status !== 'requires_capture' || !intent.charge) return refusedWith(answer, in_state);
    if (amount && amount > intent.amount) return refusedWith(answer, 'amount_too_large');
    take(model, intent.charge, amount ?? intent.amount, model.now);
    tell(model, intent.charge.id, 'charge.captured');
    expect(answered(answer)).toEqual([200, 'succeeded']);
    await findDispute(model, shop, intent);
  });

const cancel = (seed: number): Command =>
  command(`cancel payment ${seed}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (!intent) return;
    const answer = await shop.post(`/v1/payment_intents/${intent.id}/cancel`);
    if (!is_open(intent) && intent.status !== 'requires_capture') return refusedWith(answer, in_state);
    if (intent.status === 'requires_capture') voidedHold(model, intent, 'charge.refunded');
    else {
      intent.status = 'canceled';
      tell(model, intent.id, 'payment_intent.canceled');
    }
    expect(answered(answer)).toEqual([200, 'canceled']);
  });

const way_to_hold = ['visa', 'funds_at_once', 'disputed', 'refund_pends', 'refund_fails'] as const;

const holdDirectly = (amount: number, eur: boolean, way: (typeof way_to_hold)[number]): Command =>
  command(`hold ${amount} ${eur ? 'eur' : 'usd'} without a payment by ${way}`, async (model, shop) => {
    const currency = eur ? 'eur' : 'usd';
    const { status, body } = await shop.post('/v1/charges', { amount, currency, capture: false, ...factsOf(way).with });
    expect([status, body.status, body.captured]).toEqual([200, 'succeeded', false]);
    model.objects.push(hold(model, body.id, { amount, currency, way }));
  });

/** The reason why this amount of a direct authorization cannot be captured. */
function refusalOfCapture(charge: Charge, amount: number | null): string | null {
  if (charge.captured > 0) return 'charge_already_captured';
  if (!isHeld(charge)) return 'charge_not_capturable';
  return amount && amount > charge.amount ? 'amount_too_large' : null;
}

const captureHeld = (seed: number, amount: number | null): Command =>
  command(`capture ${amount ?? 'all'} of hold ${seed}`, async (model, shop) => {
    const it = pick(model, 'charge', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/charges/${it.id}/capture`, amount ? { amount } : {});
    const code = refusalOfCapture(it.charge, amount);
    if (code) return refusedWith(answer, code);
    take(model, it.charge, amount ?? it.charge.amount, model.now);
    tell(model, it.id, 'charge.captured');
    expect([answer.status, answer.body.captured]).toEqual([200, true]);
    await findDispute(model, shop, it);
  });

/** The reason why this amount of a direct authorization cannot be voided, or refunded after its capture. */
function refusalOfRelease(charge: Charge, amount: number | null): string | null {
  if (charge.captured > 0) return refusalOfRefund(charge, amount);
  if (!isHeld(charge)) return 'charge_already_refunded';
  if (amount && amount > charge.amount) return 'amount_too_large';
  return amount && amount < charge.amount ? 'charge_not_refundable' : null;
}

const refundHeld = (seed: number, amount: number | null): Command =>
  command(`refund ${amount ?? 'all'} of hold ${seed}`, async (model, shop) => {
    const it = pick(model, 'charge', seed);
    if (!it) return;
    const answer = await shop.post('/v1/refunds', { charge: it.id, ...(amount && { amount }) });
    const code = refusalOfRelease(it.charge, amount);
    if (code) return refusedWith(answer, code);
    const { id } = answer.body;
    const made = isHeld(it.charge) ? release(model, it.charge, id) : giveBack(model, it.charge, id, amount ?? keptOf(it.charge));
    model.objects.push(made);
    expectRefund(answer, made);
  });

const expectRefund = ({ status, body }: Answered, made: Refund): void =>
  expect([status, body.status, body.amount, body.balance_transaction === null]).toEqual([200, made.status, made.amount, made.of_hold]);

/** The reason why this amount of a charge cannot be refunded. */
function refusalOfRefund(charge: Charge | null, amount: number | null): string | null {
  if (!charge?.captured) return 'charge_not_refundable';
  if (leftOf(charge) === 0) return 'charge_already_refunded';
  const left = keptOf(charge);
  if (left === 0 || (charge.disputed && charge.dispute?.status !== 'lost')) return 'charge_disputed';
  return amount && amount > left ? 'amount_too_large' : null;
}

const refund = (seed: number, amount: number | null): Command =>
  command(`refund ${amount ?? 'all'} of payment ${seed}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (!intent) return;
    const answer = await shop.post('/v1/refunds', { payment_intent: intent.id, ...(amount && { amount }) });
    const code = refusalOfRefund(intent.charge, amount);
    if (code) return refusedWith(answer, code);
    const charge = intent.charge as Charge;
    const made = giveBack(model, charge, answer.body.id, amount ?? keptOf(charge));
    model.objects.push(made);
    expectRefund(answer, made);
  });

const cancelRefund = (seed: number): Command =>
  command(`cancel refund ${seed}`, async (model, shop) => {
    const it = pick(model, 'refund', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/refunds/${it.id}/cancel`);
    if (it.status !== 'pending') return refusedWith(answer, 'refund_unexpected_state');
    endRefund(model, it, 'canceled');
    expect(answered(answer)).toEqual([200, 'canceled']);
  });

const settleRefund = (seed: number, outcome: 'succeed' | 'fail'): Command =>
  command(`let refund ${seed} ${outcome}`, async (model, shop) => {
    const it = pick(model, 'refund', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/test_helpers/refunds/${it.id}/settle`, { outcome });
    if (it.status !== 'pending') return refusedWith(answer, 'refund_unexpected_state');
    endRefund(model, it, outcome === 'succeed' ? 'succeeded' : 'failed');
    expect(answered(answer)).toEqual([200, it.status]);
  });

/** The reason why a bank cannot dispute this amount of a payment. */
function refusalOfDispute(intent: Intent, amount: number | null): string | null {
  if (!paid(intent)) return 'dispute_unexpected_state';
  const charge = intent.charge as Charge;
  if (charge.dispute && charge.dispute.status !== 'warning_closed') return 'charge_disputed';
  if (leftOf(charge) === 0) return 'charge_already_refunded';
  return amount && amount > leftOf(charge) ? 'amount_too_large' : null;
}

const dispute = (seed: number, amount: number | null, inquiry: boolean): Command =>
  command(`dispute ${amount ?? 'all'} of payment ${seed}${inquiry ? ' by an inquiry' : ''}`, async (model, shop) => {
    const intent = pick(model, 'payment_intent', seed);
    if (!intent?.charge) return;
    const params = { charge: intent.charge.id, inquiry, ...(amount && { amount }) };
    const answer = await shop.post('/v1/test_helpers/disputes', params);
    const code = refusalOfDispute(intent, amount);
    if (code) return refusedWith(answer, code);
    const { id, evidence_details } = answer.body;
    const opened = { id, amount: amount ?? leftOf(intent.charge), days: 9, due_by: evidence_details.due_by };
    const made = open(model, intent.charge, opened, inquiry);
    model.objects.push(made);
    expect([answer.status, answer.body.status, answer.body.amount]).toEqual([200, made.status, made.amount]);
  });

const contest = (seed: number, evidence: Evidence): Command =>
  command(`contest dispute ${seed} with ${evidence}`, async (model, shop) => {
    const it = pick(model, 'dispute', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/disputes/${it.id}`, { evidence: { uncategorized_text: evidence } });
    if (!isOpen(it)) return refusedWith(answer, 'dispute_unexpected_state');
    submit(model, it, evidence);
    expect(answered(answer)).toEqual([200, it.status]);
  });

const giveUp = (seed: number): Command =>
  command(`give dispute ${seed} up`, async (model, shop) => {
    const it = pick(model, 'dispute', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/disputes/${it.id}/close`);
    if (!isOpen(it)) return refusedWith(answer, 'dispute_unexpected_state');
    close(model, it);
    expect(answered(answer)).toEqual([200, it.status]);
  });

const escalate = (seed: number): Command =>
  command(`escalate dispute ${seed}`, async (model, shop) => {
    const it = pick(model, 'dispute', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/test_helpers/disputes/${it.id}/escalate`);
    const inquiry = it.status === 'warning_needs_response' || it.status === 'warning_under_review';
    if (!inquiry) return refusedWith(answer, 'dispute_unexpected_state');
    if (leftOf(it.of) === 0) return refusedWith(answer, 'charge_already_refunded');
    worsen(model, it, model.now);
    expect([answer.status, answer.body.status, answer.body.amount]).toEqual([200, 'needs_response', it.amount]);
  });

const payOutFunds = (amount: number, instant: boolean): Command =>
  command(`pay out ${amount}${instant ? ' at once' : ''}`, async (model, shop) => {
    const params = { amount, currency: 'usd', method: instant ? 'instant' : 'standard' };
    const answer = await shop.post('/v1/payouts', params);
    if (amount > model.funds.usd.available) return refusedWith(answer, 'balance_insufficient');
    expect(answered(answer)).toEqual([200, 'pending']);
    model.objects.push(payOut(model, answer.body.id, amount, instant));
    if (instant) await moveTo(model, shop, model.now);
  });

const cancelPayout = (seed: number): Command =>
  command(`cancel payout ${seed}`, async (model, shop) => {
    const it = pick(model, 'payout', seed);
    if (!it) return;
    const answer = await shop.post(`/v1/payouts/${it.id}/cancel`);
    if (it.status !== 'pending') return refusedWith(answer, 'payout_unexpected_state');
    takeBack(model, it);
    expect(answered(answer)).toEqual([200, 'canceled']);
  });

const letPass = (hours: number): Command =>
  command(`let ${hours} hours pass`, async (model, shop) => {
    // A minute beyond the hour: no work is due to the second on one side only.
    let to = (await shop.now()) + hours * 3600 + 60;
    const isClose = ({ at }: Model['timers'][number]): boolean => at > to - 60 && at <= to + 60;
    while (model.timers.some(isClose)) to += 61;
    await moveTo(model, shop, to);
  });

async function moveTo(model: Model, shop: Shop, to: number): Promise<void> {
  await shop.advance(to);
  pass(model, to);
}

const statusesOf = async (model: Model, shop: Shop): Promise<[unknown, unknown]> => {
  const documents = await Promise.all(model.objects.map(({ kind, id }) => shop.document(kind, id)));
  return [documents.map(({ id, status }) => [id, status]), model.objects.map(({ id, status }) => [id, status])];
};

/** The model and the service are equal: statuses, amounts, balances. */
export async function expectLike(model: Model, shop: Shop): Promise<void> {
  const [real, expected] = await statusesOf(model, shop);
  expect(real).toEqual(expected);
  for (const currency of ['usd', 'eur'] as const) expect(await shop.balance(currency), currency).toEqual(model.funds[currency]);
  for (const each of model.objects) {
    if ((each.kind !== 'payment_intent' && each.kind !== 'charge') || !each.charge) continue;
    const { amount_captured, amount_refunded, amount_disputed, refunded, status } = await shop.document('charge', each.charge.id);
    const { captured, back, disputed, amount } = each.charge;
    const expected = {
      amount_captured: captured,
      amount_refunded: back,
      amount_disputed: disputed,
      refunded: back === amount,
      status: 'succeeded',
    };
    expect({ amount_captured, amount_refunded, amount_disputed, refunded, status }).toEqual(expected);
  }
}

const look = command('look at everything', expectLike);

const seed = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.nat({ max: 30 }) });
const way = fc.constantFrom(...(Object.keys(ways) as Way[]));
const amount = fc.oneof(fc.integer({ min: 50, max: 5000 }), fc.constantFrom(50, 60, 1000));
const part = fc.option(fc.integer({ min: 1, max: 3000 }), { freq: 2 });
const evidence = fc.constantFrom<Evidence[]>('winning_evidence', 'losing_evidence', 'a long story');

/** The commands of a shop. */
export const commands: fc.Arbitrary<Command>[] = [
  fc.record({ amount, eur: fc.boolean(), manual: fc.boolean(), way: fc.option(way, { freq: 6 }) }).map(create),
  fc.record({ amount, eur: fc.constant(false), manual: fc.constant(false), way: fc.option(way, { freq: 6 }) }).map(create),
  fc
    .record({ amount, eur: fc.constant(true), manual: fc.constant(false), way: fc.constantFrom('debit' as const, 'bank_page') })
    .map(create),
  fc.record({ amount, eur: fc.boolean(), manual: fc.constant(true), way: fc.constantFrom('visa' as const, 'inquired') }).map(create),
  fc.record({ amount, eur: fc.boolean(), manual: fc.boolean(), way: fc.constantFrom('refund_pends' as const, 'refund_fails') }).map(create),
  fc.tuple(seed, way).map(([place, by]) => confirm(place, by)),
  fc.tuple(seed, fc.constantFrom('succeed' as const, ...outcomes)).map(([place, outcome]) => payerDoes(place, outcome)),
  fc.tuple(seed, part).map(([place, some]) => capture(place, some)),
  seed.map(cancel),
  fc.tuple(seed, part).map(([place, some]) => refund(place, some)),
  fc.tuple(amount, fc.boolean(), fc.constantFrom(...way_to_hold)).map(([sum, eur, by]) => holdDirectly(sum, eur, by)),
  fc.tuple(seed, part).map(([place, some]) => captureHeld(place, some)),
  fc.tuple(seed, fc.option(part, { freq: 1 })).map(([place, some]) => refundHeld(place, some)),
  seed.map(cancelRefund),
  // Few refunds are pending, and none for long.
  fc.constant(cancelRefund(0)),
  fc.tuple(seed, fc.constantFrom('succeed' as const, 'fail' as const)).map(([place, outcome]) => settleRefund(place, outcome)),
  fc.tuple(seed, part, fc.boolean()).map(([place, some, inquiry]) => dispute(place, some, inquiry)),
  fc.tuple(seed, evidence).map(([place, what]) => contest(place, what)),
  seed.map(giveUp),
  seed.map(escalate),
  fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.boolean()).map(([sum, instant]) => payOutFunds(sum, instant)),
  seed.map(cancelPayout),
  fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 60, max: 400 })).map(letPass),
  fc.constantFrom(24, 60 * 24).map(letPass),
  fc.constant(look),
];

/** Events about results, with a known number of each. */
const outcomes_told =
  /^(payment_intent\.(created|succeeded|payment_failed|requires_action|amount_capturable_updated|canceled|processing)|charge\.(succeeded|failed|captured|expired|refunded|refund\.updated|dispute\.(created|closed|funds_withdrawn|funds_reinstated))|refund\.(created|failed)|payout\.(created|paid|canceled|failed))$/;

/** Every change of a status has exactly one event, and a final one has never been left. */
export async function expectTold(model: Model, shop: Shop): Promise<void> {
  const counted = new Map<string, number>();
  const told = await shop.told();
  for (const { type, id, payment_intent } of told) {
    // A step that expires leaves a failed charge that only its payment names.
    const name = `${type} ${type === 'charge.failed' ? payment_intent : id}`;
    if (outcomes_told.test(type)) counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  expect(Object.fromEntries([...counted].sort())).toEqual(Object.fromEntries([...model.told].sort()));
  expectFinal(told.filter(({ id }) => model.objects.some((each) => each.id === id)));
}

const final = new Set([
  'payment_intent succeeded',
  'payment_intent canceled',
  'refund failed',
  'refund canceled',
  'payout paid',
  'payout canceled',
]);
const final_disputes = ['won', 'lost', 'warning_closed'].map((status) => `charge ${status}`);

function expectFinal(told: readonly { type: string; id: string; status: string }[]): void {
  const ended = new Map<string, string>();
  for (const { type, id, status } of told) {
    expect(ended.get(id) ?? status, `${type} of ${id}`).toBe(status);
    const name = `${type.split('.')[0]} ${status}`;
    if (final.has(name) || final_disputes.includes(name)) ended.set(id, status);
  }
}
