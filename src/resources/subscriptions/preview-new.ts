import { refuse } from '../../base/effects.js';
import { required } from '../../base/fields.js';
import { flag, ref, timestamp } from '../../base/kinds.js';
import { creation } from '../../base/rules.js';
import { billedAs } from '../invoices/bill.js';
import { invoice } from '../invoices/invoice.js';
import { billing_reads } from './bill.js';
import { allChosen } from './chosen.js';
import { begunFor, billing_mode_input, firstPeriods } from './create.js';
import { firstLines } from './first-lines.js';
import { items_input, newItem, sold_reads } from './items-input.js';
import { moment_or_end, proration_behavior, trial_moment } from './parts.js';
import { subscription } from './subscription.js';
import { modeFor } from './terms.js';
import { wrongCustomer } from './wrong.js';
import { wrongEnd } from './wrong-change.js';

/** Shows the first invoice of a subscription that a customer might have. */
export const previewNew = creation(invoice, {
  takes: {
    billing_cycle_anchor: timestamp,
    billing_mode: billing_mode_input,
    cancel_at: moment_or_end,
    cancel_at_period_end: flag,
    customer: required(ref('customer')),
    items: required(items_input),
    proration_behavior,
    trial_end: trial_moment,
  },
  reads: { ...billing_reads, ...sold_reads },
  decide: ({ it, input, account, customer, pending, ...sold }, around) => {
    const sale = allChosen(input, sold, around);
    if ('code' in sale) return refuse(sale);
    const { chosen, currency } = sale;
    const mode = input.billing_mode?.type ?? modeFor(around.version);
    const begun = begunFor(input, chosen, mode, around.now);
    if ('code' in begun) return refuse(begun);
    const refusal = wrongCustomer(customer, currency) ?? wrongEnd(input, around.now);
    if (refusal) return refuse(refusal);
    const id = around.fresh(subscription);
    const { periods, ends_at } = firstPeriods(begun, chosen, input, around.now);
    const items = chosen.map((each, place) =>
      newItem(each, input.items[place] ?? {}, { subscription: id, ...(periods[place] ?? begun.first) }, around),
    );
    const cuts = { proration_behavior: input.proration_behavior, now: around.now, ends_at: input.cancel_at_period_end ? null : ends_at };
    const lines = firstLines(items, begun, { id, currency, mode }, cuts);
    const of_customer = pending.filter((item) => item.currency === currency && item.subscription === null);
    const billing = { account, customer, currency, lines, pending: of_customer, billing_reason: 'upcoming' } as const;
    return [chosen.map(({ made }) => made), items, billedAs(it, billing, around).effects];
  },
});
