import { openingLines, planBeginning } from '../../../../arithmetic/billing/subscription/beginning.js';
import { recurringLines } from '../../../../arithmetic/billing/subscription/renewal.js';
import { type Asked, refusingAs } from '../../../../kernel/base/effects.js';
import { required } from '../../../../kernel/base/fields.js';
import { flag, ref, timestamp } from '../../../../kernel/base/kinds.js';
import { currency } from '../../../../kernel/base/money.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import { creation } from '../../../../kernel/base/rules.js';
import { requireCurrency } from '../../../customers/customers/currency.js';
import { besides_input, besides_reads, besidesAsked, linesBeside, redeemableBeside } from '../../invoices/additional-items.js';
import { billedAs } from '../../invoices/bill.js';
import { invoice } from '../../invoices/invoice.js';
import { billing_reads, sharesIn } from '../bill.js';
import { billing_mode_input } from '../billing-mode.js';
import { requireEnd } from '../change/checks.js';
import { begunFor, intervalsOf, itemsOf, newItemsAsked } from '../create.js';
import { discounts_reads, discounts_taken, discountsFor } from '../discounts.js';
import { allChosen, allowingInactive, items_input, sold_reads } from '../items-input.js';
import { billedLines } from '../lines.js';
import { moment_or_end, trial_moment } from '../moments.js';
import { preview_mode, proration_behavior } from '../parts.js';
import { nothing_shared, shared_input, sharesTold } from '../settings.js';
import { subscription } from '../subscription.js';
import { modeFor } from '../terms.js';
import { recurring } from './change.js';

/** Shows the first invoice of a subscription that a customer might have. */
export const previewNew = creation(invoice, {
  takes: {
    /** A schedule agreed on its prices before. */
    agreed: flag,
    backdate_start_date: timestamp,
    billing_cycle_anchor: timestamp,
    billing_mode: billing_mode_input,
    cancel_at: moment_or_end,
    cancel_at_period_end: flag,
    currency,
    customer: required(ref('customer')),
    ...discounts_taken,
    invoice_items: besides_input,
    items: required(items_input),
    preview_mode,
    proration_behavior,
    ...shared_input,
    /** When it is to begin, where that is not now. */
    starts_at: timestamp,
    trial_end: trial_moment,
  },
  reads: { ...billing_reads, ...sold_reads, ...discounts_reads, ...besides_reads },
  decide: ({ it, input, account, customer, pending, ...read }, asked) => {
    const around: Asked = { ...asked, now: Math.max(asked.now, input.starts_at ?? 0) };
    const seen = input.agreed ? allowingInactive(read) : read;
    const sale = allChosen(input, seen, around);
    const { chosen, currency } = sale;
    const mode = input.billing_mode?.type ?? modeFor(around.version);
    const begun = begunFor(input, chosen, mode, refusingAs(around, asStart));
    requireCurrency(customer, currency, around);
    requireEnd(input, around.now, around);
    const besides = besidesAsked(input.invoice_items, { customer: customer.id, currency }, seen, around);
    const id = around.fresh(subscription);
    const sent = newItemsAsked(input.items, around);
    const beside = { wanting: besides.wanting, redeemable: redeemableBeside(seen) };
    const off = discountsFor(input, sent, seen, { id, currency, customer: customer.id, kept: [], beside }, around);
    const plan = planBeginning(begun, intervalsOf(chosen), input, { mode, now: around.now });
    const items = itemsOf(id, chosen, { asked: sent, periods: plan.periods, off: off.items }, around);
    const billed = { prorates: input.proration_behavior !== 'none', now: around.now, cut_at: plan.cut_at };
    const of = { currency, mode };
    const of_customer = pending.filter((item) => item.currency === currency && item.subscription === null && !besides.changed.has(item.id));
    const { default_tax_rates = [], discounts_kept: discounts } = off.members;
    const first_of = { account, customer, currency, default_tax_rates, pending: of_customer, billing_reason: 'upcoming' } as const;
    const lines = [...linesBeside(besides, off.beside), ...billedLines(openingLines(items, begun, of, billed), id)];
    const first = { ...first_of, ...sharedAs(input), ...(discounts && { discounts }), lines };
    const shown =
      input.preview_mode === 'recurring' ? recurring(first, billedLines(recurringLines(items, begun.anchor, of), id), around.now) : first;
    return [chosen.map(({ made }) => made), besides.made, off.effects, items, billedAs(it, shown, around).effects];
  },
});

/** How it is shared, and on whose behalf it is. */
const sharedAs = (input: Parameters<typeof sharesTold>[0]) => ({
  shares: sharesIn({ ...nothing_shared, ...sharesTold(input) }),
  described: { on_behalf_of: input.on_behalf_of ?? null },
});

/** A preview names the moment at which a subscription begins `start_date`. */
const asStart = (refusal: Refusal): Refusal => (refusal.param === 'backdate_start_date' ? { ...refusal, param: 'start_date' } : refusal);
