import { passedOnTo } from './shares.js';

/** What is asked of a subscription and carried out, rather than stored as it was given. */
type CarriedOut = {
  readonly [name in
    | 'add_invoice_items'
    | 'backdate_start_date'
    | 'billing_cycle_anchor'
    | 'cancel_at'
    | 'coupon'
    | 'default_tax_rates'
    | 'discounts'
    | 'items'
    | 'off_session'
    | 'payment_behavior'
    | 'promotion_code'
    | 'proration_behavior'
    | 'proration_date'
    | 'trial_end'
    | 'trial_from_plan'
    | 'trial_period_days']?: unknown;
} & { readonly transfer_data?: { readonly amount_percent?: number | null; readonly destination: string } | null };

/** What is stored of a request as it was given. */
export function storedAsGiven<I extends CarriedOut>(input: I) {
  const { add_invoice_items: _once, backdate_start_date: _start, billing_cycle_anchor: _anchor, cancel_at: _at, ...sent } = input;
  const { coupon: _coupon, default_tax_rates: _rates, discounts: _discounts, promotion_code: _code, ...described } = sent;
  const { items: _items, off_session: _off, payment_behavior: _paid, proration_behavior: _part, ...rest } = described;
  const { proration_date: _date, trial_end: _end, trial_from_plan: _plan, trial_period_days: _days, ...stored } = rest;
  const { transfer_data: passed } = input;
  return { ...stored, ...(passed && { transfer_data: passedOnTo(passed) }) };
}
