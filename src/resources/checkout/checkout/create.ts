import { type Asked, at, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { oneOf, ref, url } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { automatic_tax_input } from '../../billing/invoices/parts.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { discounts_reads, intentsBy, type Redeemable } from '../../catalogue/discounts/input.js';
import { requireCode, requireCoupon } from '../../catalogue/discounts/refusals.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { customer } from '../../customers/customers/customer.js';
import { configuration_param, of_configuration } from '../../payments/payment-method-configurations/offered.js';
import { automaticTaxOf } from './automatic-tax.js';
import { branding_input, branding_reads, brandingOf } from './branding.js';
import { isEmbedded, isOfElements, lasts_seconds, requireSession } from './checks.js';
import { further_input, leftOut, requirePermissions } from './further.js';
import { intentWith } from './intent.js';
import { payment_intent_data, setup_intent_data } from './intent-data.js';
import { invoiced_reads, requireInvoiced, unlessBilled } from './invoice-creation.js';
import { chosenItems, items_reads, line_items_input } from './items.js';
import { optional_reads, optionalItems } from './optional.js';
import { types_input } from './parts.js';
import { requireAdaptable } from './presentment.js';
import { hostedAs, redirect_on_completion, session, ui_mode } from './session.js';
import { shipping_options_input, shippingOptions } from './shipping.js';
import { subscription_data } from './subscription-data.js';
import { requireKeptAddress } from './taxed-customer.js';
import { discountToBe, namedBy, shippingOf, summedUp, termsOf } from './terms.js';
import { type Choosing, requireChargeable, typesFor } from './types.js';

const { fields } = session;

const takes = {
  ...pick(fields, 'adaptive_pricing'),
  ...pick(fields, 'after_expiration', 'allow_promotion_codes', 'billing_address_collection', 'cancel_url', 'client_reference_id'),
  ...pick(
    fields,
    'consent_collection',
    'custom_fields',
    'custom_text',
    'customer',
    'customer_creation',
    'customer_email',
    'customer_update',
  ),
  ...pick(
    fields,
    'expires_at',
    'invoice_creation',
    'locale',
    'metadata',
    'name_collection',
    'optional_items',
    'payment_method_collection',
    'payment_method_options',
  ),
  ...pick(fields, 'phone_number_collection', 'saved_payment_method_options', 'shipping_address_collection', 'submit_type', 'success_url'),
  ...pick(fields, 'tax_id_collection'),
  automatic_tax: automatic_tax_input,
  ...further_input,
  branding_settings: about('How the page looks, in place of the branding of the account.', branding_input),
  currency: about('The currency of the purchase; by default that of the first price. Every price must have an amount in it.', currency),
  ...pick(fields, 'allowed_payment_method_types'),
  excluded_payment_method_types: about(
    'The types of payment method that the page does not offer although they would be possible.',
    types_input,
  ),
  ...configuration_param,
  discounts: about(
    'The discount of the purchase, at most one; not together with `allow_promotion_codes`.',
    listOf(
      object({
        coupon: about('The coupon of the discount, in place of a promotion code.', ref('coupon')),
        promotion_code: about('The promotion code of the discount, in place of a coupon.', ref('promotion_code')),
      }),
      1,
    ),
  ),
  line_items: about('What is bought, at most 100 line items; required except to save a payment method.', line_items_input),
  mode: about(
    'A purchase, a subscription, or saving a payment method; by default it follows from the line items and `subscription_data`.',
    oneOf('payment', 'setup', 'subscription'),
  ),
  payment_intent_data: about('What the payment intent of the session is created with; only in the mode `payment`.', payment_intent_data),
  payment_method_types: about(
    'The types of payment method that the page offers; by default the suitable ones of the account.',
    types_input,
  ),
  redirect_on_completion: about(
    'When an embedded page redirects to `return_url`: always, the default, only if a payment method requires it, or never.',
    redirect_on_completion,
  ),
  return_url: about('The address to which the payer goes from an embedded page after paying or a step at their bank.', url),
  setup_intent_data: about('What the setup intent of the session is created with; only in the mode `setup`.', setup_intent_data),
  shipping_options: about(
    'The shipping rates that the payer can choose from, at most 5; the first is preselected.',
    shipping_options_input,
  ),
  subscription_data: about('What the subscription of the session is created with; only in the mode `subscription`.', subscription_data),
  ui_mode: about(
    'Whether the page has an address of its own, the default, is embedded in a page of yours, or consists of elements on it (`elements`, and `custom` in older versions).',
    ui_mode,
  ),
} as const;

type Input = Given<typeof takes>;

const reads = {
  ...items_reads,
  ...discounts_reads,
  ...invoiced_reads,
  ...optional_reads,
  ...branding_reads,
  account: own(account),
  ...of_configuration,
  customer,
  default_rates: one(taxRate, 'subscription_data.default_tax_rates'),
  intents: intentsBy('customer'),
  shipping_rates: one(shippingRate, 'shipping_options.shipping_rate'),
} as const;

/** Creates a page for a purchase, a subscription, or saving a card. */
export const create = creation(session, {
  takes,
  reads,
  decide: ({ it, input, default_rates, ...seen }, asked) => {
    const mode = input.mode ?? modeOf(input);
    requireSession(input, mode, asked.now, asked);
    requireFurther(input, mode, seen, asked);
    const rates = (input.subscription_data?.default_tax_rates ?? []).flatMap((id) => default_rates?.get(id) ?? []);
    const chosen =
      mode === 'setup'
        ? { items: [], made: null, taxed_as: [] }
        : chosenItems(input.line_items ?? [], seen, { mode, currency: input.currency ?? null, default_rates: rates }, asked);
    const of_currency = chosen.items[0]?.currency ?? input.currency ?? null;
    const buying = { mode: soldIn(mode), currency: of_currency, default_rates: rates, items: chosen.items };
    const offer = optionalItems(input.optional_items, seen, buying, asked);
    const looks = brandingOf(input.branding_settings, seen, asked);
    const shipping = shippingOptions(input.shipping_options ?? [], of_currency, seen.shipping_rates, asked);
    const off = discountsIn(input, { it, currency: of_currency, has_paid: seen.intents.length > 0 }, seen, asked);
    const { automatic_tax: automatic, excluded_payment_method_types: excluded, ...given } = withoutParts(input);
    if (mode === 'setup' && automatic?.enabled) return asked.refuse(nothing_taxed);
    requireKeptAddress({ ...input, mode }, seen.customer, asked);
    const manual = chosen.items.flatMap(({ taxes }) => taxes);
    const selling = {
      ...given,
      ...automaticTaxOf(automatic, seen.account, manual, asked),
      excluded: [...(excluded ?? []), ...leftOut(input)],
      currency: of_currency,
      discounts_kept: off,
      mode,
      shipping_options: shipping.options,
      ...offer.members,
      ...looks.members,
      taxed_as: [...chosen.taxed_as, ...offer.taxed_as, ...shipping.taxed_as],
    };
    return begun(it, selling, chosen.items, seen, [chosen.made, shipping.made, looks.effects], asked);
  },
});

/** What is sold with nothing to buy is refused by its own parameter. */
const soldIn = (mode: 'payment' | 'setup' | 'subscription') => (mode === 'setup' ? ('payment' as const) : mode);

/** The input without what becomes other members. */
function withoutParts({ line_items: _, discounts: __, shipping_options: ___, payment_method_configuration: ____, ...given }: Input) {
  return given;
}

/** Why a session cannot have such an invoice, another currency, or such permissions. */
function requireFurther(
  input: Input,
  mode: 'payment' | 'setup' | 'subscription',
  seen: Parameters<typeof requireInvoiced>[2],
  asked: Asked,
): void {
  requireInvoiced(input, mode, seen, asked);
  requireAdaptable(input, mode, asked);
  requirePermissions(input, asked);
}

const nothing_taxed: Refusal = {
  code: 'parameter_invalid',
  param: 'automatic_tax[enabled]',
  message: 'A session with mode=setup has no amount to tax. Leave automatic_tax out.',
};

/** The default mode: by the line items (published: without any, a card is saved). */
const modeOf = ({ line_items, subscription_data: recurs }: Input): 'payment' | 'setup' | 'subscription' => {
  if (!line_items?.length) return 'setup';
  return recurs ? 'subscription' : 'payment';
};

type Selling = Settable<typeof session> & {
  readonly currency: string | null;
  readonly discounts_kept: DiscountValue[];
  /** Types that are not to pay. */
  readonly excluded?: readonly MethodType[] | undefined;
  readonly mode: 'payment' | 'setup' | 'subscription';
  readonly shipping_options: It<typeof session>['shipping_options'];
};

/** A session of what is bought, with the intent that older callers expect to be there already. */
export function begun(
  it: It<typeof session, Unborn>,
  { excluded = [], ...given }: Selling,
  items: Parameters<typeof summedUp>[1],
  parties: Choosing,
  made: Decision,
  asked: Asked,
): Decision {
  const { customer: buyer } = parties;
  const terms = termsOf(
    { subscription_data: undefined, livemode: it.livemode, ...given },
    shippingOf({ ...given, shipping_cost: null }),
    parties,
    asked.now,
  );
  const sums = summedUp(it.id, items, terms);
  const types = typesFor({ ...it, ...given, ...sums, excluded, named: given.payment_method_types }, parties, asked);
  requireChargeable({ ...it, ...given, ...sums, payment_method_types: types.types, presented: null }, asked);
  const address = asked.pageUrl('checkout', it, it.id);
  const opened = set(it, {
    status: 'open',
    ...given,
    ...sums,
    customer_creation: given.mode === 'payment' && !buyer ? (given.customer_creation ?? unlessBilled(given)) : null,
    discounts: given.discounts_kept.map(namedBy),
    expires_at: given.expires_at ?? asked.now + lasts_seconds,
    payment_method_collection: given.mode === 'subscription' ? (given.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: types.details,
    payment_method_types: types.types,
    ...(excluded.length > 0 && { excluded_payment_method_types: [...excluded] }),
    payment_status: given.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    ui_mode: given.ui_mode ?? hostedAs(asked.version),
    ...(isOfElements(given) && { page_url: address }),
    ...(isEmbedded(given)
      ? { page_url: address, redirect_on_completion: given.redirect_on_completion ?? 'always' }
      : !isOfElements(given) && { url: address }),
  });
  const first = intentWith(opened, asked);
  return [
    made,
    types.made,
    first.effects,
    opened,
    first.intent && set(opened, first.intent, null),
    at(opened.expires_at, opened, 'expire'),
  ];
}

type For = { readonly it: It<typeof session, Unborn>; readonly currency: string | null; readonly has_paid: boolean };

/** The discounts that a merchant gives with a session; or why they cannot be given. */
function discountsIn({ customer: of, discounts }: Input, { it, currency, has_paid }: For, seen: Redeemable, asked: Asked): DiscountValue[] {
  const [given] = discounts ?? [];
  if (!given || currency === null) return [];
  if (given.coupon && given.promotion_code)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: 'discounts[0][promotion_code]',
      message: 'Send only one of coupon and promotion_code.',
    });
  const code = given.promotion_code ? seen.codes.get(given.promotion_code) : null;
  const coupon = code ? seen.coupons_of_codes.get(code.of_coupon ?? '') : seen.coupons.get(given.coupon ?? '');
  const param = code ? 'discounts[0][promotion_code]' : 'discounts[0][coupon]';
  if (!coupon) return asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
  const redeemer = { customer: of ?? null, has_paid, purchase: { currency, amount: null } };
  // Payments under way may fail: what they have reserved is refused when this session is paid.
  if (code) requireCode({ ...code, reserved: 0 }, redeemer, param, asked.now, asked);
  requireCoupon({ ...coupon, reserved: 0 }, redeemer, param, asked.now, asked);
  return [discountToBe(coupon, code, { id: it.id, customer: of ?? null }, asked)];
}
