/** The expected state: a shop's payments, refunds, disputes and payouts, as the shop's owner expects them, and their money. */
import { timing } from '../../src/resources/money/payouts/timing.js';

/** The part of an answer that the model uses. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
export type Answered = { readonly status: number; readonly body: any };

/** The part of an event that the model uses. */
export type Told = { readonly type: string; readonly id: string; readonly status: string; readonly payment_intent: string | null };

/** The counterpart of the model: the service over HTTP, or the same rules without a database. */
export type Shop = {
  post(path: string, params?: object): Promise<Answered>;
  document(object: string, id: string): Promise<Answered['body']>;
  balance(currency: string): Promise<{ readonly pending: number; readonly available: number }>;
  /** Seconds on the shop's clock. */
  now(): Promise<number>;
  advance(to: number): Promise<void>;
  /** Every event, oldest first. */
  told(): Promise<readonly Told[]>;
};

/** A timer, with its time in seconds. */
type Timer = { readonly at: number; readonly happen: (now: number) => void };

type Currency = 'usd' | 'eur';

/** An approved charge: its captured amount, and the refunded or voided part. */
export type Charge = {
  readonly id: string;
  /** Null for a direct charge of an older client. */
  readonly intent: Intent | null;
  readonly currency: Currency;
  readonly way: Way;
  readonly amount: number;
  captured: number;
  back: number;
  disputed: number;
  dispute: Dispute | null;
};

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export type Intent = {
  readonly kind: 'payment_intent';
  readonly id: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly manual: boolean;
  status: IntentStatus;
  /** The last method it was confirmed with, and the number of confirmations. */
  way: Way | null;
  tries: number;
  /** The charge of a debit that its bank is processing. */
  pending: string | null;
  charge: Charge | null;
};

/** A direct authorization of an older client. */
export type Hold = { readonly kind: 'charge'; readonly id: string; readonly status: 'succeeded'; readonly charge: Charge };

export type Refund = {
  readonly kind: 'refund';
  readonly id: string;
  readonly of: Charge;
  /** It voided an authorization, and moved no money. */
  readonly of_hold: boolean;
  readonly amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
};

export type Dispute = {
  readonly kind: 'dispute';
  readonly id: string;
  readonly of: Charge;
  readonly made: number;
  /** The days that a merchant has to answer, by the given reason. */
  readonly days: number;
  amount: number;
  due_by: number;
  status: 'warning_needs_response' | 'warning_under_review' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost';
};

export type Payout = {
  readonly kind: 'payout';
  readonly id: string;
  readonly amount: number;
  status: 'pending' | 'in_transit' | 'paid' | 'canceled';
};

/** The state of a whole shop. */
export type Model = {
  now: number;
  readonly timers: Timer[];
  readonly objects: (Intent | Hold | Refund | Dispute | Payout)[];
  readonly funds: Readonly<Record<Currency, { pending: number; available: number }>>;
  /** The number of expected events, by object. */
  readonly told: Map<string, number>;
};

export const newModel = (now: number): Model => ({
  now,
  timers: [],
  objects: [],
  funds: { usd: { pending: 0, available: 0 }, eur: { pending: 0, available: 0 } },
  told: new Map(),
});

const day = 86_400;
const iban = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

/** Payment methods. `asks` waits for the payer first, `waits` is with a bank for this many days, `ends` is the result. */
export const ways = {
  visa: { with: { payment_method: 'pm_card_visa' } },
  funds_at_once: { with: { payment_method: 'pm_card_bypassPending' }, at_once: true },
  declined: { with: { payment_method: 'pm_card_chargeDeclined' }, ends: 'declined' },
  short_of_funds: { with: { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }, ends: 'declined' },
  asks: { with: { payment_method: 'pm_card_threeDSecure2Required' }, asks: true },
  asks_in_vain: { with: { payment_method: 'pm_card_threeDSecureRequiredChargeDeclined' }, asks: true, ends: 'declined' },
  disputed: { with: { payment_method: 'pm_card_createDispute' }, dispute: 'needs_response' },
  inquired: { with: { payment_method: 'pm_card_createDisputeInquiry' }, dispute: 'warning_needs_response' },
  refund_pends: { with: { payment_method: 'pm_card_pendingRefund' }, refund: 'pends' },
  refund_fails: { with: { payment_method: 'pm_card_refundFail' }, refund: 'fails' },
  debit: { with: { payment_method_data: iban }, of: 'sepa_debit', waits_days: 5 },
  bank_page: { with: { payment_method_data: { type: 'ideal' } }, of: 'ideal', asks: true, expires_after: 3600 },
} as const satisfies Record<string, WayFacts>;

type WayFacts = {
  readonly with: object;
  readonly of?: string;
  readonly asks?: true;
  readonly expires_after?: number;
  readonly waits_days?: number;
  readonly ends?: 'declined';
  readonly at_once?: true;
  readonly dispute?: 'needs_response' | 'warning_needs_response';
  readonly refund?: 'pends' | 'fails';
};

/** One of them. */
export type Way = keyof typeof ways;

export const factsOf = (way: Way): WayFacts => ways[way];

/** 2.9 % and 30 cents, and never more than the amount. */
export const feeOf = (amount: number): number => Math.min(amount, Math.floor((amount * 29 + 500) / 1000) + 30);

const dispute_fee = 1500;

/** The amount that a charge still holds. */
export const leftOf = ({ amount, back }: Charge): number => amount - back;

/** Whether its money is neither captured nor voided. */
export const isHeld = (charge: Charge): boolean => charge.captured === 0 && leftOf(charge) > 0;

/** The amount that the shop still has: neither refunded nor withdrawn by a bank. */
export const keptOf = (charge: Charge): number => Math.max(0, leftOf(charge) - charge.disputed);

/** An object has an event. */
export function tell({ told }: Model, id: string, ...types: readonly string[]): void {
  for (const type of types) told.set(`${type} ${id}`, (told.get(`${type} ${id}`) ?? 0) + 1);
}

const later = (model: Model, at: number, happen: Timer['happen']): void => void model.timers.push({ at, happen });

/** Runs all due timers. */
export function pass(model: Model, to: number): void {
  for (;;) {
    const [next] = model.timers.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at);
    if (!next) break;
    model.timers.splice(model.timers.indexOf(next), 1);
    next.happen(next.at);
  }
  model.now = to;
}

/** A payment attempt; `charge` is the id of the resulting charge, if there is one. */
export function tryToPay(model: Model, intent: Intent, way: Way, charge: string | null): void {
  const { asks, expires_after, waits_days } = factsOf(way);
  const turn = ++intent.tries;
  Object.assign(intent, { way, pending: null, charge: null });
  if (asks) {
    intent.status = 'requires_action';
    tell(model, intent.id, 'payment_intent.requires_action');
    const unless = () => intent.tries === turn && intent.status === 'requires_action';
    if (expires_after) later(model, model.now + expires_after, () => unless() && fail(model, intent));
  } else if (waits_days) {
    Object.assign(intent, { status: 'processing', pending: charge });
    tell(model, intent.id, 'payment_intent.processing');
    const unless = () => intent.tries === turn && intent.status === 'processing';
    later(model, model.now + waits_days * day, (now) => unless() && end(model, intent, charge, now));
  } else end(model, intent, charge, model.now);
}

/** The issuer's final answer. */
export function end(model: Model, intent: Intent, charge: string | null, now: number): void {
  const { ends } = factsOf(intent.way as Way);
  if (ends === 'declined') fail(model, intent);
  else approve(model, intent, charge ?? '', now);
}

/** It was declined, or the payer did not complete the step. */
export function fail(model: Model, intent: Intent): void {
  Object.assign(intent, { status: 'requires_payment_method', pending: null });
  tell(model, intent.id, 'payment_intent.payment_failed', 'charge.failed');
}

function approve(model: Model, intent: Intent, id: string, now: number): void {
  const { currency, amount } = intent;
  const charge: Charge = { id, intent, currency, way: intent.way as Way, amount, captured: 0, back: 0, disputed: 0, dispute: null };
  Object.assign(intent, { charge, pending: null });
  tell(model, id, 'charge.succeeded');
  if (!intent.manual) {
    take(model, charge, intent.amount, now);
    return;
  }
  intent.status = 'requires_capture';
  tell(model, intent.id, 'payment_intent.amount_capturable_updated');
  later(model, now + 7 * day, () => intent.status === 'requires_capture' && voidedHold(model, intent, 'charge.expired'));
}

/** An older client authorizes an amount, for seven days at most. */
export function hold(model: Model, id: string, { amount, currency, way }: Pick<Charge, 'amount' | 'currency' | 'way'>): Hold {
  const charge: Charge = { id, intent: null, currency, way, amount, captured: 0, back: 0, disputed: 0, dispute: null };
  tell(model, id, 'charge.succeeded');
  later(model, model.now + 7 * day, () => {
    if (charge.captured > 0 || leftOf(charge) === 0) return;
    charge.back = amount;
    tell(model, id, 'charge.expired');
  });
  return { kind: 'charge', id, status: 'succeeded', charge };
}

/** A refund voids an authorization. */
export function release(model: Model, charge: Charge, id: string): Refund {
  charge.back = charge.amount;
  tell(model, id, 'refund.created', 'charge.refund.updated');
  tell(model, charge.id, 'charge.refunded');
  return { kind: 'refund', id, of: charge, of_hold: true, amount: charge.amount, status: 'succeeded' };
}

/** An authorization is voided. */
export function voidedHold(model: Model, intent: Intent, event: 'charge.expired' | 'charge.refunded'): void {
  const charge = intent.charge as Charge;
  charge.back = charge.amount;
  intent.status = 'canceled';
  tell(model, intent.id, 'payment_intent.canceled');
  tell(model, charge.id, event);
}

/** The money is captured: it is pending for two days, and may be disputed at once. */
export function take(model: Model, charge: Charge, amount: number, now: number): void {
  const { intent } = charge;
  charge.captured = amount;
  charge.back = charge.amount - amount;
  if (intent) {
    intent.status = 'succeeded';
    tell(model, intent.id, 'payment_intent.succeeded');
  }
  const funds = model.funds[charge.currency];
  const net = amount - feeOf(amount);
  if (factsOf(charge.way).at_once) {
    funds.available += net;
    return;
  }
  funds.pending += net;
  later(model, now + 2 * day, () => {
    funds.pending -= net;
    funds.available += net;
  });
}

/** An accepted refund. */
export function giveBack(model: Model, charge: Charge, id: string, amount: number): Refund {
  const { refund: kind } = factsOf(charge.way);
  charge.back += amount;
  model.funds[charge.currency].available -= amount;
  const refund: Refund = { kind: 'refund', id, of: charge, of_hold: false, amount, status: 'pending' };
  tell(model, id, 'refund.created');
  tell(model, charge.id, 'charge.refunded');
  if (kind !== 'pends') endRefund(model, refund, 'succeeded');
  if (kind) later(model, model.now + day, () => afterADay(model, refund));
  return refund;
}

function afterADay(model: Model, refund: Refund): void {
  const comes_back = factsOf(refund.of.way).refund === 'fails';
  if (refund.status === 'pending' || (comes_back && refund.status === 'succeeded'))
    endRefund(model, refund, comes_back ? 'failed' : 'succeeded');
}

/** A refund is final, or returned later. */
export function endRefund(model: Model, refund: Refund, status: 'succeeded' | 'failed' | 'canceled'): void {
  refund.status = status;
  tell(model, refund.id, 'charge.refund.updated', ...(status === 'failed' ? ['refund.failed'] : []));
  if (status === 'succeeded') return;
  refund.of.back -= refund.amount;
  model.funds[refund.of.currency].available += refund.amount;
}

type Opened = Pick<Dispute, 'id' | 'amount' | 'days' | 'due_by'>;

/** A bank disputes a charge. */
export function open(model: Model, charge: Charge, opened: Opened, inquiry: boolean): Dispute {
  const dispute: Dispute = { kind: 'dispute', of: charge, made: model.now, ...opened, status: 'warning_needs_response' };
  charge.dispute = dispute;
  tell(model, dispute.id, 'charge.dispute.created');
  if (!inquiry) withdraw(model, dispute);
  waitForEvidence(model, dispute);
  return dispute;
}

function waitForEvidence(model: Model, dispute: Dispute): void {
  const { due_by } = dispute;
  later(model, due_by, () => dispute.due_by === due_by && isOpen(dispute) && close(model, dispute));
}

/** Whether the merchant can still answer. */
export const isOpen = ({ status }: Dispute): boolean => status === 'needs_response' || status === 'warning_needs_response';

/** The bank withdraws the money, and a fee. */
function withdraw(model: Model, dispute: Dispute): void {
  dispute.status = 'needs_response';
  dispute.of.disputed = dispute.amount;
  model.funds[dispute.of.currency].available -= dispute.amount + dispute_fee;
  tell(model, dispute.id, 'charge.dispute.funds_withdrawn');
}

/** The last second of the merchant's answer: this many days, and the rest of the current one. */
const dueBy = (now: number, days: number): number => (Math.floor(now / day) + days + 1) * day - 1;

/** An inquiry becomes a chargeback. */
export function worsen(model: Model, dispute: Dispute, now: number): void {
  const due_by = dueBy(now, dispute.days);
  dispute.amount = Math.min(dispute.amount, leftOf(dispute.of));
  withdraw(model, dispute);
  if (due_by === dispute.due_by) return;
  dispute.due_by = due_by;
  waitForEvidence(model, dispute);
}

/** The merchant gives up, or has not answered in time. */
export function close(model: Model, dispute: Dispute): void {
  dispute.status = dispute.status === 'needs_response' ? 'lost' : 'warning_closed';
  tell(model, dispute.id, 'charge.dispute.closed');
}

/** The words by which the sandbox judges evidence. */
export type Evidence = 'winning_evidence' | 'losing_evidence' | 'a long story';

/** Evidence is submitted; a bank that has to review it takes until sixty days after the dispute started. */
export function submit(model: Model, dispute: Dispute, evidence: Evidence): void {
  dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review';
  const read_by = dispute.made + 60 * day;
  if (evidence !== 'a long story' || model.now >= read_by) judge(model, dispute, evidence === 'winning_evidence', model.now);
  else later(model, read_by, (now) => dispute.status.endsWith('under_review') && judge(model, dispute, false, now));
}

function judge(model: Model, dispute: Dispute, won: boolean, now: number): void {
  if (dispute.status === 'warning_under_review') {
    if (!won && leftOf(dispute.of) > 0) {
      worsen(model, dispute, now);
      return;
    }
    dispute.status = 'warning_closed';
  } else dispute.status = won ? 'won' : 'lost';
  tell(model, dispute.id, 'charge.dispute.closed');
  if (dispute.status === 'won') reinstate(model, dispute);
}

function reinstate(model: Model, dispute: Dispute): void {
  dispute.of.disputed = 0;
  model.funds[dispute.of.currency].available += dispute.amount;
  tell(model, dispute.id, 'charge.dispute.funds_reinstated');
}

/** Funds leave for a bank account: handed over after a business day and arrived after three, or within half an hour. */
export function payOut(model: Model, id: string, amount: number, instant: boolean): Payout {
  const payout: Payout = { kind: 'payout', id, amount, status: 'pending' };
  model.funds.usd.available -= amount;
  tell(model, id, 'payout.created');
  const { handed_over, arrival_date } = timing(instant ? 'instant' : 'standard', model.now, 'usd');
  const step = (from: Payout['status'], to: Payout['status']) => () => {
    if (payout.status === from) payout.status = to;
    if (payout.status === 'paid') tell(model, id, 'payout.paid');
  };
  later(model, handed_over, step('pending', 'in_transit'));
  later(model, arrival_date, step('in_transit', 'paid'));
  return payout;
}

/** A payout is canceled. */
export function takeBack(model: Model, payout: Payout): void {
  payout.status = 'canceled';
  model.funds.usd.available += payout.amount;
  tell(model, payout.id, 'payout.canceled');
}
