import { type Asked, at, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, required } from '../../../kernel/base/fields.js';
import { amount, flag, oneOf, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { type Coupon, coupon, couponNow } from '../coupons/coupon.js';
import { madeUp } from './made-up.js';
import { code, currency_options, inOneCase, type PromotionCode, promotionCode } from './promotion-code.js';

const { fields } = promotionCode;

const taken = {
  ...pick(fields, 'active', 'code', 'customer', 'expires_at', 'max_redemptions', 'metadata'),
  restrictions: about(
    'Limits for the purchases and customers of this code.',
    object({
      currency_options: about(
        'The smallest purchases in further currencies, by currency code; only with a `minimum_amount`.',
        currency_options,
      ),
      first_time_transaction: about(
        'Whether only customers without an earlier payment or attempt can redeem the code; false by default.',
        flag,
      ),
      minimum_amount: about('The smallest purchase that the code applies to, in minor units; sent together with its currency.', amount),
      minimum_amount_currency: about(
        'The currency of `minimum_amount`. In other currencies the code needs an entry in `currency_options`.',
        currency,
      ),
    }),
  ),
};

type Said = Given<typeof taken>;

const promotion_input = object({
  coupon: about(
    'The valid coupon that the code redeems.',
    required({ ...ref('coupon'), schema: { ...ref('coupon').schema, examples: ['cpn_123'] } }),
  ),
  type: about('The kind of promotion; send `coupon`.', required(oneOf('coupon'))),
});

/** Lets customers redeem a coupon by a word; SDKs of before 2025-09-30 name the coupon itself. */
export const create = creation(promotionCode, {
  takes: {
    ...taken,
    coupon: about(
      'The coupon that the code redeems, in the form of versions before 2025-09-30; newer ones use `promotion`.',
      ref('coupon'),
    ),
    promotion: about('The coupon that the code redeems.', promotion_input),
  },
  reads: { coupon, promoted: one(coupon, 'promotion.coupon') },
  decide: ({ it, input: { coupon: named, promotion, ...given }, ...seen }, asked) => {
    if (named && promotion)
      return asked.refuse({ code: 'parameters_exclusive', param: 'coupon', message: 'Send only one of promotion and coupon.' });
    const redeemed = seen.promoted ?? seen.coupon;
    if (!redeemed)
      return asked.refuse({
        code: 'parameter_missing',
        param: 'promotion',
        message: 'Missing required param: promotion. Name its coupon.',
      });
    requireCoupon(redeemed, promotion ? 'promotion[coupon]' : 'coupon', asked);
    requireBounds(given, redeemed, asked.now, asked);
    const { code = madeUp(it.id) } = given;
    const made = set(it, { active: true, ...given, code, code_key: inOneCase(code), ...promoting(redeemed) });
    return [made, at(made.expires_at, made, 'expire')];
  },
});

/** How a code knows its coupon. */
const promoting = (it: Coupon) => ({
  coupon: couponNow(it),
  of_coupon: it.id,
  promotion: { coupon: it.id, type: 'coupon' as const },
  ...(it.place !== undefined && { coupon_place: it.place }),
});

const requireCoupon = ({ id, valid }: Coupon, param: string, asked: Asked): void => {
  if (!valid) asked.refuse({ code: 'coupon_expired', param, message: `The coupon ${id} is no longer valid. Name another one.` });
};

/** A code ends no later than its coupon, and is redeemed no more often. */
function requireBounds({ expires_at, max_redemptions, restrictions = {} }: Said, coupon: Coupon, now: number, asked: Asked): void {
  if (expires_at != null && expires_at <= now)
    asked.refuse({ code: 'parameter_invalid', param: 'expires_at', message: 'expires_at must be in the future.' });
  if (expires_at != null && coupon.redeem_by !== null && expires_at > coupon.redeem_by) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'expires_at',
      message: `The coupon ends at ${coupon.redeem_by}. Send that or an earlier moment.`,
    });
    return;
  }
  if (max_redemptions != null && coupon.max_redemptions !== null && max_redemptions > coupon.max_redemptions) {
    const message = `The coupon can be redeemed ${coupon.max_redemptions} times in all. Send that or less.`;
    asked.refuse({ code: 'parameter_invalid', param: 'max_redemptions', message });
  }
  const { minimum_amount, minimum_amount_currency: currency } = restrictions;
  if ((minimum_amount === undefined) !== (currency === undefined)) {
    const param = `restrictions[${currency === undefined ? 'minimum_amount_currency' : 'minimum_amount'}]`;
    asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}. A minimum amount needs a currency.` });
  }
  requireOptions(restrictions.currency_options, currency ?? null, asked);
}

function requireOptions(options: NonNullable<Said['restrictions']>['currency_options'], own: string | null, asked: Asked): void {
  if (!options || Object.keys(options).length === 0) return;
  const at = 'restrictions[currency_options]';
  if (!own) asked.refuse({ code: 'parameter_invalid', param: at, message: 'currency_options need a minimum_amount and its currency.' });
  const message = `${own} is the currency of minimum_amount. Name others here.`;
  if (options[own]) asked.refuse({ code: 'parameter_invalid', param: `${at}[${own}]`, message });
}

/** Turns a code off and on again, and bounds it in further currencies. */
export const update = rule(promotionCode, 'update', {
  takes: {
    ...pick(fields, 'active', 'metadata'),
    restrictions: about(
      'Minimums in further currencies; other restrictions are final.',
      object({
        currency_options: about(
          'The smallest purchases to add or replace, by currency code; only for a code with a `minimum_amount`.',
          currency_options,
        ),
      }),
    ),
  },
  reads: { coupon: one(coupon, 'of_coupon') },
  decide: ({ it, input: { restrictions = {}, ...given }, coupon }, asked): Decision => {
    const { currency_options: options } = restrictions;
    requireOptions(options, it.restrictions.minimum_amount_currency, asked);
    if (given.active && !it.active) requireRedeemable(it, coupon, asked.now, asked);
    const bounded = options && { restrictions: { currency_options: { ...it.restrictions.currency_options, ...options } } };
    return set(it, { ...given, ...bounded });
  },
});

/** Only a redeemable code can be activated. */
function requireRedeemable(it: PromotionCode, coupon: Coupon | null, now: number, asked: Asked): void {
  const is_its_own = coupon?.place === it.coupon_place;
  const has_ended = it.expires_at !== null && it.expires_at <= now;
  const is_used_up = it.max_redemptions !== null && it.times_redeemed >= it.max_redemptions;
  if (coupon?.valid && is_its_own && !has_ended && !is_used_up) return;
  const why = has_ended ? 'it has expired' : is_used_up ? 'it has been redeemed as often as it may be' : 'its coupon is no longer valid';
  asked.refuse({
    code: 'parameter_invalid',
    param: 'active',
    message: `This promotion code cannot be activated because ${why}. Make another one.`,
  });
}

/** The last moment of redemption is over. */
export const expire = timer(promotionCode, 'expire', { decide: ({ it }) => it.active && set(it, { active: false }) });

/** Codes are looked for in any letter case. */
const sought: Field<string, string> = {
  ...code,
  read: (value, at, reading) => {
    const read = code.read(value, at, reading);
    return read === undefined ? undefined : inOneCase(read);
  },
};

const filters = {
  ...pick(fields, 'active', 'customer'),
  code: about('Only the promotion codes with this code, in any letter case.', sought),
  coupon: about('Only the promotion codes of this coupon.', ref('coupon')),
};
const columns = { code_key: { of: 'code' }, of_coupon: { of: 'coupon' } };

/** The promotion codes group. */
export const promotionCodes = [
  action('POST /v1/promotion_codes', create, {
    about: 'Creates a code by which customers redeem a coupon, optionally limited to a customer, a time or a number of redemptions.',
  }),
  action('POST /v1/promotion_codes/:id', update, {
    about:
      'Activates or deactivates a promotion code, and updates its metadata and minimums. An expired or used up code cannot be activated.',
  }),
  action('POST /v1/promotion_code', create, { about: 'Creates a promotion code, like `POST /v1/promotion_codes`.' }),
  action('POST /v1/promotion_code/:id', update, { about: 'Updates a promotion code, like `POST /v1/promotion_codes/:id`.' }),
  retrieve(promotionCode, 'GET /v1/promotion_codes/:id', { about: 'Retrieves a promotion code by its id.' }),
  retrieve(promotionCode, 'GET /v1/promotion_code/:id', {
    about: 'Retrieves a promotion code by its id, like `GET /v1/promotion_codes/:id`.',
  }),
  list(promotionCode, ['GET /v1/promotion_codes', 'GET /v1/promotion_codes/list'], filters, {
    columns,
    about: 'Lists promotion codes, newest first.',
  }),
  list(promotionCode, ['GET /v1/promotion_code', 'GET /v1/promotion_code/list'], filters, {
    columns,
    about: 'Lists promotion codes, like `GET /v1/promotion_codes`.',
  }),
  expire,
] as const;
