import type { Period } from '../../../arithmetic/billing/periods.js';
import { type Begun, openingLines, planBeginning } from '../../../arithmetic/billing/subscription/beginning.js';
import { intervalOf, type Mode } from '../../../arithmetic/billing/subscription/items.js';
import type { Around, Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, refToAny, timestamp } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import { requireCurrency } from '../../customers/customers/currency.js';
import type { Customer } from '../../customers/customers/customer.js';
import { method_ref, paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { automatic_tax_input } from '../invoices/parts.js';
import { requireAutomaticTax } from './automatic-tax.js';
import { begin } from './begin.js';
import { type Billing, billing_reads } from './bill.js';
import { billing_mode_input } from './billing-mode.js';
import { requireEnd } from './change/checks.js';
import { type DiscountsSeen, discounts_reads, discounts_taken, discountsFor, type Off, type TermsOfItem } from './discounts.js';
import { allChosen, allowingInactive, type Chosen, type ItemInput, items_input, newItem, type Sold, sold_reads } from './items-input.js';
import { billedLines, pendingOf } from './lines.js';
import { moment_or_end, trial_moment } from './moments.js';
import {
  type Added,
  type AddedDiscountsSeen,
  type AddedSeen,
  added_discounts_reads,
  added_input,
  added_reads,
  addedAsked,
  addedTo,
  besideAdded,
} from './one-time-items.js';
import { anchor_config, payment_behavior, proration_behavior, settings } from './parts.js';
import { nextPending } from './pending-items.js';
import { nothing_shared, requireCollection, requireMethod, requireShares, shared_reads, storedAsGiven } from './settings.js';
import { subscription } from './subscription.js';
import { ofItems, subscriptionItem } from './subscription-item.js';
import { beginning, fittingInterval, modeFor } from './terms.js';

const takes = {
  ...settings,
  add_invoice_items: added_input,
  automatic_tax: automatic_tax_input,
  backdate_start_date: about('A start in the past, in Unix seconds: the time since then is billed with the first invoice.', timestamp),
  billing_cycle_anchor: about(
    'When the first full period begins, in Unix seconds; the time before is prorated. By default the start, or the end of the trial.',
    timestamp,
  ),
  billing_cycle_anchor_config: anchor_config,
  billing_mode: billing_mode_input,
  cancel_at: about(
    "When the subscription ends: a time in Unix seconds, or the end of the first or last of its items' periods.",
    moment_or_end,
  ),
  cancel_at_period_end: about('Whether the subscription ends with its first period; false by default.', flag),
  currency: about('The currency of the subscription; that of the first price by default.', currency),
  customer: about('The customer who subscribes.', required(ref('customer'))),
  default_payment_method: about("The payment method of the customer that pays invoices, in place of the customer's default.", method_ref),
  default_source: about('The card source of the customer that pays invoices when no payment method is set.', refToAny('card')),
  ...discounts_taken,
  items: about('The items to subscribe to, up to 20, each a different price.', required(items_input)),
  off_session: about('Whether the customer is absent at the first payment, so that authentication is impossible; false by default.', flag),
  payment_behavior: about(
    'For the first invoice: `default_incomplete` waits for you to confirm its payment, `error_if_incomplete` refuses a declined one, `allow_incomplete` (the default) keeps both.',
    payment_behavior,
  ),
  proration_behavior: about(
    'Whether a shortened first period is charged in part (`create_prorations`, `always_invoice`) or free (`none`).',
    proration_behavior,
  ),
  trial_end: about('When the trial ends, in Unix seconds and at most two years ahead, or `now` for no trial.', trial_moment),
  trial_from_plan: about('Whether the longest trial of the prices applies; false by default.', flag),
  trial_period_days: about('The days of trial, from 0 to 730; in place of `trial_end`.', integer({ minimum: 0, maximum: 730 })),
} as const;

/** What a schedule, a quote or a checkout session creates was agreed on before: its prices may be inactive by now. The first invoice of a schedule or a quote is a draft for an hour as any later one (Stripe). */
const ours = { agreed: oneOf('quote', 'schedule', 'session') } as const;

type Input = Given<typeof takes>;

const reads = {
  ...billing_reads,
  method: one(paymentMethod, 'default_payment_method'),
  ...shared_reads,
  ...sold_reads,
  ...discounts_reads,
  ...added_reads,
  ...added_discounts_reads,
} as const;

type Seen = Omit<Billing, 'customer'> &
  Sold &
  AddedSeen &
  AddedDiscountsSeen &
  DiscountsSeen & {
    readonly it: It<typeof subscription, Unborn>;
    /** Its first invoice stays a draft for an hour, and no caller waits for it. */
    readonly is_drafted: boolean;
    readonly input: Input;
    readonly customer: Exclude<Billing['customer'], null>;
    readonly method: It<typeof paymentMethod> | null;
    readonly destination: Billing['account'];
  };

function subscribed({ it, input, account, customer, destination, method, pending, ...sold }: Seen, asked: Asked): Decision {
  const sale = allChosen(input, sold, asked);
  const { chosen, currency } = sale;
  const mode = input.billing_mode?.type ?? modeFor(asked.version);
  requireAutomaticTax(input, account, customer, asked);
  const begun = begunFor(input, chosen, mode, asked);
  requireShares(nothing_shared, input, { taker: account, destination }, asked.account, asked);
  requireCurrency(customer, currency, asked);
  requireMethod(method, customer, asked);
  requireCollection(input, asked);
  requireEnd(input, asked.now, asked);
  const asked_items = newItemsAsked(input.items, asked);
  const added = addedAsked(input.add_invoice_items, asked);
  const of = { id: it.id, currency, customer: customer.id, kept: [], beside: besideAdded(added, sold) };
  const off = discountsFor(input, asked_items, sold, of, asked);
  const plan = planBeginning(begun, intervalsOf(chosen), input, { mode, now: asked.now });
  const items = itemsOf(it.id, chosen, { asked: asked_items, periods: plan.periods, off: off.items }, asked);
  const members = {
    ...(account && applicationIn(account)),
    ...termsOf(input, mode),
    ...off.members,
    ...plan.members,
    ...nextPending(input, plan.members.billing_cycle_anchor, asked.now),
    currency,
    ...ofItems(it.id, items),
  };
  const billed = { prorates: input.proration_behavior !== 'none', now: asked.now, cut_at: plan.cut_at };
  const lines = billedLines(openingLines(items, begun, { currency, mode }, billed), it.id);
  const sent = { ...input, is_drafted: sold.is_drafted };
  const once = chargedOnce(it.id, members, customer, { asked: added, off: off.beside, seen: sold }, asked);
  const beginning = { it, members, items, lines, once: once.items, is_trial: begun.trial !== null };
  const first = begin(beginning, sent, { account, customer, pending }, asked);
  return [chosen.map(({ made }) => made), once.made, first.effects, off.effects];
}

type Once = { readonly asked: readonly Added[]; readonly off: Off['beside']; readonly seen: AddedSeen };
type Span = { readonly currency: string; readonly current_period_start: number; readonly current_period_end: number };

/** What is charged once with the first invoice. */
function chargedOnce(
  subscription: string,
  { currency, current_period_start: start, current_period_end: end }: Span,
  { id, test_clock }: Customer,
  { asked: sent, ...once }: Once,
  asked: Asked,
) {
  const added = addedTo({ subscription, currency, start, end }, sent, once, asked);
  return { made: added.made, items: added.lines.map((line) => pendingOf(line, { currency, customer: id, test_clock }, asked)) };
}

/** Subscribes a customer to prices, and bills the time that begins. */
export const create = creation(subscription, {
  takes,
  ours,
  reads,
  decide: ({ input: { agreed, ...input }, ...seen }, asked) =>
    subscribed({ ...(agreed ? allowingInactive(seen) : seen), input, is_drafted: agreed === 'schedule' || agreed === 'quote' }, asked),
});

/** How a subscription of these prices begins; or why it cannot. */
export function begunFor(
  input: Parameters<typeof beginning>[0],
  chosen: readonly Pick<Chosen, 'price'>[],
  mode: Mode,
  asked: Pick<Asked, 'now' | 'refuse'>,
): Begun {
  const prices = chosen.map(({ price }) => price);
  const interval = fittingInterval(prices, mode, 'items', asked);
  return beginning(input, { interval, mode, prices }, asked);
}

/** The intervals of the prices of items. */
export const intervalsOf = (chosen: readonly Chosen[]) => chosen.map(intervalOf);

/** What is asked of items that are yet to be, each with its id. */
export const newItemsAsked = (given: readonly ItemInput[], { fresh }: Around) =>
  given.map((each, place) => ({ id: fresh(subscriptionItem), item: null, at: `items[${place}]`, given: each }));

type NewItems = {
  readonly asked: ReturnType<typeof newItemsAsked>;
  /** Those that `planBeginning` has found. */
  readonly periods: readonly Period[];
  readonly off: readonly TermsOfItem[];
};

/** The items of a new subscription, in the order of their prices, each in its first period. */
export const itemsOf = (subscription: string, chosen: readonly Chosen[], { asked: sent, periods, off }: NewItems, around: Around) =>
  sent.flatMap(({ given, id }, place) => {
    const [each, period] = [chosen[place], periods[place]];
    return each && period ? [newItem(each, given, { ...period, subscription, id }, off[place] ?? {}, around)] : [];
  });

/** The members of a new subscription that do not follow from its time or its items. */
function termsOf(input: Input, mode: Mode) {
  const { proration_discounts = 'included' } = input.billing_mode?.flexible ?? {};
  return { ...storedAsGiven(input), billing_mode: { type: mode, flexible: mode === 'flexible' ? { proration_discounts } : null } };
}
