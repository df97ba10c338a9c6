import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, required } from '../../../kernel/base/fields.js';
import { flag, integer, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type Found, one, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { type Subscription, subscription } from '../../billing/subscriptions/subscription.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { code, inOneCase, type PromotionCode, promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { choicesOf, type OnOffer, on_sale_read, quantitiesOfItem, type ShownItem } from './choices.js';
import type { PortalConfiguration } from './configuration.js';
import { mayChange } from './permitted.js';
import { lasts, type PortalSession } from './session.js';
import { forbidden, notTheirs, requireVisitor, visit_reads } from './visit.js';

/** A code as customers type it in, in one letter case. */
const typed_code: Field<string, string, 'optional'> = {
  ...code,
  read: (value, at, reading) => {
    const read = code.read(value, at, reading);
    return read === undefined ? undefined : inOneCase(read);
  },
};

/** What customers say of a change; `confirmed` is that they agree to what their session leads to. */
export const change_input = {
  ...session_member,
  confirmed: about(
    "Whether the customer agrees to the change that the session's flow proposes; `items` are then taken from the flow.",
    flag,
  ),
  items: about(
    'The items to change, at most 20; an item that is not named stays as it is.',
    listOf(
      object({
        id: about('The subscription item to change.', required(text)),
        price: about('The new price, one of those that the configuration offers; by default the present one.', ref('price')),
        quantity: about(
          'The new quantity, within the bounds that the configuration offers; by default the present one.',
          integer({ minimum: 0, maximum: 999_999_999 }),
        ),
      }),
      20,
    ),
  ),
  promotion_code: about('The promotion code that the customer has entered, in any letter case.', typed_code),
  proration_date: about('The time from which the preview counted prorations, in Unix seconds; at most an hour ago.', timestamp),
  subscription: about("The customer's subscription to change.", required(ref('subscription'))),
} as const;

/** What is read for it. */
export const change_reads = {
  ...visit_reads,
  subscription: one(subscription, 'subscription'),
  offered: one(price, 'configuration.features.subscription_update.products.prices'),
  on_sale: on_sale_read,
  code: unique(promotionCode, { by: 'code', of: 'promotion_code' }),
} as const;

type Input = Given<typeof change_input>;

type Seen = {
  readonly it: PortalSession;
  readonly input: Input;
  readonly configuration: PortalConfiguration;
  readonly subscription: Subscription;
  readonly offered: Found<Price | null> | null;
  readonly on_sale: readonly Price[];
  readonly code: PromotionCode | null;
};

type ItemAsked = { readonly id: string; readonly price?: string; readonly quantity?: number };

const nothing_offered: Found<Price | null> = { get: () => null, all: [] };

/** A change as the input of the subscription's verb. */
export function meantBy({ it, input, configuration, subscription: of, offered, on_sale, code }: Seen, asked: Asked) {
  requireVisitor(it, input, asked);
  if (of.customer !== it.customer) return asked.refuse(notTheirs('subscription', of.id));
  const update = configuration.features.subscription_update;
  const on_offer = { update, prices: offered ?? nothing_offered, on_sale };
  const agreed = input.confirmed ? agreedIn(it, of) : null;
  if (input.confirmed && !agreed) return asked.refuse(forbidden('confirm a change that this session does not lead to'));
  if (!agreed && !mayChange(of, on_offer)) return asked.refuse(forbidden('change this subscription'));
  const items = agreed?.items ?? itemsIn(input.items ?? [], of, on_offer, asked);
  const added = agreed ? agreed.discounts : discountsIn(input, code, update.default_allowed_updates, asked);
  if (items.length === 0 && added.length === 0) return asked.refuse(nothing_changes);
  const { proration_date = asked.now } = input;
  if (proration_date > asked.now || proration_date < asked.now - lasts.used) return asked.refuse(seen_otherwise);
  return termsOf(of, { items, added, proration_date }, update);
}

/** Another moment is none at which they were shown what it costs: by it they would choose how much of the period they pay for. */
const seen_otherwise: Refusal = {
  code: 'parameter_invalid',
  param: 'proration_date',
  message: 'Send the proration_date of the preview, which must be within the last hour.',
};

const nothing_changes: Refusal = { code: 'parameter_missing', param: 'items', message: 'Nothing would change. Choose something else.' };

/** What the merchant has proposed to the customer, who agrees to it. */
function agreedIn({ flow }: PortalSession, { id, items: { data } }: Subscription) {
  const proposed = flow?.subscription_update_confirm;
  if (proposed?.subscription !== id) return null;
  const items = proposed.items.flatMap(({ id, price, quantity }): ItemAsked[] => {
    const item = data.find((each) => each.id === id);
    return item ? [askedFor(item, { ...(price !== null && { price }), ...(quantity !== null && { quantity }) })] : [];
  });
  const discounts = (proposed.discounts ?? []).map(({ coupon, promotion_code }) => ({
    ...(coupon !== null && { coupon }),
    ...(promotion_code !== null && { promotion_code }),
  }));
  return { items, discounts };
}

/** The quantity stays by default. */
function askedFor(
  { id, price: { id: now }, quantity }: ShownItem,
  { price = now, quantity: wanted = quantity }: Omit<ItemAsked, 'id'>,
): ItemAsked {
  return { id, ...(price !== now && { price }), ...(wanted !== undefined && { quantity: wanted }) };
}

function itemsIn(sent: readonly ItemAsked[], of: Subscription, on_offer: OnOffer, asked: Asked): ItemAsked[] {
  const changed: ItemAsked[] = [];
  for (const [place, given] of sent.entries()) {
    const at = `items[${place}]`;
    const item = of.items.data.find(({ id }) => id === given.id);
    if (!item) return asked.refuse(notTheirs(`${at}[id]`, given.id));
    requireItem(item, given, { of, on_offer, at }, asked);
    const wanted = askedFor(item, given);
    if (wanted.price !== undefined || wanted.quantity !== item.quantity) changed.push(wanted);
  }
  return changed;
}

type Offering = { readonly of: Subscription; readonly on_offer: OnOffer; readonly at: string };

function requireItem(item: ShownItem, { price, quantity }: ItemAsked, { of, on_offer, at }: Offering, asked: Asked): void {
  const is_other = price !== undefined && price !== item.price.id;
  const choice = is_other ? choicesOf(item, of, on_offer).find((each) => each.price.id === price) : null;
  if (is_other && !choice) asked.refuse({ ...forbidden('change to this price'), param: `${at}[price]` });
  if (quantity === undefined || quantity === item.quantity) return;
  const bounds = choice ? choice.quantities : quantitiesOfItem(item, on_offer);
  if (!bounds) asked.refuse({ ...forbidden('choose how many they pay for'), param: `${at}[quantity]` });
  const { maximum, minimum } = bounds;
  if (quantity >= minimum && (maximum === null || quantity <= maximum)) return;
  const message = maximum === null ? `Choose at least ${minimum}.` : `Choose at least ${minimum} and at most ${maximum}.`;
  asked.refuse({ code: 'parameter_invalid_integer', param: `${at}[quantity]`, message });
}

function discountsIn({ promotion_code: typed }: Input, code: PromotionCode | null, allowed: readonly string[], asked: Asked) {
  if (typed === undefined) return [];
  if (!allowed.includes('promotion_code')) return asked.refuse(forbidden('redeem promotion codes'));
  return code
    ? [{ promotion_code: code.id }]
    : asked.refuse({ code: 'resource_missing', status: 400, param: 'promotion_code', message: no_code } as const);
}

const no_code = 'There is no such promotion code.';

type Wanted = {
  readonly items: readonly ItemAsked[];
  readonly added: readonly { readonly coupon?: string; readonly promotion_code?: string }[];
  readonly proration_date: number;
};

/** What is changed, and how it is billed. The customer has agreed to an amount, so prorations count from the time of the preview. */
function termsOf(of: Subscription, { items, added, proration_date }: Wanted, update: OnOffer['update']) {
  const { billing_cycle_anchor: anchor, proration_behavior, trial_update_behavior } = update;
  const redeemed = added.length > 0 ? { discounts: [...of.discounts.map((discount) => ({ discount })), ...added] } : {};
  if (items.length === 0) return redeemed;
  const ends_trial = of.status === 'trialing' && trial_update_behavior === 'end_trial';
  const is_dated = proration_behavior !== 'none' && proration_date >= of.current_period_start && proration_date <= of.current_period_end;
  return {
    ...redeemed,
    items: [...items],
    ...(anchor === 'now' && !ends_trial && { billing_cycle_anchor: anchor }),
    ...(ends_trial && { trial_end: 'now' as const }),
    proration_behavior,
    ...(is_dated && { proration_date }),
  };
}
