import { refuse } from '../../base/effects.js';
import { required } from '../../base/fields.js';
import { ref, timestamp } from '../../base/kinds.js';
import { creation } from '../../base/rules.js';
import { billedAs } from '../invoices/bill.js';
import { invoice } from '../invoices/invoice.js';
import { billing_reads } from './bill.js';
import { allChosen } from './chosen.js';
import { begunFor, billing_mode_input } from './create.js';
import { firstLines } from './first-lines.js';
import { items_input, newItem, sold_reads } from './items-input.js';
import { proration_behavior, trial_moment } from './parts.js';
import { subscription } from './subscription.js';
import { firstPeriod, modeFor } from './terms.js';
import { wrongCustomer } from './wrong.js';

/** Shows the first invoice of a subscription that a customer might have. */
export const previewNew = creation(invoice, {
  takes: {
    billing_cycle_anchor: timestamp,
    billing_mode: billing_mode_input,
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
    const refusal = wrongCustomer(customer, currency);
    if (refusal) return refuse(refusal);
    const id = around.fresh(subscription);
    const items = chosen.map((each, place) => {
      const { start, end } = firstPeriod(begun, each.price, around.now);
      return newItem(each, input.items[place] ?? {}, { subscription: id, start, end }, around);
    });
    const lines = firstLines(items, begun, { id, currency, mode }, input.proration_behavior, around.now);
    const of_customer = pending.filter((item) => item.currency === currency && item.subscription === null);
    const billing = { account, customer, currency, lines, pending: of_customer, billing_reason: 'upcoming' } as const;
    return [chosen.map(({ made }) => made), items, billedAs(it, billing, around).effects];
  },
});
