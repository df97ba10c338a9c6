import { type Asked, at, type Decision, remove, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { chosenId } from '../../../kernel/base/place.js';
import { many } from '../../../kernel/base/reads.js';
import { action, creation, list, on, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { promotionCode } from '../promotion-codes/promotion-code.js';
import { type Coupon, coupon, couponNow, currency_options } from './coupon.js';

const { fields } = coupon;

const taken = {
  ...pick(fields, 'amount_off', 'applies_to', 'currency', 'duration', 'duration_in_months', 'max_redemptions', 'metadata', 'name'),
  ...pick(fields, 'percent_off', 'redeem_by'),
  currency_options,
};

type Said = Given<typeof taken>;

/** Makes a coupon; what it takes off is final. */
export const create = creation(coupon, {
  takes: { ...taken, id: chosenId, percent_off: { ...fields.percent_off, schema: { ...fields.percent_off.schema, examples: [25.5] } } },
  decide: ({ it, input: { id: _, ...given } }, asked) => {
    requireOff(given, asked);
    requireOptions(given.currency_options, given, asked);
    requireDuration(given, asked);
    requireEnd(given, asked.now, asked);
    const made = set(it, given);
    return [made, at(made.redeem_by, made, 'expire')];
  },
});

/** Something is taken off: a percentage, or an amount in a currency. */
function requireOff({ amount_off, percent_off, currency }: Said, asked: Asked): void {
  if (amount_off && percent_off != null)
    asked.refuse({ code: 'parameters_exclusive', param: 'percent_off', message: 'Send only one of amount_off and percent_off.' });
  if (!amount_off && percent_off == null)
    asked.refuse({
      code: 'parameter_missing',
      param: 'percent_off',
      message: 'Missing required param: send one of percent_off and amount_off.',
    });
  if (percent_off === 0) asked.refuse({ code: 'parameter_invalid', param: 'percent_off', message: 'percent_off must be above 0.' });
  if (amount_off && !currency)
    asked.refuse({ code: 'parameter_missing', param: 'currency', message: 'Missing required param: currency. An amount_off needs one.' });
  if (!amount_off && currency)
    asked.refuse({ code: 'parameter_invalid', param: 'currency', message: 'A percentage has no currency. Leave currency out.' });
}

type Options = Said['currency_options'];

function requireOptions(
  options: Options,
  { amount_off, currency }: { amount_off?: number | null; currency?: string | null },
  asked: Asked,
): void {
  if (!options || Object.keys(options).length === 0) return;
  if (!amount_off) asked.refuse({ code: 'parameter_invalid', param: 'currency_options', message: 'currency_options need an amount_off.' });
  if (!currency || !options[currency]) return;
  const message = `${currency} is the coupon's own currency. Name others here.`;
  asked.refuse({ code: 'parameter_invalid', param: `currency_options[${currency}]`, message });
}

function requireDuration({ duration = 'once', duration_in_months: months }: Said, asked: Asked): void {
  if (duration === 'repeating' && !months) {
    asked.refuse({
      code: 'parameter_missing',
      param: 'duration_in_months',
      message: 'Missing required param: duration_in_months. duration=repeating needs it.',
    });
    return;
  }
  if (duration !== 'repeating' && months)
    asked.refuse({ code: 'parameter_invalid', param: 'duration_in_months', message: 'duration_in_months needs duration=repeating.' });
}

/** How far ahead the last moment of redemption may lie (Stripe): five years. */
const redeem_by_max = 5 * 366 * day;

function requireEnd({ redeem_by }: Said, now: number, asked: Asked): void {
  if (redeem_by == null || (redeem_by > now && redeem_by <= now + redeem_by_max)) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'redeem_by',
    message: 'redeem_by must be in the future, and at most five years ahead.',
  });
}

/** Changes how a coupon is called, and adds currencies to one that takes off an amount. */
export const update = rule(coupon, 'update', {
  takes: { ...pick(fields, 'metadata', 'name'), currency_options },
  decide: ({ it, input: { currency_options: options, ...given } }, asked): Decision => {
    requireOptions(options, it, asked);
    return set(it, { ...given, ...(options && { currency_options: { ...it.currency_options, ...options } }) });
  },
});

/** Deletes a coupon: it can no longer be redeemed, and existing discounts stay. */
export const del = rule(coupon, 'delete', { decide: ({ it }) => remove(it) });

/** The last moment of redemption is over. */
export const expire = timer(coupon, 'expire', {
  decide: ({ it }, { now }) => {
    // One that was deleted leaves its timers to whatever has its id by now.
    if (it.redeem_by === null || now < it.redeem_by) return null;
    const ended = set(it, { valid: false });
    return [ended, at(now, ended, 'retire_codes')];
  },
});

/** How many promotion codes are turned off in one write. */
const codes_at_once = 100;

/** A coupon that is no longer redeemable has no active codes; they are deactivated page by page. */
export const retireCodes = timer(coupon, 'retire_codes', {
  reads: { codes: many(promotionCode, { by: 'of_coupon', where: { active: 'true' }, at_most: codes_at_once, cut: true }) },
  decide: ({ it, codes }, { now }) =>
    !it.valid && [
      codes.map((code) => set(code, { active: false, ...(isOf(code, it) && { coupon: couponNow(it) }) })),
      codes.length >= codes_at_once && at(now, it, 'retire_codes'),
    ],
});

/** Whether a code leads to this coupon, and not to one that had its id before. */
const isOf = ({ coupon_place }: { readonly coupon_place?: string | undefined }, { place }: Coupon): boolean => coupon_place === place;

/** The codes of a coupon that is deleted lead nowhere. */
export const deletedWith = on(coupon, 'coupon.deleted', promotionCode, {
  each: 'of_coupon',
  decide: ({ it, by }) => it.active && isOf(it, by) && set(it, { active: false, coupon: { ...couponNow(by), valid: false } }),
});

/** The coupons group. */
export const coupons = [
  action('POST /v1/coupons', create),
  action('POST /v1/coupons/:id', update),
  action('DELETE /v1/coupons/:id', del),
  retrieve(coupon, 'GET /v1/coupons/:id'),
  list(coupon, ['GET /v1/coupons', 'GET /v1/coupons/list'], {}),
  expire,
  retireCodes,
  deletedWith,
] as const;
