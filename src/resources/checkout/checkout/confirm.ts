import { type Around, type Asked, type Decision, type Effect, run, set } from '../../../kernel/base/effects.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { requireCode, requireCoupon } from '../../catalogue/discounts/refusals.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import * as customers from '../../customers/customers/index.js';
import { isOpen } from '../../payments/intents/open.js';
import { confirm as confirmPayment } from '../../payments/payment-intents/confirm.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { askFor } from '../../payments/payment-intents/update.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { confirm as confirmSetup } from '../../payments/setup-intents/index.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { inactive } from '../payment-links/counted.js';
import { requireChosen } from './amounts.js';
import { complete } from './complete.js';
import { agreedBy, answered, type Confirming, collectedOf, confirming, detailsOf, requirePayer } from './confirmation.js';
import { keepingIntent, payingIntent } from './intent.js';
import { chargedFor } from './presentment.js';
import { first_time_reads, type Limiting, limiting, limits_reads, requireLimits, reserve } from './reserve.js';
import { type OpenSession, type Session, session } from './session.js';
import { subscribe } from './subscribe.js';
import { numbersEntered, numbersOf } from './tax-numbers.js';
import { deciding, numbersKept } from './taxed-customer.js';
import { type Parties, shippingOf, summedUp, termsOf } from './terms.js';
import { requireNotUnderWay } from './under-way.js';

type Method = It<typeof paymentMethod>;

const reads = {
  account: own(account),
  ...limits_reads,
  ...first_time_reads,
  customer,
  payment_intent: paymentIntent,
  payment_method: one(paymentMethod, 'payment_method'),
  setup_intent: setupIntent,
} as const;

type Seen = {
  readonly it: OpenSession;
  readonly customer: Customer | null;
  readonly payment_intent: It<typeof paymentIntent> | null;
  readonly payment_method: Method | null;
  readonly setup_intent: It<typeof setupIntent> | null;
};

/** The same with what the payer has said of themselves. */
type Confirmed = Seen & { readonly it: OpenSession & Effect };

type RequireMethod = (it: OpenSession, method: Method | null, asked: Asked) => void;

const confirmingBy = (requireMethod: RequireMethod) =>
  rule(session, 'confirm', {
    from: ['open'],
    takes: confirming,
    reads,
    decide: ({ it: before, input: sent, payment_link: link, code, coupon, newcomer, earlier, ...seen }, asked) => {
      const input = withHolder(sent, seen.payment_method);
      const it = { ...before, ...numbersEntered(before, input.tax_id, asked) };
      if (asked.now >= it.expires_at) return asked.refuse(over);
      if (link && !link.active) return asked.refuse(inactive(link));
      const limits = limiting(it, { code, coupon, payment_link: link });
      requireLimits(it, limits, { newcomer, earlier }, asked);
      requireUsableCode(it, limits, asked.now, asked);
      requireChosen(it, asked);
      requirePayer(it, input, seen.customer, asked);
      requireNotUnderWay(seen.payment_intent, asked);
      requirePayable(it, seen.payment_intent, input, asked);
      const taxed = taxesFor(it, input, seen, asked);
      requireMethod(it, seen.payment_method, asked);
      const buyer = buyerFor({ ...it, ...taxed }, input, asked);
      const known = set(before, { ...taxed, ...saidOf(it, input, seen.customer), ...(buyer && { customer: buyer.id }) }, null);
      return [
        buyer?.effects,
        updating(seen.customer, { ...it, ...taxed }, input),
        numbersKept(it, seen.customer, asked),
        paying({ ...seen, it: known }, input, asked),
        reserve(known, limits, { newcomer, earlier }),
      ];
    },
  });

/** What the session keeps of what the payer has said. */
const saidOf = (it: OpenSession, said: Confirming, payer: Customer | null) => ({
  tax_numbers_entered: it.tax_numbers_entered ?? [],
  collected_information: collectedOf(it, said),
  consent: agreedBy(it, said),
  custom_fields: answered(it, said),
  customer_details: detailsOf(it, said, payer),
});

/** The sums with the automatic taxes of the address that the payer confirms; refused where the total is another. */
function taxesFor(it: OpenSession, said: Confirming, parties: Parties, asked: Asked) {
  if (!it.automatic_tax.enabled) return {};
  const sent =
    (it.shipping_address_collection && said.shipping?.address) || said.address || said.payment_method_data?.billing_details?.address;
  const where = deciding(it, parties.customer, sent ?? undefined);
  const at = { ...it, ...(where && { tax_address: { ...nowhere, ...where } }) };
  const sums = summedUp(it.id, it.line_items?.data ?? [], termsOf(at, shippingOf(it), parties, asked.now));
  const { status = null } = sums.automatic_tax ?? {};
  if (status === 'failed') asked.refuse({ code: 'stripe_tax_inactive' });
  if (status === 'requires_location_inputs') asked.refuse({ code: 'customer_tax_location_invalid', param: 'address' });
  // Inclusive prices keep their total, so the taxes may be others than those that were shown.
  if (sums.amount_total === it.amount_total) return { ...sums, tax_address: at.tax_address ?? null };
  const message =
    'The taxes of this address differ from those of the total. Send the address to the adjust operation, and confirm the new total.';
  return asked.refuse({ code: 'parameter_invalid', param: 'address', message });
}

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const missing = ({ id }: Method): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'payment_method',
  message: `No such payment_method: '${id}'`,
});

/** Pays for what is bought, or keeps what is paid with: what a payer does on the page. Only a method that the session's customer has saved can be named, and a visitor names none. */
export const confirm = confirmingBy((it, method, asked) => {
  if (method && (asked.byVisitor || it.customer === null || method.customer !== it.customer)) asked.refuse(missing(method));
});

/** The same with the merchant's key: a payment method that no customer has saved can be named as well, and says who its holder is. */
export const confirmFor = confirmingBy((it, method, asked) => {
  if (method?.customer && method.customer !== it.customer) asked.refuse(missing(method));
});

/** What is sent, with the holder of a payment method that no customer has saved where nothing else is said. */
function withHolder(sent: Confirming, method: Method | null): Confirming {
  if (!method || method.customer) return sent;
  const { address, email, name, phone } = method.billing_details;
  return { ...(address && { address }), ...(email && { email }), ...(name && { name }), ...(phone && { phone }), ...sent };
}

const over: Refusal = {
  code: 'checkout_session_unexpected_state',
  message: 'This Checkout Session has expired. Create another one.',
};

/** Refuses a promotion code of the payer that is no longer redeemable. Discounts set by the merchant stay. */
function requireUsableCode(it: OpenSession, { coupon, promotion_code: code }: Limiting, now: number, asked: Asked): void {
  const { allow_promotion_codes, amount_subtotal: amount, currency, customer } = it;
  if (!allow_promotion_codes || currency === null || !code || !coupon || it.reserved) return;
  const redeemer = { customer, has_paid: false, purchase: { currency, amount } };
  requireCode(code, redeemer, 'promotion_code', now, asked);
  requireCoupon(coupon, redeemer, 'promotion_code', now, asked);
}

/** The payer becomes a customer where the session says so, or where a later charge needs one. */
function buyerFor(it: OpenSession, said: Confirming, { fresh }: Around): { readonly id: string; readonly effects: Decision } | null {
  // An invoice of the payment is of a customer, too.
  const is_kept = it.payment_intent_data?.setup_future_usage != null || said.save_payment_method || it.invoice_creation?.enabled;
  if (it.customer || (it.mode === 'payment' && it.customer_creation !== 'always' && !is_kept)) return null;
  const { address: billed, email, name, phone } = detailsOf(it, said, null);
  const { automatic_tax: taxes, shipping_address_collection: sent, tax_address } = it;
  // Later invoices have the taxes of the address that was confirmed.
  const address = taxes.enabled && !sent && tax_address ? tax_address : billed;
  const shipping = taxes.enabled && !sent ? undefined : said.shipping;
  const numbers = taxes.enabled ? numbersOf(it) : [];
  const given = {
    ...(address && { address }),
    ...(email && { email }),
    ...(name && { name }),
    ...(phone && { phone }),
    ...(shipping && { shipping }),
    ...(numbers.length > 0 && { tax_id_data: numbers }),
  };
  const id = fresh(customer);
  return { id, effects: run(customers.create, id, given) };
}

/** What the payer has said of themselves is kept of a customer, where the merchant wants that. */
function updating(customer: Customer | null, it: OpenSession, said: Confirming): Decision {
  const { customer_update: wanted } = it;
  if (!customer || !wanted) return null;
  const { name, shipping } = said;
  const of_taxes = it.automatic_tax.enabled && !it.shipping_address_collection ? it.tax_address : null;
  const address = of_taxes ?? said.address ?? said.payment_method_data?.billing_details?.address;
  const change = {
    ...(wanted.address === 'auto' && address && { address }),
    ...(wanted.name === 'auto' && name && { name }),
    ...(wanted.shipping === 'auto' && shipping && { shipping }),
  };
  return Object.keys(change).length > 0 && run(customers.update, customer, change);
}

/** How what is paid with comes along with an intent. */
function means(it: OpenSession, said: Confirming, around: Around) {
  const { payment_method, save_payment_method } = said;
  // A payer who saves a payment method has agreed to see it again.
  const payment_method_data = said.payment_method_data && {
    ...said.payment_method_data,
    ...(save_payment_method && { allow_redisplay: 'always' as const }),
    ...it.payment_method_data,
  };
  const return_url = ownPage(it, around);
  return { ...(payment_method && { payment_method }), ...(payment_method_data && { payment_method_data }), return_url };
}

const method_missing: Refusal = {
  code: 'parameter_missing',
  param: 'payment_method_data',
  message: 'Missing required param: payment_method_data. Or name what was saved before in payment_method.',
};

/** The address of the session's page for the payer who asks: a visitor's shows nothing of the customer. */
export const ownPage = (it: Session, { byVisitor, pageUrl }: Around): string => pageUrl(byVisitor ? 'visit' : 'checkout', it, it.id);

/** Whether something has to be paid or kept before the session is complete. What a visitor subscribes to is not billed to a card that the customer has saved. */
export const isDue = (
  { amount_total, customer, mode, payment_method_collection: collected }: OpenSession,
  { byVisitor }: Around,
): boolean =>
  mode === 'setup' ||
  (amount_total ?? 0) > 0 ||
  (mode === 'subscription' && (collected !== 'if_required' || (byVisitor && customer !== null)));

/** Why nothing can be paid: there is no payment method, or the payment of the session is over. */
function requirePayable(it: OpenSession, intent: Seen['payment_intent'], said: Confirming, asked: Asked): void {
  if (!isDue(it, asked)) return;
  if (!said.payment_method && !said.payment_method_data) asked.refuse(method_missing);
  if (it.mode === 'payment' && intent && !isOpen(intent)) asked.refuse(over);
}

/** The effects of a confirmation, by the mode of the session. */
function paying(seen: Confirmed, said: Confirming, around: Around): Decision {
  const { it } = seen;
  const is_due = isDue(it, around);
  if (it.mode === 'subscription' && (it.amount_total ?? 0) > 0) return [it, run(subscribe, it, means(it, said, around))];
  if (it.mode === 'subscription') return is_due ? kept(seen, said, around) : [it, run(subscribe, it, {})];
  if (it.mode === 'setup') return kept(seen, said, around);
  return is_due ? paid(seen, said, around) : [it, run(complete, it, { payment_status: 'no_payment_required' })];
}

function paid({ it, payment_intent: intent }: Confirmed, said: Confirming, around: Around): Decision {
  const email = it.payment_intent_data?.receipt_email ?? it.customer_details?.email;
  const shipping = it.shipping_address_collection && it.collected_information?.shipping_details;
  const how = { ...means(it, said, around), ...savedFor(it, said), ...(email && { receipt_email: email }), ...(shipping && { shipping }) };
  if (!intent) {
    const { intent: named, effects } = payingIntent(it, { ...how, confirm: true }, around);
    return [it, set(it, { ...named }, null), effects];
  }
  const amount = it.amount_total === null ? intent.amount : chargedFor(it).amount;
  const whose = it.customer && intent.customer === null ? { customer: it.customer } : {};
  return [it, intent.amount !== amount && run(askFor, intent, { amount }), run(confirmPayment, intent, { ...how, ...whose, bought: true })];
}

/** A card that the payer wants to be kept for the next time. */
const savedFor = ({ payment_method_options: options }: OpenSession, { save_payment_method, payment_method_data }: Confirming) =>
  save_payment_method && payment_method_data?.type === 'card'
    ? { payment_method_options: { ...options, card: { ...options?.card, setup_future_usage: 'on_session' as const } } }
    : {};

function kept({ it, setup_intent: intent }: Confirmed, said: Confirming, around: Around): Decision {
  const how = means(it, said, around);
  if (!intent || !isOpen(intent)) {
    const { intent: named, effects } = keepingIntent(it, { ...how, confirm: true }, around);
    return [it, set(it, { ...named }, null), effects];
  }
  return [it, run(confirmSetup, intent, { ...how, ...(it.customer && { customer: it.customer }), bought: true })];
}
