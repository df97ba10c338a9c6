import fc from 'fast-check';
import { expect } from 'vitest';
import { day } from './bills-calendar.js';
import {
  type Asked,
  areOnce,
  asked,
  type Behavior,
  type Bills,
  begin,
  type Card,
  type Change,
  type Customer,
  cancel,
  cards,
  change,
  charge,
  coupons,
  credit,
  days_until_due,
  deleteDraft,
  draftBeside,
  draftByHand,
  dueOf,
  endOf,
  finalize,
  firstDue,
  giveUp,
  goTogether,
  type Invoice,
  type Item,
  isCutElsewhere,
  isLive,
  isMetered,
  isPaid,
  owedWhenFinal,
  type Pending,
  type Price,
  pass,
  pause,
  remainingOf,
  resume,
  type Sub,
  tariffs,
  totalOf,
  voidInvoice,
  voidNote,
} from './bills-model.js';
import type { Answered, Told } from './money-model.js';

/** The counterpart of the model: the service over HTTP, or the same rules without a database. */
export type BillingShop = {
  ask(method: 'POST' | 'DELETE', path: string, params?: object): Promise<Answered>;
  /** The parameters of every customer. */
  readonly of_customers: object;
  /** All objects of a kind that belong to a customer, oldest first. */
  documents(object: string, of: { readonly id: string }): Promise<Body[]>;
  /** Seconds on the shop's clock. */
  now(): Promise<number>;
  advance(to: number): Promise<void>;
  told(): Promise<readonly Told[]>;
};

type Body = Answered['body'];
type Command = fc.AsyncCommand<Bills, BillingShop>;

let count = 0;
/** The number of executed commands. */
export const billingCommandCount = (): number => count;

/** Seconds between commands: an odd number, so that no two causes ever fall on the same time. */
const between = 7;

function command(name: string, run: (model: Bills, shop: BillingShop) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, shop) => {
      count += 1;
      await moveTo(model, shop, model.now + between);
      await run(model, shop);
    },
    toString: () => name,
  };
}

async function moveTo(model: Bills, shop: BillingShop, to: number): Promise<void> {
  await shop.advance(to);
  pass(model, to);
}

/** The element of a list that the seed selects; recent ones more often. */
const pick = <T>(all: readonly T[], seed: number): T | undefined => all[all.length - 1 - (seed % Math.max(all.length, 1))];

const answered = ({ status, body }: Answered): unknown => [status, body.error ? body.error.code : body.status];
const refusedWith = (answer: Answered, code: string): void => expect(answered(answer)).toEqual([400, code]);

/** The answer to a request that must succeed. */
function ok({ status, body }: Answered): Body {
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body;
}

const subscriptions = '/v1/subscriptions';
const invoices = '/v1/invoices';

const newCustomer = (card: Card | null): Command =>
  command(`a customer with ${card ?? 'no'} card`, async (model, shop) => {
    const payment_method = card && cards[card];
    const paying = card ? { payment_method, invoice_settings: { default_payment_method: payment_method } } : {};
    const { id } = ok(await shop.ask('POST', '/v1/customers', { name: 'Jo', ...paying, ...shop.of_customers }));
    model.customers.push({ kind: 'customer', id, card, balance: 0, pending: [], used: [], invoices: [] });
  });

const otherCard = (seed: number, card: Card): Command =>
  command(`customer ${seed} pays by a ${card} card`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    if (!customer) return;
    const method = ok(await shop.ask('POST', `/v1/payment_methods/${cards[card]}/attach`, { customer: customer.id }));
    ok(await shop.ask('POST', `/v1/customers/${customer.id}`, { invoice_settings: { default_payment_method: method.id } }));
    customer.card = card;
  });

const adjust = (seed: number, amount: number): Command =>
  command(`adjust the balance of customer ${seed} by ${amount}`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    if (!customer || amount === 0) return;
    ok(await shop.ask('POST', `/v1/customers/${customer.id}/balance_transactions`, { amount, currency: 'usd' }));
    customer.balance += amount;
  });

const event_name = 'cups';

const meterId = async (shop: BillingShop): Promise<string> =>
  ok(await shop.ask('POST', '/v1/billing/meters', { display_name: 'Cups', event_name, default_aggregation: { formula: 'sum' } })).id;

const use = (seed: number, value: number): Command =>
  command(`customer ${seed} uses ${value}`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    if (!customer || !model.prices.has('cups')) return;
    const payload = { stripe_customer_id: customer.id, value: String(value) };
    ok(await shop.ask('POST', '/v1/billing/meter_events', { event_name, payload, timestamp: model.now }));
    customer.used.push({ at: model.now, value });
  });

/** The id of a price, which is created when it is first requested. */
async function priceId({ prices }: Bills, shop: BillingShop, price: Price): Promise<string> {
  const known = prices.get(price);
  if (known) return known;
  const recurring = { ...tariffs[price].recurring, ...(isMetered(price) && { meter: await meterId(shop) }) };
  const { id } = ok(await shop.ask('POST', '/v1/prices', { currency: 'usd', product_data: { name: price }, ...tariffs[price], recurring }));
  prices.set(price, id);
  return id;
}

async function couponId({ coupons: made }: Bills, shop: BillingShop, coupon: keyof typeof coupons): Promise<string> {
  const known = made.get(coupon);
  if (known) return known;
  const { id } = ok(await shop.ask('POST', '/v1/coupons', coupons[coupon]));
  made.set(coupon, id);
  return id;
}

const couponOf = async (model: Bills, shop: BillingShop, coupon: Asked['coupon']): Promise<object> =>
  coupon ? { discounts: [{ coupon: await couponId(model, shop, coupon) }] } : {};

const subscribe = (seed: number, wanted: Asked): Command =>
  command(`subscribe customer ${seed} to ${JSON.stringify(wanted)}`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    if (!customer) return;
    const { items, trial_days, coupon, sent, waits, classic, ends_after } = wanted;
    const answer = await shop.ask('POST', subscriptions, {
      customer: customer.id,
      items: await Promise.all(
        items.map(async ({ price, quantity }) => ({ price: await priceId(model, shop, price), ...(!isMetered(price) && { quantity }) })),
      ),
      billing_mode: { type: classic ? 'classic' : 'flexible' },
      ...(trial_days > 0 && { trial_period_days: trial_days }),
      ...(await couponOf(model, shop, coupon)),
      ...(sent && { collection_method: 'send_invoice', days_until_due }),
      ...(ends_after && { cancel_at: model.now + ends_after * day }),
      ...(waits && { payment_behavior: 'default_incomplete' }),
    });
    const prices = items.map(({ price }) => price);
    if (!areOnce(prices) || !goTogether(prices, classic)) return refusedWith(answer, 'parameter_invalid');
    const sub = asked(model, customer, wanted);
    if (!customer.card && !sent && !waits && sub.status !== 'trialing' && firstDue(model, sub) > 0)
      return refusedWith(answer, 'resource_missing');
    const body = ok(answer);
    sub.id = body.id;
    for (const [place, item] of sub.items.entries()) item.id = body.items.data[place].id;
    begin(model, sub, waits);
    expectSub(sub, body);
  });

/** The shown state of a subscription. */
function expectSub(sub: Sub, body: Body): void {
  const shown = {
    status: body.status,
    anchor: body.billing_cycle_anchor,
    trial_end: body.trial_end,
    ends: [body.current_period_end, body.cancel_at, body.cancel_at_period_end],
    items: body.items.data.map(({ id, quantity, ...of }: Body) => [id, quantity, of.current_period_start, of.current_period_end]),
  };
  expect(shown).toEqual({
    status: sub.status,
    anchor: sub.anchor,
    trial_end: sub.trial_end,
    ends: [endOf(sub), sub.cancel_at, sub.ends_with_period],
    items: sub.items.map(({ id, price, quantity, start, end }) => [id, isMetered(price) ? undefined : quantity, start, end]),
  });
}

type Wanted = Omit<Change, 'items'> & { readonly items: (sub: Sub) => readonly Step[] };
type Step = { readonly before: Item | null; readonly price: Price | null; readonly quantity: number | null };

/** Changes a subscription with these parameters. */
async function changed(
  model: Bills,
  shop: BillingShop,
  sub: Sub,
  { items, behavior, anchors_now, trial_end, ends }: Wanted,
): Promise<void> {
  const steps = items(sub);
  if (steps.some(({ before, price, quantity }) => before && !price && quantity !== null && isMetered(before.price))) return;
  const asked_items = await Promise.all(
    steps.map(async ({ before, price, quantity }) => ({
      ...(before && { id: before.id }),
      ...(price && { price: await priceId(model, shop, price) }),
      ...(quantity !== null && { quantity }),
      ...(before && !price && quantity === null && { deleted: true }),
    })),
  );
  const answer = await shop.ask('POST', `${subscriptions}/${sub.id}`, {
    proration_behavior: behavior,
    ...(steps.length > 0 && { items: asked_items }),
    ...(anchors_now && { billing_cycle_anchor: 'now' }),
    ...(trial_end !== null && { trial_end }),
    ...endingOf(ends),
  });
  if (!isLive(sub)) return refusedWith(answer, 'subscription_unexpected_state');
  const all = [
    ...sub.items.map((item) => steps.find(({ before }) => before === item) ?? { before: item, price: item.price, quantity: item.quantity }),
    ...steps.filter(({ before }) => !before),
  ];
  const prices = all.flatMap(({ before, price, quantity }) => price ?? (quantity === null ? [] : (before as Item).price));
  if (!areOnce(prices)) return refusedWith(answer, 'parameter_invalid');
  // Billed members cannot be changed until the first invoice is paid.
  const is_cut = ends !== undefined && (behavior === 'none' || !isCutElsewhere(sub, ends, model.now));
  if (sub.status === 'incomplete' && !is_cut) return refusedWith(answer, 'subscription_unexpected_state');
  if (!goTogether(prices, sub.classic)) return refusedWith(answer, 'parameter_invalid');
  const body = ok(answer);
  const ids = new Map<string, string>(body.items.data.map((item: Body) => [item.price.id, item.id]));
  change(model, sub, {
    ...{ behavior, anchors_now, trial_end, ...(ends !== undefined && { ends }) },
    items: all.map((step) => ({ before: step.before, after: afterStep(model, step, ids) })),
  });
  expectSub(sub, body);
}

const endingOf = (ends: Change['ends']): object => {
  if (ends === undefined) return {};
  return typeof ends === 'number' ? { cancel_at: ends } : { cancel_at_period_end: ends === 'period' };
};

function afterStep(
  { prices }: Bills,
  { before, price, quantity }: Step,
  ids: ReadonlyMap<string, string>,
): Change['items'][number]['after'] {
  if (before && !price && quantity === null) return null;
  const next = price ?? (before as Item).price;
  const is_other = before !== null && next !== before.price;
  const id = before?.id ?? ids.get(prices.get(next) ?? '') ?? '';
  return { id, price: next, quantity: quantity ?? (before && !is_other ? before.quantity : 1) };
}

/** A change of a subscription that is neither paused nor has a pending update. */
const changing = (name: string, seed: number, wanted: Wanted): Command =>
  command(`${name} of subscription ${seed}, ${wanted.behavior}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (sub && sub.status !== 'paused') await changed(model, shop, sub, wanted);
  });

const only = { anchors_now: false, trial_end: null } as const;

const changeQuantity = (seed: number, place: number, quantity: number, behavior: Behavior): Command =>
  changing(`quantity ${quantity} of item ${place}`, seed, {
    ...{ ...only, behavior },
    items: ({ items }) => [{ before: pick(items, place) as Item, price: null, quantity }],
  });

const changePrice = (seed: number, place: number, price: Price, behavior: Behavior): Command =>
  changing(`item ${place} becomes ${price}`, seed, {
    ...{ ...only, behavior },
    items: ({ items }) => [{ before: pick(items, place) as Item, price, quantity: null }],
  });

const addItem = (seed: number, price: Price, quantity: number, behavior: Behavior): Command =>
  changing(`add ${quantity} ${price}`, seed, {
    ...only,
    behavior,
    items: () => [{ before: null, price, quantity: isMetered(price) ? null : quantity }],
  });

const removeItem = (seed: number, place: number, behavior: Behavior): Command =>
  changing(`remove item ${place}`, seed, {
    ...{ ...only, behavior },
    items: ({ items }) => [{ before: pick(items, place) as Item, price: null, quantity: null }],
  });

const anchorNow = (seed: number, behavior: Behavior): Command =>
  changing('anchor now', seed, { anchors_now: true, trial_end: null, behavior, items: () => [] });

const endTrial = (seed: number, behavior: Behavior): Command =>
  changing('end the trial', seed, { anchors_now: false, trial_end: 'now', behavior, items: () => [] });

const tryAgain = (seed: number, days: number, behavior: Behavior): Command =>
  command(`a trial of ${days} days more of subscription ${seed}, ${behavior}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub || sub.status === 'paused') return;
    await changed(model, shop, sub, { anchors_now: false, trial_end: model.now + days * day, behavior, items: () => [] });
  });

const setOn = (seed: number, name: string, params: object, does: (sub: Sub, model: Bills) => void): Command =>
  command(`${name} of subscription ${seed}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub) return;
    const answer = await shop.ask('POST', `${subscriptions}/${sub.id}`, params);
    if (!isLive(sub)) return refusedWith(answer, 'subscription_unexpected_state');
    does(sub, model);
    expectSub(sub, ok(answer));
  });

const endWith = (seed: number, days: number, ends: 'moment' | 'period' | 'never', behavior: Behavior): Command =>
  command(`subscription ${seed} ends with the ${ends} (${days} days), ${behavior}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub) return;
    const at = ends === 'moment' ? model.now + days * day : ends;
    await changed(model, shop, sub, { anchors_now: false, trial_end: null, behavior, ends: at, items: () => [] });
  });

const collect = (seed: number, behavior: Sub['collection']): Command =>
  setOn(seed, `collection ${behavior ?? 'again'}`, { pause_collection: behavior ? { behavior } : '' }, (sub) => {
    sub.collection = behavior;
  });

const cancelNow = (seed: number, prorate: boolean, invoice_now: boolean): Command =>
  command(`cancel subscription ${seed}${prorate ? ' with prorations' : ''}${invoice_now ? ' and bill' : ''}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub) return;
    const answer = await shop.ask('DELETE', `${subscriptions}/${sub.id}`, { prorate, invoice_now });
    if (!isLive(sub)) return refusedWith(answer, 'subscription_unexpected_state');
    cancel(model, sub, { prorate, invoice_now });
    expect(answered(answer)).toEqual([200, 'canceled']);
  });

const pauseNow = (seed: number): Command =>
  command(`pause subscription ${seed}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub) return;
    const answer = await shop.ask('POST', `${subscriptions}/${sub.id}/pause`);
    if (!['active', 'past_due', 'trialing'].includes(sub.status)) return refusedWith(answer, 'subscription_unexpected_state');
    pause(model, sub);
    expectSub(sub, ok(answer));
  });

const resumeNow = (seed: number): Command =>
  command(`resume subscription ${seed}`, async (model, shop) => {
    const sub = pick(
      model.subs.filter(({ status }) => status === 'paused'),
      seed,
    );
    if (!sub) return;
    const answer = await shop.ask('POST', `${subscriptions}/${sub.id}/resume`);
    resume(model, sub);
    expectSub(sub, ok(answer));
  });

const itemFor = (seed: number, amount: number): Command =>
  command(`bill customer ${seed} for ${amount}`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    if (!customer) return;
    const { id } = ok(await shop.ask('POST', '/v1/invoiceitems', { customer: customer.id, amount, currency: 'usd' }));
    customer.pending.push({ kind: 'item', id, amount, sub: null, proration: false, item: null, gives_back: null });
  });

const dropItem = (seed: number, place: number): Command =>
  command(`do not bill item ${place} of customer ${seed}`, async (model, shop) => {
    const customer = pick(model.customers, seed);
    const item = pick(
      (customer?.pending ?? []).filter(({ id }) => id !== null),
      place,
    );
    if (!customer || !item) return;
    ok(await shop.ask('DELETE', `/v1/invoiceitems/${item.id}`));
    customer.pending = customer.pending.filter((each: Pending) => each !== item);
  });

const draftInvoice = (seed: number, includes: boolean, auto_advance: boolean): Command =>
  command(
    `invoice customer ${seed}${includes ? ' with pending items' : ''}${auto_advance ? ', automatically' : ''}`,
    async (model, shop) => {
      const customer = pick(model.customers, seed);
      if (!customer) return;
      const pending_invoice_items_behavior = includes ? 'include' : 'exclude';
      const params = { customer: customer.id, pending_invoice_items_behavior, auto_advance, currency: 'usd' };
      const { id } = ok(await shop.ask('POST', invoices, params));
      draftByHand(model, customer, includes, auto_advance).id = id;
    },
  );

const billBeside = (seed: number, amount: number, auto_advance: boolean): Command =>
  command(`bill ${amount} for subscription ${seed} by hand${auto_advance ? ', collected automatically' : ''}`, async (model, shop) => {
    const sub = pick(model.subs, seed);
    if (!sub || !isLive(sub)) return;
    const { customer, id: subscription } = sub;
    const { id } = ok(await shop.ask('POST', '/v1/invoiceitems', { customer: customer.id, subscription, amount, currency: 'usd' }));
    customer.pending.push({ kind: 'item', id, amount, sub, proration: false, item: null, gives_back: null });
    draftBeside(model, sub, auto_advance).id = ok(await shop.ask('POST', invoices, { subscription, auto_advance })).id;
  });

/** Finds the ids of a customer's invoices. */
async function identify(shop: BillingShop, customer: Customer): Promise<void> {
  const all = await shop.documents('invoice', customer);
  expect(all.map(({ billing_reason }) => billing_reason)).toEqual(customer.invoices.map(({ reason }) => reason));
  for (const [place, invoice] of customer.invoices.entries()) invoice.id = all[place].id;
}

/** An invoice; usually one that an operation can change. */
function invoiceFor({ customers }: Bills, seed: number, states: readonly Invoice['status'][]): Invoice | undefined {
  const all = customers.flatMap((customer) => customer.invoices);
  const fitting = all.filter(({ status }) => states.includes(status));
  return pick(seed < 2 && fitting.length > 0 ? fitting : all, seed);
}

type OnInvoice = { readonly from: readonly Invoice['status'][]; readonly does: (model: Bills, invoice: Invoice, answer: Answered) => void };

/** Runs an operation on an invoice; in another state it is refused. */
const onInvoice = (seed: number, verb: string, params: object, { from, does }: OnInvoice): Command =>
  command(`${verb} invoice ${seed} ${JSON.stringify(params)}`, async (model, shop) => {
    const invoice = invoiceFor(model, seed, from);
    if (!invoice) return;
    await identify(shop, invoice.customer);
    const answer = await shop.ask('POST', `${invoices}/${invoice.id}/${verb}`, params);
    if (!from.includes(invoice.status)) return refusedWith(answer, 'invoice_unexpected_state');
    does(model, invoice, answer);
  });

const finalizeNow = (seed: number): Command =>
  onInvoice(
    seed,
    'finalize',
    {},
    {
      from: ['draft'],
      does: (model, invoice, answer) => {
        finalize(model, invoice);
        expect(answered(answer)).toEqual([200, invoice.status]);
      },
    },
  );

const payNow = (seed: number, elsewhere: boolean): Command =>
  onInvoice(seed, 'pay', elsewhere ? { paid_out_of_band: true } : {}, {
    from: ['draft', 'open', 'uncollectible'],
    does: (model, invoice, answer) => {
      const is_owed = invoice.status !== 'draft' || owedWhenFinal(invoice) > 0;
      if (is_owed && !elsewhere && !invoice.customer.card) return refusedWith(answer, 'parameter_missing');
      if (invoice.status === 'draft') finalize(model, invoice);
      if (invoice.status === 'paid') return expect(answered(answer)).toEqual([200, 'paid']);
      if (elsewhere) isPaid(model, invoice, dueOf(invoice));
      else if (!charge(model, invoice)) return expect(answered(answer)).toEqual([402, 'card_declined']);
      expect(answered(answer)).toEqual([200, 'paid']);
    },
  });

const voidNow = (seed: number): Command =>
  onInvoice(
    seed,
    'void',
    {},
    {
      from: ['open', 'uncollectible'],
      does: (model, invoice, answer) => {
        voidInvoice(model, invoice);
        expect(answered(answer)).toEqual([200, 'void']);
      },
    },
  );

const giveUpNow = (seed: number): Command =>
  onInvoice(
    seed,
    'mark_uncollectible',
    {},
    {
      from: ['open'],
      does: (model, invoice, answer) => {
        giveUp(model, invoice);
        expect(answered(answer)).toEqual([200, 'uncollectible']);
      },
    },
  );

const dropDraft = (seed: number): Command =>
  command(`delete invoice ${seed}`, async (model, shop) => {
    const invoice = invoiceFor(model, seed, ['draft']);
    if (!invoice) return;
    await identify(shop, invoice.customer);
    const answer = await shop.ask('DELETE', `${invoices}/${invoice.id}`);
    if (invoice.status !== 'draft' || invoice.sub) return refusedWith(answer, 'invoice_not_editable');
    expect(answer.status).toBe(200);
    deleteDraft(model, invoice);
  });

/** The reason why this amount of an invoice cannot be credited in a way. */
function refusalOfNote(invoice: Invoice, amount: number, way: 'credit' | 'refund' | 'elsewhere'): string | null {
  if (!['open', 'paid', 'uncollectible'].includes(invoice.status)) return 'invoice_unexpected_state';
  const post = amount - Math.min(amount, remainingOf(invoice));
  const refundable = invoice.by_card ? invoice.paid - invoice.refunded : 0;
  if (way === 'refund' && post > 0 && !invoice.by_card) return 'charge_not_refundable';
  if (way === 'refund' && post > refundable) return 'amount_too_large';
  if (amount > Math.max(0, totalOf(invoice) - invoice.pre - invoice.post)) return 'amount_too_large';
  const left = remainingOf(invoice) - (amount - post);
  return amount > post && left > 0 && left < 50 ? 'amount_too_small' : null;
}

const note = (seed: number, amount: number, way: 'credit' | 'refund' | 'elsewhere'): Command =>
  command(`credit ${amount} of invoice ${seed} by ${way}`, async (model, shop) => {
    const invoice = invoiceFor(model, seed, amount % 2 ? ['open', 'uncollectible'] : ['paid']);
    if (!invoice) return;
    await identify(shop, invoice.customer);
    const post = amount - Math.min(amount, remainingOf(invoice));
    const name = way === 'credit' ? 'credit_amount' : way === 'refund' ? 'refund_amount' : 'out_of_band_amount';
    const answer = await shop.ask('POST', '/v1/credit_notes', { invoice: invoice.id, amount, ...(post > 0 && { [name]: post }) });
    const code = refusalOfNote(invoice, amount, way);
    if (code) return refusedWith(answer, code);
    const made = credit(model, invoice, ok(answer).id, amount, way);
    expect([answer.body.pre_payment_amount, answer.body.post_payment_amount]).toEqual([made.pre, made.post]);
  });

const dropNote = (seed: number): Command =>
  command(`void note ${seed}`, async (model, shop) => {
    const made = pick(
      model.customers.flatMap(({ invoices }) => invoices.flatMap(({ notes }) => notes)),
      seed,
    );
    if (!made) return;
    const answer = await shop.ask('POST', `/v1/credit_notes/${made.id}/void`);
    const is_open = made.of.status === 'open' || made.of.status === 'uncollectible';
    if (made.status === 'void' || !is_open) return refusedWith(answer, 'credit_note_unexpected_state');
    voidNote(made);
    expect(answered(answer)).toEqual([200, 'void']);
  });

const letPass = (hours: number): Command =>
  command(`let ${hours} hours pass`, async (model, shop) => {
    const to = model.now + hours * 3600;
    if (to < model.until) await moveTo(model, shop, to);
    await expectAlike(model, shop);
  });

const linesOf = ({ lines }: Invoice): unknown[] => [
  ...summedUp(lines.map(({ item, start, end, amount, off }) => [item ?? 'item', item ? start : 0, item ? end : 0, amount, off] as const)),
];

/** Lines by purpose: graduated tiers are several lines of one. */
function summedUp(lines: readonly (readonly [string, number, number, number, number])[]): unknown[] {
  const sums = new Map<string, [number, number]>();
  for (const [item, start, end, amount, off] of lines) {
    const name = `${item} ${start} ${end}`;
    const [a, o] = sums.get(name) ?? [0, 0];
    sums.set(name, [a + amount, o + off]);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

const sumOf = (amounts: readonly { readonly amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

const shownLines = ({ lines }: Body): unknown[] =>
  summedUp(
    lines.data.map(({ subscription_item, invoice_item, period, amount, discount_amounts }: Body) => {
      const item = invoice_item === null ? subscription_item : null;
      return [item ?? 'item', item ? period.start : 0, item ? period.end : 0, amount, sumOf(discount_amounts)] as const;
    }),
  );

/** The state of an invoice in the model. */
const invoiceAsTold = (invoice: Invoice): object => ({
  ...{ status: invoice.status, reason: invoice.reason, subscription: invoice.sub?.id ?? null, total: totalOf(invoice) },
  lines: linesOf(invoice),
  ...(invoice.status !== 'draft' && {
    due: dueOf(invoice),
    paid: invoice.paid,
    remaining: remainingOf(invoice),
    notes: [invoice.pre, invoice.post],
    balance: [invoice.starting, invoice.starting + invoice.moved],
  }),
  ...{ auto: invoice.auto, next: invoice.next_attempt },
});

const invoiceAsShown = (body: Body): object => ({
  ...{ status: body.status, reason: body.billing_reason, subscription: body.subscription, total: body.total },
  lines: shownLines(body),
  ...(body.status !== 'draft' && {
    due: body.amount_due,
    paid: body.amount_paid,
    remaining: body.amount_remaining,
    notes: [body.pre_payment_credit_notes_amount, body.post_payment_credit_notes_amount],
    balance: [body.starting_balance, body.ending_balance],
  }),
  ...{ auto: body.auto_advance, next: body.next_payment_attempt },
});

/** The model and the service are equal: statuses, periods, amounts, balances; and the sums are right. */
export async function expectAlike(model: Bills, shop: BillingShop): Promise<void> {
  for (const customer of model.customers) {
    const all = await shop.documents('invoice', customer);
    expect(all.map(invoiceAsShown)).toEqual(customer.invoices.map(invoiceAsTold));
    for (const [place, invoice] of customer.invoices.entries()) invoice.id = all[place].id;
    const subs = new Map((await shop.documents('subscription', customer)).map((body) => [body.id, body]));
    for (const sub of model.subs) {
      if (sub.customer !== customer) continue;
      expectSub(sub, subs.get(sub.id));
      expect(subs.get(sub.id).latest_invoice).toBe(sub.latest?.id ?? null);
    }
    await expectBalance(customer, shop);
    await expectBilledOnce(customer, all, shop);
  }
}

/** A balance is the sum of its transactions. */
async function expectBalance(customer: Customer, shop: BillingShop): Promise<void> {
  const [body] = await shop.documents('customer', customer);
  const moved = await shop.documents('customer_balance_transaction', customer);
  expect([body.balance, sumOf(moved)]).toEqual([customer.balance, customer.balance]);
}

const amountsOf = (all: readonly { readonly amount: number }[]): number[] =>
  all.flatMap(({ amount }) => amount || []).sort((one, other) => one - other);

/** Each item to bill is on one invoice, with its amount; or it is pending, as in the model. */
async function expectBilledOnce({ id, pending }: Customer, all: readonly Body[], shop: BillingShop): Promise<void> {
  const items = await shop.documents('invoiceitem', { id });
  const on = new Map<string, string[]>();
  for (const { id, lines } of all)
    for (const { invoice_item } of lines.data) if (invoice_item) on.set(invoice_item, [...(on.get(invoice_item) ?? []), id]);
  for (const { id, invoice } of items) expect(on.get(id) ?? []).toEqual(invoice ? [invoice] : []);
  const waiting = items.filter(({ invoice }) => invoice === null);
  expect(amountsOf(waiting)).toEqual(amountsOf(pending));
}

const told_of =
  /^(invoice\.(created|finalized|paid|payment_failed|voided|marked_uncollectible|overdue)|customer\.subscription\.(created|deleted))$/;

/** The model's events exist, in the same number, for every object that still exists. */
export async function expectAllTold(model: Bills, shop: BillingShop): Promise<void> {
  const expected = new Map<string, number>();
  for (const [of, told] of model.told) for (const [type, times] of told) expected.set(`${type} ${(of as { id: string }).id}`, times);
  const ids = new Set([...model.told.keys()].map((of) => (of as { id: string }).id));
  const counted = new Map<string, number>();
  for (const { type, id } of await shop.told()) {
    const name = `${type} ${id}`;
    if (told_of.test(type) && ids.has(id)) counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  expect(Object.fromEntries([...counted].sort())).toEqual(Object.fromEntries([...expected].sort()));
}

const seed = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 1 }) }, { weight: 1, arbitrary: fc.nat({ max: 12 }) });
const card = fc.constantFrom<Card[]>('good', 'good', 'declining');
const price = fc.constantFrom(...(Object.keys(tariffs) as Price[]));
const of_months = fc.constantFrom<Price[]>('tea', 'coffee', 'season', 'year', 'seats', 'bulk', 'nothing', 'crumb', 'cups');
const quantity = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 14 }));
const behavior = fc.constantFrom<Behavior[]>('create_prorations', 'create_prorations', 'always_invoice', 'none');
const items = fc
  .tuple(of_months, quantity, fc.option(price, { freq: 2 }), quantity)
  .map(([first, so_many, second, others]) => [
    { price: first, quantity: so_many },
    ...(second && second !== first ? [{ price: second, quantity: others }] : []),
  ]);
const single = fc.tuple(price, quantity).map(([each, so_many]) => [{ price: each, quantity: so_many }]);
const wanted: fc.Arbitrary<Asked> = fc.record({
  items: fc.oneof(items, single),
  trial_days: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) }),
  coupon: fc.option(fc.constantFrom('forever' as const, 'once', 'quarter', 'so_much', 'so_much_once'), { freq: 2 }),
  sent: fc.nat({ max: 5 }).map((of_six) => of_six === 0),
  waits: fc.nat({ max: 7 }).map((of_eight) => of_eight === 0),
  classic: fc.nat({ max: 3 }).map((of_four) => of_four === 0),
  ends_after: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 100 }) }),
});
const ending = fc.constantFrom('moment' as const, 'moment', 'period', 'never');
const amount = fc.oneof(fc.integer({ min: -3000, max: 5000 }), fc.constantFrom(20, 49, 50, 1000));
const so_much = fc.integer({ min: 1, max: 4000 });

/** The commands of a shop with billing. */
export const billing_commands: fc.Arbitrary<Command>[] = [
  card.map(newCustomer),
  fc.option(card, { freq: 3 }).map(newCustomer),
  fc.tuple(seed, card).map(([place, other]) => otherCard(place, other)),
  fc.tuple(seed, amount).map(([place, by]) => adjust(place, by)),
  fc.tuple(seed, wanted).map(([place, what]) => subscribe(place, what)),
  fc.tuple(seed, wanted).map(([place, what]) => subscribe(place, what)),
  fc.tuple(seed, fc.nat({ max: 2 }), quantity, behavior).map(([place, item, so_many, how]) => changeQuantity(place, item, so_many, how)),
  fc.tuple(seed, fc.nat({ max: 2 }), price, behavior).map(([place, item, other, how]) => changePrice(place, item, other, how)),
  fc.tuple(seed, price, quantity, behavior).map(([place, other, so_many, how]) => addItem(place, other, so_many, how)),
  fc.tuple(seed, fc.nat({ max: 2 }), behavior).map(([place, item, how]) => removeItem(place, item, how)),
  fc.tuple(seed, fc.integer({ min: 1, max: 90 })).map(([place, value]) => use(place, value)),
  fc.tuple(seed, behavior).map(([place, how]) => anchorNow(place, how)),
  fc.tuple(seed, behavior).map(([place, how]) => endTrial(place, how)),
  fc.tuple(seed, fc.integer({ min: 1, max: 50 }), behavior).map(([place, days, how]) => tryAgain(place, days, how)),
  fc.tuple(seed, fc.integer({ min: 1, max: 70 }), ending, behavior).map(([place, days, ends, how]) => endWith(place, days, ends, how)),
  fc
    .tuple(seed, fc.constantFrom<Sub['collection'][]>('keep_as_draft', 'mark_uncollectible', 'void', 'void', null, null))
    .map(([place, how]) => collect(place, how)),
  fc.tuple(seed, fc.boolean(), fc.boolean()).map(([place, prorate, bills]) => cancelNow(place, prorate, bills)),
  seed.map(pauseNow),
  seed.map(resumeNow),
  fc.tuple(seed, amount).map(([place, by]) => itemFor(place, by || 1)),
  fc.tuple(seed, seed).map(([place, item]) => dropItem(place, item)),
  fc.tuple(seed, fc.boolean(), fc.boolean()).map(([place, includes, auto]) => draftInvoice(place, includes, auto)),
  fc.tuple(seed, amount, fc.boolean()).map(([place, by, auto]) => billBeside(place, by || 1, auto)),
  seed.map(finalizeNow),
  fc.tuple(seed, fc.boolean()).map(([place, elsewhere]) => payNow(place, elsewhere)),
  seed.map(voidNow),
  seed.map(giveUpNow),
  seed.map(dropDraft),
  fc.tuple(seed, so_much, fc.constantFrom('credit' as const, 'refund', 'elsewhere')).map(([place, by, way]) => note(place, by, way)),
  seed.map(dropNote),
  fc.integer({ min: 1, max: 30 }).map(letPass),
  fc.integer({ min: 1, max: 40 }).map((days) => letPass(24 * days)),
  fc.constantFrom(31, 92, 366).map((days) => letPass(24 * days)),
];
