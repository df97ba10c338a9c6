import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import type { Around } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { view } from '../../../kernel/base/views.js';
import { account } from '../../accounts/accounts/account.js';
import { merchant } from '../../accounts/accounts/merchant.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { type ShippingRate, shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { isDue, ownPage } from './confirm.js';
import { page } from './page.js';
import { isAdaptable } from './presentment.js';
import { renewalsOf } from './renewals.js';
import { type Session, session } from './session.js';
import { costOf } from './sums.js';
import { shippingOf } from './terms.js';
import { typesNow } from './types.js';

const day_seconds = 86_400;

/** How many of the methods that a customer has saved are offered. */
const saved_max = 10;

type Intent = Pick<It<typeof paymentIntent>, 'latest_attempt' | 'next_action' | 'return_url' | 'status'> & {
  readonly id: string;
  readonly object: string;
  readonly error: It<typeof paymentIntent>['last_payment_error'];
};

/** What the page of a session shows: the session, its page members, and the merchant. */
export const look = view(session, 'look at', {
  shows: {
    merchant: about('The account that sells, as its pages show it.', merchant),
    page: about('What the page of the session shows besides the session itself.', page),
  },
  reads: {
    account: own(account),
    code: one(promotionCode, 'discounts.promotion_code'),
    customer,
    methods: many(paymentMethod, { by: 'customer', of: 'customer', at_most: saved_max, cut: true, newest: true }),
    payment_intent: paymentIntent,
    pending: one(subscription, 'pending_subscription'),
    bill: one(invoice, 'pending.latest_invoice'),
    intent_of_bill: one(paymentIntent, 'bill.payment_intent'),
    rates: one(shippingRate, 'shipping_options.shipping_rate'),
    setup_intent: setupIntent,
  },
  show: ({ it, account: owner, code, customer: payer, methods, payment_intent, intent_of_bill, rates, setup_intent }, asked) => {
    const tried = paymentOf(payment_intent ?? intent_of_bill) ?? setupOf(setup_intent);
    // A visitor goes on with what was begun on a visitor's page, and not with what the customer has begun.
    const intent = asked.byVisitor && tried?.return_url !== ownPage(it, asked) ? null : tried;
    const { trial_end = null, trial_period_days = null } = it.subscription_data ?? {};
    // A page that is over, or that was opened by its id, shows nothing of its customer.
    const shows_payer = it.status === 'open' && !asked.byVisitor;
    return {
      merchant: owner,
      page: {
        after_completion: it.after_completion ?? null,
        branding: looksOf(it),
        currency: isAdaptable(it) ? (it.presented?.currency ?? null) : it.currency,
        exchange_rate: it.presented?.exchange_rate ?? null,
        failure: failureOf(it, intent),
        is_due: it.status === 'open' && isDue(it, asked),
        methods: shows_payer ? methods.filter((each) => isOffered(it, each)).map(savedOf) : [],
        optional_items: optionalOf(it),
        payer: shows_payer && payer ? { email: payer.email, name: payer.name, phone: payer.phone } : null,
        promotion_code: code?.all[0]?.code ?? null,
        renewals: renewalsOf(it, { account: owner, customer: payer }, asked),
        shipping_options: it.shipping_options.flatMap((each) => optionOf(each, rates?.get(each.shipping_rate) ?? null)),
        shipping_rate: shippingOf(it),
        step: stepOf(intent, asked),
        trial_days: trial_period_days,
        trial_end: trial_end ?? (trial_period_days === null ? null : asked.now + trial_period_days * day_seconds),
        types: typesNow(it),
      },
    };
  },
});

const paymentOf = (it: It<typeof paymentIntent> | null): Intent | null => it && { ...it, error: it.last_payment_error };
const setupOf = (it: It<typeof setupIntent> | null): Intent | null => it && { ...it, error: it.last_setup_error };

/** Whether the session offers what the customer has saved. */
export const isOffered = (
  { payment_method_types: types, saved_payment_method_options: options }: Session,
  { type, allow_redisplay }: Saved,
): boolean => types.includes(type) && (options?.allow_redisplay_filters?.includes(allow_redisplay) ?? true);

type Saved = It<typeof paymentMethod>;

const savedOf = ({ card, id, type }: Saved) => ({
  id,
  card: card && { brand: card.brand, exp_month: card.exp_month, exp_year: card.exp_year, last4: card.last4 },
  type,
});

function looksOf({ branding_pictures: pictures, branding_settings: said }: Session) {
  if (!said) return null;
  const { background_color, border_style, button_color, display_name, font_family } = said;
  const { icon = null, logo = null } = pictures ?? {};
  return { background_color, border_style, button_color, display_name, font_family, icon, logo };
}

const optionalOf = ({ currency, line_items, optional_offered: offered = [] }: Session) =>
  offered.map((item) => {
    const added = line_items?.data.find(({ id }) => id === item.id);
    const { description, id, price, quantity } = added ?? item;
    const { unit_amount_decimal } = pricingIn(price, currency ?? item.currency);
    const { recurring } = price;
    const every = recurring && { interval: recurring.interval, interval_count: recurring.interval_count, usage_type: recurring.usage_type };
    const unit_amount = Number.isInteger(Number(unit_amount_decimal ?? Number.NaN)) ? Number(unit_amount_decimal) : null;
    const amount = costOf(added ?? item, { currency: currency ?? item.currency, is_trial: false });
    return { id, amount, description, is_added: Boolean(added), price: { id: price.id, recurring: every, unit_amount }, quantity };
  });

type Option = Session['shipping_options'][number];

const optionOf = ({ shipping_amount: amount, shipping_rate: id }: Option, rate: ShippingRate | null) =>
  rate ? [{ id, amount, delivery_estimate: rate.delivery_estimate, display_name: rate.display_name }] : [];

/** Why the last try has failed, as long as nothing else has been tried. */
function failureOf({ refused }: Session, intent: Intent | null) {
  if (refused !== undefined) return { code: null, decline_code: null, message: refused, param: null };
  const { error = null, status } = intent ?? {};
  if (!error || status !== 'requires_payment_method') return null;
  return { code: error.code, decline_code: error.decline_code, message: error.message, param: error.param };
}

/** Where the payer continues: at the address of the step, or on Florin's page for steps. */
function stepOf(intent: Intent | null, { pageUrl }: Around) {
  const { next_action: action = null, latest_attempt: attempt = null } = intent ?? {};
  if (!intent || !action || !attempt || intent.status !== 'requires_action') return null;
  const told = (action as Readonly<Record<string, unknown>>)[action.type];
  const { url, data } = (typeof told === 'object' && told !== null ? told : {}) as { readonly url?: unknown; readonly data?: unknown };
  const named = [url, data].find((each): each is string => typeof each === 'string' && /^https?:/.test(each));
  return { type: action.type, url: named ?? pageUrl('challenge', intent, attempt) };
}
