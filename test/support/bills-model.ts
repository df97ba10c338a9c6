import { day, type Every, isTogether, monthsLater, part, type Span, spanAt, spanFrom, unitsOf } from './bills-calendar.js';

/** The expected state: a shop's customers, their subscriptions, and their invoices, as the shop's owner expects them. */

type Tier = { readonly up_to: number | 'inf'; readonly unit_amount: number; readonly flat_amount?: number };
type Plain = { readonly unit_amount: number };
type Tiered = { readonly billing_scheme: 'tiered'; readonly tiers_mode: 'graduated' | 'volume'; readonly tiers: readonly Tier[] };
type Tariff = (Plain | Tiered) & { readonly recurring: Every & { readonly usage_type?: 'metered' } };

const monthly: Every = { interval: 'month', interval_count: 1 };
const tiers: Tier[] = [
  { up_to: 5, unit_amount: 700 },
  { up_to: 10, unit_amount: 650, flat_amount: 300 },
  { up_to: 'inf', unit_amount: 600 },
];

/** The prices, as parameters of `/v1/prices`. */
export const tariffs = {
  tea: { unit_amount: 1000, recurring: monthly },
  coffee: { unit_amount: 3333, recurring: monthly },
  crumb: { unit_amount: 7, recurring: monthly },
  nothing: { unit_amount: 0, recurring: monthly },
  season: { unit_amount: 2800, recurring: { interval: 'month', interval_count: 3 } },
  year: { unit_amount: 9999, recurring: { interval: 'year', interval_count: 1 } },
  paper: { unit_amount: 450, recurring: { interval: 'day', interval_count: 7 } },
  magazine: { unit_amount: 990, recurring: { interval: 'week', interval_count: 2 } },
  seats: { billing_scheme: 'tiered', tiers_mode: 'graduated', tiers, recurring: monthly },
  bulk: { billing_scheme: 'tiered', tiers_mode: 'volume', tiers, recurring: monthly },
  cups: { unit_amount: 30, recurring: { ...monthly, usage_type: 'metered' } },
} as const satisfies Record<string, Tariff>;

/** The name of a price. */
export type Price = keyof typeof tariffs;

/** Whether a price is charged by usage. */
export const isMetered = (price: Price): boolean => price === 'cups';

const tariffOf = (price: Price): Tariff => tariffs[price];

/** The cost of a quantity for a full period, in minor units, line by line: graduated tiers are charged one by one. */
function costsOf(price: Price, quantity: number): number[] {
  const tariff = tariffOf(price);
  if (isMetered(price)) return [0];
  if (!('tiers' in tariff)) return [tariff.unit_amount * quantity];
  const reached = tariff.tiers.findIndex(({ up_to }) => up_to === 'inf' || quantity <= up_to);
  const { unit_amount, flat_amount = 0 } = tariff.tiers[reached] as Tier;
  if (tariff.tiers_mode === 'volume') return [unit_amount * quantity, flat_amount];
  let from = 0;
  return tariff.tiers.slice(0, reached + 1).flatMap(({ up_to, unit_amount, flat_amount = 0 }) => {
    const to = up_to === 'inf' ? quantity : Math.min(quantity, up_to);
    const units = to - from;
    from = to;
    return [units * unit_amount, flat_amount];
  });
}

/** The same together. */
const costOf = (price: Price, quantity: number): number => sum(costsOf(price, quantity));

/** Coupons, as parameters of `/v1/coupons`. */
export const coupons = {
  forever: { percent_off: 20, duration: 'forever' },
  once: { percent_off: 50, duration: 'once' },
  quarter: { percent_off: 15, duration: 'repeating', duration_in_months: 3 },
  so_much: { amount_off: 777, currency: 'usd', duration: 'forever' },
  so_much_once: { amount_off: 2500, currency: 'usd', duration: 'once' },
} as const;

/** Cards of a customer: each can be saved, and is charged or declined. */
export const cards = { good: 'pm_card_visa', declining: 'pm_card_chargeCustomerFail' } as const;

export type Card = keyof typeof cards;

/** An item that is on no invoice yet. */
export type Pending = {
  readonly kind: 'item';
  readonly id: string | null;
  readonly amount: number;
  readonly sub: Sub | null;
  readonly proration: boolean;
  /** The subscription item that it belongs to, and the debit that it credits. */
  readonly item: string | null;
  readonly gives_back: Debit | null;
};

export type Customer = {
  readonly kind: 'customer';
  readonly id: string;
  card: Card | null;
  balance: number;
  pending: Pending[];
  /** The usage, with its times. */
  readonly used: { readonly at: number; readonly value: number }[];
  readonly invoices: Invoice[];
};

/** An amount charged for a span, after discounts, and not credited. */
type Debit = Span & { readonly net: number; readonly by: Invoice | Pending | null };

export type Item = { id: string; price: Price; quantity: number; start: number; end: number; debits: readonly Debit[] } & {
  /** The start of its metered usage, where its period started earlier. */
  since: number;
};

export type SubStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';

/** A percentage of each line, or an amount off all of them. */
type Discount = { readonly percent: number; readonly amount: number; readonly once: boolean; readonly end: number | null };

export type Sub = {
  readonly kind: 'subscription';
  id: string;
  readonly customer: Customer;
  readonly sent: boolean;
  readonly classic: boolean;
  status: SubStatus;
  items: readonly Item[];
  anchor: number;
  trial_end: number | null;
  /** Whether its period is a trial, also while an invoice is unpaid. */
  on_trial: boolean;
  ends_with_period: boolean;
  /** The time of its end, also within a period. */
  cancel_at: number | null;
  collection: 'keep_as_draft' | 'mark_uncollectible' | 'void' | null;
  discount: Discount | null;
  latest: Invoice | null;
};

type Line = Span & { readonly amount: number; readonly off: number; readonly item: string | null; readonly proration: boolean };

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export type Invoice = {
  readonly kind: 'invoice';
  /** Set when it is looked up. */
  id: string | null;
  readonly customer: Customer;
  readonly sub: Sub | null;
  readonly reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly sent: boolean;
  readonly lines: Line[];
  readonly taken: Pending[];
  readonly due_date: number | null;
  /** The discount of the draft. */
  readonly discount: Discount | null;
  readonly notes: Note[];
  status: InvoiceStatus;
  auto: boolean;
  /** The change of the customer's balance at finalization. */
  moved: number;
  starting: number;
  owed: number;
  paid: number;
  by_card: boolean;
  refunded: number;
  pre: number;
  post: number;
  next_attempt: number | null;
  declined_first: number | null;
  retries: number;
};

export type Note = {
  readonly kind: 'note';
  readonly id: string;
  readonly of: Invoice;
  readonly pre: number;
  readonly post: number;
  status: 'issued' | 'void';
};

type Timer = { readonly at: number; readonly happen: (now: number) => void };

/** The state of a whole shop. */
export type Bills = {
  now: number;
  /** The end of the model: cards expire one day. */
  readonly until: number;
  readonly timers: Timer[];
  readonly customers: Customer[];
  readonly subs: Sub[];
  readonly prices: Map<Price, string>;
  readonly coupons: Map<string, string>;
  /** The number of expected events, by object. */
  readonly told: Map<object, Map<string, number>>;
};

export const newBills = (now: number): Bills => ({
  now,
  until: now + 800 * day,
  timers: [],
  customers: [],
  subs: [],
  prices: new Map(),
  coupons: new Map(),
  told: new Map(),
});

const later = (model: Bills, at: number, happen: Timer['happen']): void => void model.timers.push({ at, happen });

/** Runs all due timers, in order. */
export function pass(model: Bills, to: number): void {
  for (;;) {
    const [next] = model.timers.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at);
    if (!next) break;
    model.timers.splice(model.timers.indexOf(next), 1);
    model.now = Math.max(model.now, next.at);
    next.happen(next.at);
  }
  model.now = to;
}

function tell(model: Bills, of: object, event: string): void {
  const told = model.told.get(of) ?? new Map<string, number>();
  told.set(event, (told.get(event) ?? 0) + 1);
  model.told.set(of, told);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** The total of an invoice. */
export const totalOf = ({ lines }: Invoice): number => sum(lines.map(({ amount, off }) => amount - off));

/** The amount due, after notes; and the remaining amount. */
export const dueOf = ({ owed, pre }: Invoice): number => Math.max(0, owed - pre);
export const remainingOf = (invoice: Invoice): number => Math.max(0, dueOf(invoice) - invoice.paid);

const smallest = 50;

/** The amount due for a total with a customer's balance. */
const dueWith = (total: number, balance: number): number => (total + balance < smallest ? 0 : total + balance);

type Drafting = {
  readonly customer: Customer;
  readonly sub?: Sub;
  readonly sent?: boolean;
  readonly reason: Invoice['reason'];
  readonly lines: readonly Line[];
  readonly pending: readonly Pending[];
  readonly auto: boolean;
  readonly days_until_due?: number;
};

/** The discount of each line: an amount in proportion, rounded down, with the rest off the last lines that have room for it. */
function offsOf(amounts: readonly number[], discount: Discount | null): number[] {
  if (!discount) return amounts.map(() => 0);
  if (discount.percent > 0) return amounts.map((amount) => part(Math.max(0, amount), discount.percent, 100));
  const open = amounts.map((amount) => Math.max(0, amount));
  const all = sum(open);
  const off = Math.min(all, discount.amount);
  const shares = open.map((amount) => (all > 0 ? Math.floor((off * amount) / all) : 0));
  let rest = off - sum(shares);
  for (let place = open.length - 1; rest > 0; place -= 1) {
    const more = Math.min(rest, (open[place] ?? 0) - (shares[place] ?? 0));
    shares[place] = (shares[place] ?? 0) + more;
    rest -= more;
  }
  return shares;
}

/** Lines less a discount, except prorations, which include it already. */
function discounted(lines: readonly Line[], discount: Discount | null): Line[] {
  const offs = offsOf(
    lines.map(({ amount, proration }) => (proration ? 0 : amount)),
    discount,
  );
  return lines.map((line, place) => ({ ...line, off: offs[place] ?? 0 }));
}

const inForce = ({ discount }: Sub, now: number): Discount | null =>
  discount && (discount.end === null || now < discount.end) ? discount : null;

const pendingLine = ({ amount, proration }: Pending, now: number): Line => ({
  amount,
  off: 0,
  item: null,
  proration,
  start: now,
  end: now,
});

function draft(model: Bills, { customer, sub, lines, pending, reason, auto, sent = false }: Drafting): Invoice {
  const discount = sub ? inForce(sub, model.now) : null;
  const made: Invoice = {
    ...{ kind: 'invoice', id: null, customer, sub: sub ?? null, reason, sent, status: 'draft', auto, taken: [...pending] },
    lines: discounted([...pending.map((each) => pendingLine(each, model.now)), ...lines], discount),
    due_date: sent ? model.now + days_until_due * day : null,
    discount,
    ...{ notes: [], moved: 0, starting: 0, owed: 0, paid: 0, by_card: false, refunded: 0, pre: 0, post: 0 },
    ...{ next_attempt: null, declined_first: null, retries: 0 },
  };
  customer.pending = customer.pending.filter((each) => !pending.includes(each));
  customer.invoices.push(made);
  if (reason !== 'manual') useUp(made);
  tell(model, made, 'invoice.created');
  if (auto) later(model, model.now + 3600, () => finalizeByItself(model, made));
  return made;
}

/** A discount for one invoice is removed by the first invoice that it reduces. */
function useUp({ sub, discount, lines }: Invoice): void {
  if (sub?.discount?.once && sub.discount === discount && sum(lines.map(({ off }) => off)) > 0) sub.discount = null;
}

/** A manual invoice has such a discount only if it is final before the next period is billed. */
function settleByHand({ sub, discount, lines, reason }: Invoice): void {
  if (reason === 'manual' && discount?.once && sub?.discount !== discount) lines.splice(0, lines.length, ...discounted(lines, null));
}

/** The amount due of a draft once it is final. */
export function owedWhenFinal(invoice: Invoice): number {
  settleByHand(invoice);
  return dueWith(totalOf(invoice), invoice.customer.balance);
}

/** The days until a sent invoice is due. */
export const days_until_due = 10;

const isOpen = ({ status }: Invoice): boolean => status === 'open';

function finalizeByItself(model: Bills, invoice: Invoice): void {
  if (invoice.status !== 'draft' || !invoice.auto) return;
  finalize(model, invoice);
  if (!isOpen(invoice) || invoice.next_attempt === null) return;
  invoice.next_attempt = model.now;
  retry(model, invoice);
}

/** Finalizes an invoice: the balance is applied to it, and the rest is due. */
export function finalize(model: Bills, invoice: Invoice): void {
  const { customer } = invoice;
  settleByHand(invoice);
  const due = totalOf(invoice) + customer.balance;
  const ending = due < smallest ? due : 0;
  Object.assign(invoice, { status: 'open', starting: customer.balance, moved: ending - customer.balance, owed: due < smallest ? 0 : due });
  customer.balance = ending;
  tell(model, invoice, 'invoice.finalized');
  useUp(invoice);
  if (invoice.owed === 0) {
    isPaid(model, invoice, 0);
    return;
  }
  if (invoice.due_date !== null) later(model, invoice.due_date, () => overdue(model, invoice));
  if (!invoice.auto || invoice.sent) return;
  invoice.next_attempt = model.now + 3600;
  later(model, invoice.next_attempt, () => retry(model, invoice));
}

function overdue(model: Bills, invoice: Invoice): void {
  if (invoice.status !== 'open') return;
  tell(model, invoice, 'invoice.overdue');
  if (invoice.sub?.status === 'active' && invoice.sub.latest === invoice) invoice.sub.status = 'past_due';
}

/** An automatic retry. */
function retry(model: Bills, invoice: Invoice): void {
  const { status, auto, next_attempt } = invoice;
  if (status !== 'open' || !auto || next_attempt === null || model.now < next_attempt) return;
  invoice.next_attempt = null;
  if (invoice.declined_first !== null) invoice.retries += 1;
  charge(model, invoice);
}

/** Charges the customer's card; answers whether it succeeded. */
export function charge(model: Bills, invoice: Invoice): boolean {
  if (invoice.customer.card === 'good') {
    invoice.by_card = true;
    isPaid(model, invoice, dueOf(invoice));
    return true;
  }
  failed(model, invoice);
  return false;
}

const retry_days = [3, 8, 15, 21];

function failed(model: Bills, invoice: Invoice): void {
  const was_next = invoice.declined_first !== null && invoice.next_attempt !== null && invoice.next_attempt > model.now;
  invoice.declined_first ??= model.now;
  const days = retry_days[invoice.retries];
  if (!invoice.auto || invoice.sent) invoice.next_attempt = null;
  else if (!was_next) {
    invoice.next_attempt = days === undefined ? null : invoice.declined_first + days * day;
    if (invoice.next_attempt !== null) later(model, invoice.next_attempt, () => retry(model, invoice));
  }
  tell(model, invoice, 'invoice.payment_failed');
  notPaidFor(model, invoice);
}

/** A manual invoice does not change the status of a subscription. */
const isByHand = ({ reason }: Invoice): boolean => reason === 'manual';

/** Whether no retry is left. */
const isLast = ({ auto, sent, next_attempt }: Invoice): boolean => auto && !sent && next_attempt === null;

/** A first invoice can still be paid; a later one is retried, and after the last retry its subscription ends. */
function notPaidFor(model: Bills, invoice: Invoice): void {
  const { sub } = invoice;
  const is_last = isLast(invoice);
  if (!sub || isByHand(invoice) || !['active', 'past_due', 'trialing'].includes(sub.status)) return;
  const is_newest = sub.latest === invoice || sub.latest?.status === 'void';
  if (!is_newest && !(is_last && sub.status === 'past_due')) return;
  if (is_last) end(model, sub);
  else sub.status = 'past_due';
}

/** A paid invoice, and its effects on the subscription. */
export function isPaid(model: Bills, invoice: Invoice, amount: number): void {
  const { sub } = invoice;
  Object.assign(invoice, { status: 'paid', paid: amount, auto: false, next_attempt: null });
  tell(model, invoice, 'invoice.paid');
  if (isByHand(invoice)) return;
  if (sub?.latest === invoice && ['incomplete', 'past_due'].includes(sub.status)) sub.status = runningAs(sub);
  else if (sub?.status === 'past_due') workOut(model, sub);
}

/** The status without an unpaid invoice. */
const runningAs = ({ on_trial }: Sub): SubStatus => (on_trial ? 'trialing' : 'active');

/** The status of a subscription after one of its older invoices has been paid: that of its latest invoice that is not void. */
function workOut(model: Bills, sub: Sub): void {
  const { now } = model;
  const bill = sub.customer.invoices.findLast((each) => each.sub === sub && !isByHand(each) && each.status !== 'void');
  if (bill?.status === 'draft') return;
  const is_owed = bill?.status === 'open' && (bill.sent ? bill.due_date !== null && bill.due_date <= now : bill.declined_first !== null);
  if (!bill || !is_owed) sub.status = runningAs(sub);
  else if (isLast(bill)) end(model, sub);
}

/** Voids an open invoice. */
export function voidInvoice(model: Bills, invoice: Invoice): void {
  const { customer, sub } = invoice;
  Object.assign(invoice, { status: 'void', auto: false, next_attempt: null });
  customer.balance -= invoice.moved;
  tell(model, invoice, 'invoice.voided');
  undo(model, invoice);
  if (sub?.latest !== invoice) return;
  if (sub.status === 'incomplete') sub.status = 'incomplete_expired';
  if (sub.status === 'past_due') workOut(model, sub);
}

const isVoid = ({ customer }: Sub, by: Debit['by']): boolean =>
  by?.kind === 'invoice'
    ? by.status === 'void'
    : by !== null && customer.invoices.some(({ status, taken }) => status === 'void' && taken.includes(by));

/** An unpaid charge is not credited, and a credit on a void invoice can be given again. */
function undo({ subs }: Bills, { customer, taken }: Invoice): void {
  for (const sub of subs.filter((each) => each.customer === customer))
    sub.items = sub.items.map((item) => {
      const again = taken.flatMap(({ item: id, gives_back }) => (id === item.id && gives_back && gives_back.net > 0 ? gives_back : []));
      return { ...item, debits: [...item.debits, ...again].filter(({ by }) => !isVoid(sub, by)) };
    });
}

export function giveUp(model: Bills, invoice: Invoice): void {
  Object.assign(invoice, { status: 'uncollectible', auto: false, next_attempt: null });
  tell(model, invoice, 'invoice.marked_uncollectible');
  if (invoice.sub?.latest === invoice && invoice.sub.status === 'past_due') invoice.sub.status = runningAs(invoice.sub);
}

/** The items of a deleted draft are pending again. */
export function deleteDraft(model: Bills, invoice: Invoice): void {
  const { customer } = invoice;
  customer.invoices.splice(customer.invoices.indexOf(invoice), 1);
  invoice.auto = false;
  customer.pending.push(...invoice.taken);
  model.told.delete(invoice);
}

/** A manual draft for a customer. */
export const draftByHand = (model: Bills, customer: Customer, includes: boolean, auto: boolean): Invoice =>
  draft(model, { customer, lines: [], pending: includes ? customer.pending : [], reason: 'manual', auto });

/** A manual draft of the items pending for one subscription. */
export const draftBeside = (model: Bills, sub: Sub, auto: boolean): Invoice => {
  const { customer, sent } = sub;
  return draft(model, {
    customer,
    sub,
    sent,
    lines: [],
    pending: customer.pending.filter((each) => each.sub === sub),
    reason: 'manual',
    auto,
  });
};

/** Credits a part of a final invoice: first from the remaining amount. */
export function credit(model: Bills, invoice: Invoice, id: string, amount: number, way: 'credit' | 'refund' | 'elsewhere'): Note {
  const pre = Math.min(amount, remainingOf(invoice));
  const note: Note = { kind: 'note', id, of: invoice, pre, post: amount - pre, status: 'issued' };
  invoice.notes.push(note);
  invoice.pre += pre;
  invoice.post += note.post;
  if (way === 'credit') invoice.customer.balance -= note.post;
  if (way === 'refund') invoice.refunded += note.post;
  if (pre > 0 && remainingOf(invoice) === 0 && invoice.status !== 'paid') isPaid(model, invoice, invoice.paid);
  return note;
}

export function voidNote(note: Note): void {
  note.status = 'void';
  note.of.pre -= note.pre;
}

/** The parameters of a new subscription. */
export type Asked = {
  readonly items: readonly { readonly price: Price; readonly quantity: number }[];
  readonly trial_days: number;
  readonly coupon: keyof typeof coupons | null;
  readonly sent: boolean;
  readonly waits: boolean;
  readonly classic: boolean;
  /** The days until its end. */
  readonly ends_after: number | null;
};

/** Whether each price occurs once. */
export const areOnce = (prices: readonly Price[]): boolean => prices.length > 0 && new Set(prices).size === prices.length;

/** Whether prices can be in one subscription. */
export const goTogether = (prices: readonly Price[], classic: boolean): boolean =>
  isTogether(prices.map(everyOf)) && !(classic && prices.some((price) => !sameEvery(price, prices[0] ?? price)));

export const everyOf = (price: Price): Every => tariffOf(price).recurring;

/** The time at which the first of its items' periods ends. */
export const endOf = ({ items }: Pick<Sub, 'items'>): number => Math.min(...items.map(({ end }) => end));

const pendingFor = (sub: Sub): Pending[] => sub.customer.pending.filter((each) => each.sub === null || each.sub === sub);

function discountFor(coupon: Asked['coupon'], now: number): Discount | null {
  if (!coupon) return null;
  const { duration, ...of } = coupons[coupon];
  const percent = 'percent_off' in of ? of.percent_off : 0;
  const amount = 'amount_off' in of ? of.amount_off : 0;
  return { percent, amount, once: duration === 'once', end: 'duration_in_months' in of ? monthsLater(now, of.duration_in_months) : null };
}

/** A new subscription, before any of it is stored. */
export function asked(model: Bills, customer: Customer, { items, trial_days, coupon, sent, classic, ends_after }: Asked): Sub {
  const { now } = model;
  const trial = trial_days > 0 ? now + trial_days * day : null;
  const cancel_at = ends_after && now + ends_after * day;
  const trial_end = trialUntil(classic, trial, cancel_at);
  const anchor = trial_end ?? now;
  return {
    ...{ kind: 'subscription', id: '', customer, sent, classic, anchor, trial_end, ends_with_period: false, cancel_at },
    ...{ collection: null, latest: null },
    status: trial_end === null ? 'active' : 'trialing',
    on_trial: trial_end !== null,
    discount: discountFor(coupon, now),
    items: items.map(({ price, quantity }) => {
      const { end } = trial_end === null ? spanAt(anchor, everyOf(price), now) : { end: trial_end };
      return { id: '', price, quantity: isMetered(price) ? 1 : quantity, ...cutAt({ start: now, end }, cancel_at), debits: [], since: 0 };
    }),
  };
}

/** In classic mode a trial ends with its subscription. */
const trialUntil = (classic: boolean, trial_end: number | null, cancel_at: number | null): number | null =>
  classic && trial_end !== null && cancel_at !== null ? Math.min(trial_end, cancel_at) : trial_end;

/** The amount due of its first invoice. */
export function firstDue(model: Bills, sub: Sub): number {
  const lines = sub.status === 'trialing' ? [] : begunLines(sub, sub.items);
  if (sub.status !== 'trialing' && lines.length === 0) return 0;
  const all = discounted([...pendingFor(sub).map((each) => pendingLine(each, model.now)), ...lines], inForce(sub, model.now));
  return dueWith(sum(all.map(({ amount, off }) => amount - off)), sub.customer.balance);
}

/** The charge of an item for its current period: in proportion, where the full period would be longer without the subscription's end. */
const periodLines = ({ id, price, quantity, start, end }: Item, full: number): Line[] =>
  costsOf(price, quantity).map((cost) => ({
    ...{ amount: part(cost, end - start, full), off: 0, item: id, proration: false, start, end },
  }));

/** The lines of all items of a subscription whose periods start. */
const begunLines = (sub: Sub, items: readonly Item[]): Line[] =>
  items.flatMap((item) => (isMetered(item.price) ? nothingUsed(sub, item) : periodLines(item, fullOf(sub, item))));

/** A metered item is charged after its period; in classic mode a line of zero represents it. */
const nothingUsed = ({ classic }: Sub, item: Item): Line[] => (classic ? [trialLine(item)] : []);

/** The usage of an item in its period, up to a time. */
function usedLines({ customer }: Sub, { id, price, since, ...item }: Item, until: number): Line[] {
  const [start, end] = [Math.max(item.start, since), Math.min(item.end, until)];
  if (!isMetered(price) || start >= end) return [];
  const units = sum(customer.used.flatMap(({ at, value }) => (at >= start && at < end ? value : [])));
  return [{ amount: units * tariffs.cups.unit_amount, off: 0, item: id, proration: false, start, end }];
}

/** The same as a pending item. */
function pendUsed(sub: Sub, item: Item, now: number): void {
  for (const { amount } of usedLines(sub, item, now))
    if (amount > 0) pend(sub, { amount, item: item.id, gives_back: null, proration: false });
}

/** The length of an item's full period. */
function fullOf({ anchor }: Sub, { price, start, end }: Item): number {
  const span = spanFrom(start, anchor, everyOf(price));
  return end <= span.end ? span.full : end - start;
}

/** A span that ends with its subscription. */
const cutAt = <S extends Span>(span: S, moment: number | null): S =>
  moment !== null && moment > span.start && moment < span.end ? { ...span, end: moment } : span;

const trialLine = ({ id: item, start, end }: Item): Line => ({ amount: 0, off: 0, item, proration: false, start, end });

/** Starts a subscription with this amount due; `waits` where nothing is collected automatically, and a trial too waits to be paid. */
export function begin(model: Bills, sub: Sub, waits: boolean): void {
  const { customer, sent } = sub;
  const due = firstDue(model, sub);
  const is_trial = sub.status === 'trialing';
  const lines = is_trial ? sub.items.map(trialLine) : begunLines(sub, sub.items);
  if (due > 0 && !sent && (!is_trial || waits)) sub.status = 'incomplete';
  model.subs.push(sub);
  tell(model, sub, 'customer.subscription.created');
  if (lines.length === 0) {
    later(model, endOf(sub), () => renew(model, sub));
    return;
  }
  const bill = draft(model, { customer, sub, sent, lines, pending: pendingFor(sub), reason: 'subscription_create', auto: sent });
  sub.latest = bill;
  if (!is_trial) sub.items = sub.items.map((item) => debited(item, bill));
  later(model, endOf(sub), () => renew(model, sub));
  if (sub.status === 'incomplete') later(model, model.now + 23 * 3600, () => expire(model, sub));
  if (sent) return;
  finalize(model, bill);
  if (!waits) collectNow(model, bill);
}

function collectNow(model: Bills, bill: Invoice): void {
  if (bill.status === 'open') charge(model, bill);
}

const debited = (item: Item, bill: Invoice): Item => ({
  ...item,
  debits: [
    ...item.debits,
    ...bill.lines
      .filter((line) => line.item === item.id && !isMetered(item.price))
      .map(({ amount, off, start, end }) => ({ net: amount - off, start, end, by: bill })),
  ],
});

/** A first invoice that was not paid in time expires. */
function expire(model: Bills, sub: Sub): void {
  if (sub.status !== 'incomplete') return;
  sub.status = 'incomplete_expired';
  if (sub.latest?.status === 'open') voidInvoice(model, sub.latest);
}

export const isLive = ({ status }: Sub): boolean => status !== 'canceled' && status !== 'incomplete_expired';

/** The end of a period: the next one is billed. */
function renew(model: Bills, sub: Sub): void {
  const { now } = model;
  if (!['active', 'past_due', 'trialing'].includes(sub.status) || now < endOf(sub)) return;
  if (sub.cancel_at !== null && sub.cancel_at <= endOf(sub)) {
    endInTime(model, sub);
    return;
  }
  const over = sub.on_trial ? [] : sub.items.filter((item) => item.end <= now);
  const used = over.flatMap((item) => usedLines(sub, item, item.end));
  if (sub.status === 'trialing') sub.status = 'active';
  sub.on_trial = false;
  const begun: Item[] = [];
  sub.items = sub.items.map((item) => {
    if (item.end > now) return item;
    const next = { ...item, ...cutAt(spanFrom(item.end, sub.anchor, everyOf(item.price)), sub.cancel_at) };
    if (!isMetered(item.price)) begun.push(next);
    return next;
  });
  const bill = draft(model, {
    ...{ customer: sub.customer, sub, sent: sub.sent, reason: 'subscription_cycle', auto: sub.collection === null },
    lines: [...used, ...begunLines(sub, begun)],
    pending: pendingFor(sub),
  });
  sub.items = sub.items.map((item) => debited(item, bill));
  sub.latest = bill;
  later(model, endOf(sub), () => renew(model, sub));
  notCollected(model, sub, bill);
}

/** A subscription that ends with its period: its pending items are billed for the last time. */
function endInTime(model: Bills, sub: Sub): void {
  const { customer, sent } = sub;
  const pending = pendingFor(sub);
  const lines = lastLines(sub, model.now);
  end(model, sub);
  if (pending.length === 0 && sum(lines.map(({ amount }) => amount)) === 0) return;
  const auto = sub.collection === null;
  sub.latest = draft(model, { customer, sub, sent, lines, pending, reason: 'subscription_cycle', auto });
  notCollected(model, sub, sub.latest);
}

/** The usage until a subscription ends. */
const lastLines = (sub: Sub, now: number): Line[] =>
  sub.on_trial || sub.status === 'paused' ? [] : sub.items.flatMap((item) => usedLines(sub, item, now));

/** The result of an invoice while collection is paused. */
function notCollected(model: Bills, { collection }: Sub, bill: Invoice): void {
  if (collection === null || collection === 'keep_as_draft') return;
  finalize(model, bill);
  if (!isOpen(bill)) return;
  if (collection === 'void') voidInvoice(model, bill);
  else giveUp(model, bill);
}

/** The end of a subscription: its open invoices are no longer collected automatically. */
export function end(model: Bills, sub: Sub): void {
  sub.status = 'canceled';
  sub.ends_with_period = false;
  tell(model, sub, 'customer.subscription.deleted');
  for (const invoice of sub.customer.invoices.filter((each) => each.sub === sub && (each.status === 'draft' || each.status === 'open')))
    Object.assign(invoice, { auto: false, next_attempt: null });
}

/** The unused part of an item's debits. */
const unused = ({ debits, end }: Item, now: number): Debit[] =>
  now >= end
    ? []
    : debits
        .filter((debit) => debit.end > Math.max(now, debit.start))
        .map(({ net, start, end, by }) => ({
          net: part(net, end - Math.max(now, start), end - start),
          start: Math.max(now, start),
          end,
          by,
        }));

/** The time from which an amount is credited or charged, and the items that share an amount off. */
type From = { readonly now: number; readonly from: number; readonly among: readonly Pick<Item, 'price' | 'quantity'>[] };

const allFrom = ({ items }: Sub, now: number): From => ({ now, from: now, among: items });

/** The credits of an item: the unused part of its charges, or in classic mode the present cost of that time, paid or not. */
function credits(sub: Sub, item: Item, at: From): Debit[] {
  if (isMetered(item.price)) return [];
  if (!sub.classic) return unused(item, at.from);
  return at.from < item.end ? [{ net: remainder(sub, item, at), start: at.from, end: item.end, by: null }] : [];
}

/** Credits the rest of an item's period from a time on. */
function giveBack(sub: Sub, item: Item, at: From): void {
  for (const debit of credits(sub, item, at)) pend(sub, { amount: 0 - debit.net, item: item.id, gives_back: debit });
}

/** Cancels a subscription now, and credits the rest of its periods or bills pending items, as requested. */
export function cancel(model: Bills, sub: Sub, { prorate, invoice_now }: { prorate: boolean; invoice_now: boolean }): void {
  const { status } = sub;
  const lines = lastLines(sub, model.now);
  end(model, sub);
  if (status === 'incomplete') return;
  if (prorate && !sub.on_trial && status !== 'paused') for (const item of sub.items) giveBack(sub, item, allFrom(sub, model.now));
  const pending = pendingFor(sub);
  if (!invoice_now || (pending.length === 0 && sum(lines.map(({ amount }) => amount)) === 0)) return;
  const { customer, sent, collection } = sub;
  sub.latest = draft(model, { customer, sub, sent, lines, pending, reason: 'subscription_update', auto: collection === null });
  collectUnlessPaused(model, sub, sub.latest);
}

function collectUnlessPaused(model: Bills, sub: Sub, bill: Invoice): void {
  if (sub.collection !== null) notCollected(model, sub, bill);
  else if (!sub.sent) {
    finalize(model, bill);
    collectNow(model, bill);
  }
}

function pend(sub: Sub, of: Pick<Pending, 'amount' | 'item' | 'gives_back'> & { readonly proration?: false }): Pending {
  const item: Pending = { kind: 'item', id: null, sub, proration: true, ...of };
  sub.customer.pending.push(item);
  return item;
}

export type Behavior = 'create_prorations' | 'always_invoice' | 'none';

/** A change of a subscription's items, of its anchor or of its trial. */
export type Change = {
  /** Each item before and after: null where it is new, or removed. */
  readonly items: readonly { readonly before: Item | null; readonly after: Pick<Item, 'id' | 'price' | 'quantity'> | null }[];
  readonly behavior: Behavior;
  readonly anchors_now: boolean;
  readonly trial_end: number | 'now' | null;
  /** The new end, if given: a time, the end of the period, or none. */
  readonly ends?: number | 'period' | 'never';
};

const costOfAll = (items: readonly (Pick<Item, 'price' | 'quantity'> | null)[]): number =>
  sum(items.map((item) => (item ? costOf(item.price, item.quantity) : 0)));

const sameEvery = (one: Price, other: Price): boolean =>
  isTogether([everyOf(one), everyOf(other)]) && unitsOf(everyOf(one)) === unitsOf(everyOf(other));

/** Changes a subscription: unused charges are credited, and the present cost of that time is charged. */
export function change(model: Bills, sub: Sub, { items, behavior, anchors_now, trial_end: given, ends }: Change): void {
  const { now } = model;
  const was_trial = sub.on_trial;
  const ends_trial = was_trial && (given === 'now' || anchors_now);
  const trial_end = typeof given === 'number' ? given : was_trial && !ends_trial ? sub.trial_end : null;
  const was_free = !was_trial && costOfAll(items.map(({ before }) => before)) === 0 && costOfAll(items.map(({ after }) => after)) > 0;
  const changes_interval = items.some(({ before, after }) => before && after && !sameEvery(before.price, after.price));
  const moves = anchors_now || ends_trial || (sub.classic && !was_trial && (was_free || changes_interval));
  const gives_back = behavior !== 'none' && !was_trial && sub.status !== 'paused';
  const ended_at = sub.ends_with_period ? null : sub.cancel_at;
  const ends_at = ends === undefined ? ended_at : typeof ends === 'number' ? ends : null;
  const before_all = sub.customer.pending.length;
  const replaces = moves || (trial_end !== null && !was_trial);
  const charges = gives_back && !moves && trial_end === null;
  const isOther = ({ before, after }: Change['items'][number]): boolean =>
    replaces || !before || !after || before.price !== after.price || before.quantity !== after.quantity;
  const was = { now, from: now, among: items.flatMap(({ before }) => before ?? []) };
  const will = { now, from: now, among: items.flatMap(({ after }) => after ?? []) };
  if (gives_back) for (const each of items) if (each.before && isOther(each)) giveBack(sub, each.before, was);
  const isSettled = ({ before, after }: Change['items'][number]): boolean => {
    if (!before || !isMetered(before.price) || was_trial) return false;
    return after?.price === before.price ? replaces : !sub.classic && behavior !== 'none';
  };
  for (const each of items) if (each.before && isSettled(each)) pendUsed(sub, each.before, now);
  if (moves || trial_end !== null) sub.anchor = trial_end ?? now;
  const spans = items.map(({ before, after }) => after && periodFor(sub, before, after.price, { now, moves, trial_end, ended_at }));
  const changed = items.flatMap(({ before, after }, place): Item[] => {
    const span = spans[place];
    if (!after || !span) return [];
    const is_other = isOther({ before, after });
    const debits = before && !(gives_back && is_other) ? before.debits : [];
    const since = before?.price === after.price && !isSettled({ before, after }) ? before.since : now;
    const item = { ...after, ...cutAt({ start: span.start, end: span.end }, ends_at), debits, since };
    if (!is_other && before) return [gives_back ? stretched(sub, before, item, { was, will: charges ? will : null }) : item];
    return [charges && !isMetered(item.price) ? charged(sub, item, will) : item];
  });
  sub.items = changed;
  if (typeof given === 'number') sub.trial_end = given;
  else if (ends_trial) sub.trial_end = given === 'now' ? now : sub.trial_end;
  if (typeof given === 'number') Object.assign(sub, { status: 'trialing', on_trial: true });
  else if (ends_trial) Object.assign(sub, { status: 'active', on_trial: false });
  endsAt(sub, ends);
  if (sub.trial_end && sub.trial_end > now) {
    const until = trialUntil(sub.classic, sub.trial_end, sub.cancel_at);
    if (until && (sub.on_trial || until !== sub.trial_end)) sub.anchor = until;
    sub.trial_end = until;
  }
  if (sub.status === 'paused') endsPaused(model, sub);
  later(model, endOf(sub), () => renew(model, sub));
  const lines = moves && trial_end === null ? sub.items.flatMap((item) => movedLines(sub, item, behavior)) : [];
  const is_prorated = sub.customer.pending.length > before_all;
  const is_asked = moves || was_free || behavior === 'always_invoice';
  if (sub.status !== 'paused' && trial_end === null && is_asked && (is_prorated || lines.length > 0)) billNow(model, sub, lines);
}

/** Whether periods of items get another end, to be credited or charged, when the subscription ends then. */
export function isCutElsewhere(sub: Sub, ends: NonNullable<Change['ends']>, now: number): boolean {
  const ended_at = sub.ends_with_period ? null : sub.cancel_at;
  return sub.items.some((item) => {
    const { start, end } = periodFor(sub, item, item.price, { now, moves: false, trial_end: null, ended_at });
    const until = cutAt({ start, end }, typeof ends === 'number' ? ends : null).end;
    return !isMetered(item.price) && until !== item.end && !(until > item.end && isChargedAfter(item));
  });
}

/** Without prorations a shortened period is charged in full. */
const movedLines = (sub: Sub, item: Item, behavior: Behavior): Line[] =>
  isMetered(item.price) ? nothingUsed(sub, item) : periodLines(item, behavior === 'none' ? item.end - item.start : fullOf(sub, item));

/** Whether time after the end of an item's period has been charged: an end without prorations has cut it short. */
const isChargedAfter = ({ end, debits }: Item, all = debits): boolean => all.some((debit) => debit.end > end);

function endsAt(sub: Sub, ends: Change['ends']): void {
  if (ends !== undefined) sub.ends_with_period = ends === 'period';
  if (ends !== undefined) sub.cancel_at = typeof ends === 'number' ? ends : null;
  if (sub.ends_with_period) sub.cancel_at = endOf(sub);
}

/** An item that is charged from a time to the end of its period. */
function charged(sub: Sub, item: Item, at: From): Item {
  const net = remainder(sub, item, at);
  const by = pend(sub, { amount: net, item: item.id, gives_back: null });
  return { ...item, debits: net > 0 ? [...item.debits, { net, start: at.from, end: item.end, by }] : item.debits };
}

/** The same item for a longer or a shorter time: removed time is credited, and added time is charged. */
function stretched(sub: Sub, before: Item, item: Item, { was, will }: { readonly was: From; readonly will: From | null }): Item {
  if (item.end > before.end) {
    return will && !isChargedAfter(before, item.debits) && !isMetered(item.price)
      ? charged(sub, item, { ...will, from: before.end })
      : item;
  }
  if (item.end === before.end) return item;
  giveBack(sub, before, { ...was, from: item.end });
  const left = item.debits.flatMap((debit): Debit[] => {
    if (debit.end <= item.end) return [debit];
    const [gone] = unused({ ...before, debits: [debit] }, item.end);
    return item.end > debit.start ? [{ ...debit, net: debit.net - (gone?.net ?? 0), end: item.end }] : [];
  });
  return { ...item, debits: left };
}

function billNow(model: Bills, sub: Sub, lines: readonly Line[]): void {
  const { customer, sent } = sub;
  const auto = sub.collection === null;
  const bill = draft(model, { customer, sub, sent, lines, pending: pendingFor(sub), reason: 'subscription_update', auto });
  sub.latest = bill;
  sub.items = sub.items.map((item) => debited(item, bill));
  collectUnlessPaused(model, sub, bill);
}

type Moves = { readonly now: number; readonly moves: boolean; readonly trial_end: number | null; readonly ended_at: number | null };

/** The period of an item after a change, before it is shortened. */
function periodFor(sub: Sub, before: Item | null, price: Price, { now, moves, trial_end, ended_at }: Moves): Span {
  if (trial_end !== null) return { start: before?.start ?? now, end: trial_end };
  const every = everyOf(price);
  if (moves) return spanFrom(now, sub.anchor, every);
  if (!before) return spanAt(sub.anchor, every, now);
  if (!sameEvery(before.price, price)) return spanFrom(now, sub.anchor, every);
  const { start, end } = before;
  // A shortened period was longer: a trial that ends with its subscription was not.
  return { start, end: end === ended_at ? Math.max(end, spanFrom(start, sub.anchor, every).end) : end };
}

/**
 * The cost of an item for the rest of its period from a time on, less its discount. An amount off is shared by the cost of all items and reduced in
 * proportion to the time; in classic mode each item has an equal share, for any time.
 */
function remainder(sub: Sub, item: Item, { now, from, among }: From): number {
  const discount = inForce(sub, now);
  const [cost, left, full] = [costOf(item.price, item.quantity), item.end - from, fullOf(sub, item)];
  if (!discount?.amount) return part(cost * (100 - (discount?.percent ?? 0)), left, full * 100);
  if (sub.classic) return part(Math.max(0, cost * left * among.length - discount.amount * full), 1, full * among.length);
  const all = costOfAll(among);
  return all > 0 ? part(cost * Math.max(0, all - discount.amount), left, full * all) : 0;
}

/** Pauses a subscription; unused charges are credited. */
export function pause(model: Bills, sub: Sub): void {
  if (!sub.on_trial) {
    for (const item of sub.items) pendUsed(sub, item, model.now);
    for (const item of sub.items) giveBack(sub, item, allFrom(sub, model.now));
    sub.items = sub.items.map((item) => ({ ...item, debits: [] }));
  }
  sub.items = sub.items.map((item) => ({ ...item, since: model.now }));
  Object.assign(sub, { status: 'paused', on_trial: false });
  endsPaused(model, sub);
}

/** A paused subscription is not renewed, and ends at its set time. */
const endsPaused = (model: Bills, sub: Sub): void =>
  later(model, Math.max(model.now, sub.cancel_at ?? model.now), () => {
    if (sub.status === 'paused' && sub.cancel_at !== null && model.now >= sub.cancel_at) end(model, sub);
  });

/** Resumes a paused subscription: a period starts now, and is billed. */
export function resume(model: Bills, sub: Sub): void {
  const { now } = model;
  const ends_at = sub.ends_with_period ? null : sub.cancel_at;
  Object.assign(sub, { status: 'active', anchor: now, trial_end: sub.trial_end && Math.min(sub.trial_end, now) });
  sub.items = sub.items.map((item) => {
    const { start, end } = cutAt(spanFrom(now, now, everyOf(item.price)), ends_at);
    return { ...item, start, end, debits: [], since: now };
  });
  endsAt(sub, undefined);
  later(model, endOf(sub), () => renew(model, sub));
  const lines = begunLines(sub, sub.items);
  if (lines.length > 0) billNow(model, sub, lines);
}

/** The counts of a shop's events, and of the final states of its objects. */
export function endsOf({ told, subs, customers }: Bills): string[] {
  const invoices = customers.flatMap((customer) => customer.invoices);
  const some = (name: string, has: (invoice: Invoice) => boolean): string[] => invoices.filter(has).map(() => `bill with ${name}`);
  return [
    ...[...told.values()].flatMap((events) => [...events.keys()]),
    ...subs.map(({ status }) => `subscription ${status}`),
    ...subs.flatMap(({ items, cancel_at }) => (items.some(({ end }) => end === cancel_at) ? ['subscription with an end'] : [])),
    ...invoices.flatMap(({ status, reason }) => (status === 'void' && reason !== 'manual' ? [`void ${reason}`] : [])),
    ...invoices.flatMap(({ status, reason }) => [`invoice ${status}`, `bill of ${reason}`]),
    ...subs.flatMap(({ classic }) => (classic ? ['subscription in classic mode'] : [])),
    ...subs.flatMap(({ discount }) => (discount?.amount ? ['subscription with an amount off'] : [])),
    ...some('subscription by hand', ({ reason, sub }) => reason === 'manual' && sub !== null),
    ...some('discount', ({ lines }) => lines.some(({ off }) => off > 0)),
    ...some('proration', ({ lines }) => lines.some(({ proration }) => proration)),
    ...some('credit', ({ lines }) => lines.some(({ amount }) => amount < 0)),
    ...some('usage', ({ lines, sub }) =>
      lines.some(({ item, amount }) => amount > 0 && sub?.items.some(({ id, price }) => id === item && isMetered(price))),
    ),
    ...some('balance', ({ moved }) => moved !== 0),
    ...some('note before payment', ({ notes }) => notes.some(({ pre }) => pre > 0)),
    ...some('note after payment', ({ notes }) => notes.some(({ post }) => post > 0)),
  ];
}
