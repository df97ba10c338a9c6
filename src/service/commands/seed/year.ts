import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../service.js';
import type { RefusedByApi } from '../usage.js';
import { type Chance, customerOf, oneOf, type Sold } from './shop.js';

/** The size of a seeded shop. */
export type Size = { readonly customers: number; readonly payments: number; readonly weeks: number };

/** A shop while its year passes. */
export type Shop = {
  readonly service: Service;
  readonly chance: Chance;
  readonly sold: Sold;
  readonly size: Size;
  readonly step: (what: string) => void;
  readonly customers: { readonly id: string; readonly method: string }[];
  readonly subscriptions: string[];
  readonly paid: string[];
};

type Made = { readonly id: string };
type Params = Readonly<Record<string, string>>;

const post = <T = Made>({ service }: Shop, path: string, params: Params = {}): Promise<T> =>
  service<T>('POST', `/v1/${path}`, new URLSearchParams(params));

/** Declined payments belong to the history. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as Partial<RefusedByApi>).refusal?.error.type === 'card_error') return null;
    throw error;
  }
}

/** One week: new customers and their subscriptions, payments, refunds, disputes, and a payout; then the clock moves. */
export async function passWeek(shop: Shop, week: number): Promise<void> {
  const { customers, payments, weeks } = shop.size;
  for (const place of share(customers, week, weeks)) await join(shop, place);
  for (const place of share(payments, week, weeks)) await buy(shop, place);
  if (week % 2 === 1) await giveBack(shop);
  if (week % 4 === 2) await leave(shop);
  if (week % 4 === 3) await payOut(shop);
  await nextWeek(shop);
}

/** The numbers of this week's part of a total. */
const share = (total: number, week: number, weeks: number): number[] => {
  const [from, to] = [Math.floor((total * week) / weeks), Math.floor((total * (week + 1)) / weeks)];
  return Array.from({ length: to - from }, (_, place) => from + place);
};

async function join(shop: Shop, place: number): Promise<void> {
  const { chance, sold } = shop;
  const params = customerOf(chance, place);
  const customer = await post<Made & { readonly invoice_settings: { readonly default_payment_method: string } }>(shop, 'customers', params);
  shop.customers.push({ id: customer.id, method: customer.invoice_settings.default_payment_method });
  shop.step('customers');
  if (chance() > 0.6) return;
  const trial = chance() < 0.25 ? { trial_period_days: '14' } : {};
  const discount = chance() < 0.2 ? { 'discounts[0][coupon]': sold.coupon } : {};
  const wanted = { customer: customer.id, 'items[0][price]': oneOf(chance, sold.recurring), ...trial, ...discount };
  shop.subscriptions.push((await post(shop, 'subscriptions', wanted)).id);
}

const unlucky = [
  [0.04, 'pm_card_chargeDeclined'],
  [0.06, 'pm_card_chargeDeclinedInsufficientFunds'],
  [0.08, 'pm_card_authenticationRequired'],
  [0.11, 'pm_card_createDispute'],
  [0.13, 'pm_card_createDisputeInquiry'],
] as const;

async function buy(shop: Shop, place: number): Promise<void> {
  const { chance } = shop;
  const amount = oneOf(chance, [900, 1500, 1500, 2400, 4800, 7200, 12_900]) + Math.floor(chance() * 50) * 10;
  const luck = chance();
  const [, card] = unlucky.find(([below]) => luck < below) ?? [];
  const payer = shop.customers.length > 0 ? oneOf(chance, shop.customers) : undefined;
  const by =
    card === undefined && payer ? { customer: payer.id, payment_method: payer.method } : { payment_method: card ?? 'pm_card_visa' };
  const order = { description: `Order ${1001 + place}`, 'metadata[order]': String(1001 + place) };
  const params = { amount: String(amount), currency: 'usd', confirm: 'true', 'payment_method_types[]': 'card', ...order, ...by };
  const payment = await tried(post<Made & { readonly status: string }>(shop, 'payment_intents', params));
  if (payment?.status === 'succeeded' && card === undefined) shop.paid.push(payment.id);
  shop.step('payments');
}

async function giveBack(shop: Shop): Promise<void> {
  const payment_intent = shop.paid.shift();
  if (payment_intent)
    await post(shop, 'refunds', { payment_intent, reason: 'requested_by_customer', ...(shop.chance() < 0.4 && { amount: '500' }) });
  const { data } = await shop.service<{ readonly data: readonly (Made & { readonly status: string })[] }>('GET', '/v1/disputes?limit=100');
  const open = data.find(({ status }) => status === 'needs_response');
  const evidence = oneOf(shop.chance, ['winning_evidence', 'losing_evidence', 'We sent it with a receipt.']);
  if (open && shop.chance() < 0.7) await post(shop, `disputes/${open.id}`, { 'evidence[uncategorized_text]': evidence, submit: 'true' });
}

async function leave(shop: Shop): Promise<void> {
  const [id] = shop.subscriptions.splice(Math.floor(shop.chance() * shop.subscriptions.length), 1);
  if (id && shop.chance() < 0.6) await post(shop, `subscriptions/${id}`, { cancel_at_period_end: 'true' });
}

async function payOut(shop: Shop): Promise<void> {
  const { available } = await shop.service<{ readonly available: readonly { readonly amount: number; readonly currency: string }[] }>(
    'GET',
    '/v1/balance',
  );
  const amount = Math.floor((available.find(({ currency }) => currency === 'usd')?.amount ?? 0) * 0.8);
  if (amount > 0) await post(shop, 'payouts', { amount: String(amount), currency: 'usd', description: 'Monthly payout' });
}

const week_seconds = 7 * 86_400;
const look_ms = 100;

async function nextWeek({ service, step }: Shop): Promise<void> {
  const path = '/v1/test_helpers/sandbox_clock';
  type Clock = { readonly frozen_time: number; readonly status: string };
  const { frozen_time } = await service<Clock>('GET', path);
  await service('POST', `${path}/advance`, new URLSearchParams({ frozen_time: String(frozen_time + week_seconds) }));
  while ((await service<Clock>('GET', path)).status === 'advancing') await pause(look_ms);
  step('weeks');
}

/** A customer with a subscription on a test clock, for trying out renewals. */
export async function seedClock(shop: Shop): Promise<void> {
  const { frozen_time } = await shop.service<{ readonly frozen_time: number }>('GET', '/v1/test_helpers/sandbox_clock');
  const clock = await post(shop, 'test_helpers/test_clocks', { frozen_time: String(frozen_time), name: 'Renewals' });
  const customer = await post(shop, 'customers', { ...customerOf(shop.chance, shop.size.customers), test_clock: clock.id });
  await post(shop, 'subscriptions', { customer: customer.id, 'items[0][price]': shop.sold.recurring[0] ?? '' });
  shop.step('test clock');
}
