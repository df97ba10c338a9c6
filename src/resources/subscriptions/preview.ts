import { type Decision, refuse, run } from '../../base/effects.js';
import { type Given, listOf, object } from '../../base/fields.js';
import { flag, ref, timestamp } from '../../base/kinds.js';
import type { Refusal } from '../../base/refusal.js';
import { creation } from '../../base/rules.js';
import { older_input } from '../discounts/asked.js';
import { invoice } from '../invoices/invoice.js';
import { automatic_tax_input } from '../invoices/parts.js';
import { preview, preview_input } from '../invoices/preview.js';
import { billing_mode_input } from './create.js';
import { changed_items_input } from './items-input.js';
import { anchor_change, cancel_moment, proration_behavior, trial_moment } from './parts.js';
import { previewChange } from './preview-change.js';
import { previewNew } from './preview-new.js';
import { previewNext } from './preview-next.js';

/** What is meant to become of a subscription. */
const details = {
  billing_cycle_anchor: anchor_change,
  cancel_at: cancel_moment,
  cancel_at_period_end: flag,
  default_tax_rates: listOf(ref('tax_rate'), 5),
  items: changed_items_input,
  proration_behavior,
  proration_date: timestamp,
  trial_end: trial_moment,
} as const;

/** The same as older callers say it. */
const older = {
  subscription_billing_cycle_anchor: anchor_change,
  subscription_cancel_at: cancel_moment,
  subscription_cancel_at_period_end: flag,
  subscription_default_tax_rates: listOf(ref('tax_rate'), 5),
  subscription_items: changed_items_input,
  subscription_proration_behavior: proration_behavior,
  subscription_proration_date: timestamp,
  subscription_trial_end: trial_moment,
} as const;

const { customer: _, ...of_invoice } = preview_input;

const takes = {
  ...of_invoice,
  ...older,
  ...older_input,
  automatic_tax: automatic_tax_input,
  customer: ref('customer'),
  subscription: ref('subscription'),
  subscription_details: object({ ...details, billing_mode: billing_mode_input }),
} as const;

type Input = Given<typeof takes>;
type Details = Given<typeof details>;

/** What is meant to become of a subscription, however it was said. */
function detailsOf(given: Input): Details {
  const { billing_mode: _mode, ...newer } = given.subscription_details ?? {};
  const { subscription_billing_cycle_anchor: anchor, subscription_items: items, subscription_trial_end: trial_end } = given;
  const { subscription_default_tax_rates: default_tax_rates } = given;
  const { subscription_proration_behavior: behavior, subscription_proration_date: date, subscription_cancel_at: cancel_at } = given;
  return {
    ...newer,
    ...(anchor && { billing_cycle_anchor: anchor }),
    ...(cancel_at !== undefined && { cancel_at }),
    ...(given.subscription_cancel_at_period_end !== undefined && { cancel_at_period_end: given.subscription_cancel_at_period_end }),
    ...(default_tax_rates && { default_tax_rates }),
    ...(items && { items }),
    ...(behavior && { proration_behavior: behavior }),
    ...(date !== undefined && { proration_date: date }),
    ...(trial_end !== undefined && { trial_end }),
  };
}

/** Shows the next invoice of a customer or of a subscription, as it is or as it would be after a change; nothing of it is stored. */
export const previewAny = creation(invoice, {
  takes,
  decide: ({ it, input }): Decision => {
    const { coupon, customer, discounts, invoice_items, promotion_code, subscription, subscription_details } = input;
    const meant = detailsOf(input);
    const besides = { ...(discounts !== undefined && { discounts }), ...(invoice_items && { invoice_items }) };
    const off = { ...besides, ...(coupon !== undefined && { coupon }), ...(promotion_code !== undefined && { promotion_code }) };
    if (subscription) {
      const [asked, next] = [
        { ...meant, ...off },
        { previewed: subscription, customer: customer ?? null },
      ];
      return Object.keys(asked).length === 0 ? run(previewNext, it.id, next) : run(previewChange, it.id, { ...asked, ...next });
    }
    if (!customer) return refuse(whose);
    const mode = subscription_details?.billing_mode;
    if (meant.items) {
      const { billing_cycle_anchor: _anchor, cancel_at, proration_date: _date, ...begun } = meant;
      return run(previewNew, it.id, {
        ...begun,
        ...off,
        ...(cancel_at != null && { cancel_at }),
        items: meant.items,
        customer,
        ...(mode && { billing_mode: mode }),
      });
    }
    return run(preview, it.id, { ...asListed(input), ...besides, customer, ...(input.currency && { currency: input.currency }) });
  },
});

/** A single discount in the older way, as one of several. */
function asListed({ coupon, promotion_code }: Input) {
  if (coupon || promotion_code) return { discounts: [{ ...(coupon && { coupon }), ...(promotion_code && { promotion_code }) }] };
  return coupon === null || promotion_code === null ? { discounts: null } : {};
}

const whose: Refusal = {
  code: 'parameter_missing',
  param: 'customer',
  message: 'Missing required param: customer. Or send a subscription.',
};
