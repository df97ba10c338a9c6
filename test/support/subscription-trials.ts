import { account } from '../../src/resources/accounts/accounts/account.js';
import { invoiceItem } from '../../src/resources/billing/invoice-items/invoice-item.js';
import { discount } from '../../src/resources/catalogue/discounts/discount.js';
import { now, stored } from './decisions.js';
import { scheduleThatIs } from './schedule-trials.js';
import type { Dressed, Trials } from './state-trials.js';
import {
  billThatIs,
  by_use,
  day,
  free,
  itemIn,
  jo,
  offered,
  onTrial,
  over,
  period,
  subscribedIn,
  ten,
  timed,
  visa,
} from './subscribed-objects.js';

const due = timed(over);
const penniless = { default_payment_method: null } as const;
const at_end = (missing_payment_method: string) => ({ trial_settings: { end_behavior: { missing_payment_method } } });
const trial = onTrial(period);
/** A trial that is over, of a subscription that nothing can pay. */
const unpaidTrial = (behavior: string) => ({ ...due, it: { ...due.it, ...onTrial(over), ...penniless, ...at_end(behavior) } });

const item = itemIn(period);
const twice = { items: [{ id: item.id, quantity: 2 }] };
const at_once = { ...twice, proration_behavior: 'always_invoice' };

const bill = billThatIs('open', { attempted: true, next_payment_attempt: now + day });
/** The bill of a change that waits, and the change. */
const waited = billThatIs('open', { id: 'in_2', billing_reason: 'subscription_update' });
const waiting = {
  ...{ expires_at: now + 3600, invoice: waited.id, items: [{ ...item, quantity: 2 }] },
  ...{ must_be_paid: false, ends_trial: false, besides: null },
  members: { billing_cycle_anchor: period.start, cancel_at: null, cancel_at_period_end: false, canceled_at: null, trial_end: null },
};
const pending_update = { expires_at: now + 3600, subscription_items: [{ ...item, quantity: 2 }] };
const waits = (of: object = {}) => ({ it: { waiting: { ...waiting, ...of }, pending_update }, there: [waited] });

const rate = stored(discount, { customer: jo.id, subscription: 'sub_1' });
const afterRetries = (after_last_retry: string) => stored(account, { settings: { subscriptions: { after_last_retry } } } as never);
const unpaid = billThatIs('open', { attempted: true, next_payment_attempt: null });
const ruled = { schedule: 'sub_sched_1', phase_ends: over.end };
const manual = { billing_reason: 'manual' };

/** The contents of a subscription in a state, and the other objects. */
export const subscription_dressed: Dressed = {
  subscription: (status) => ({
    it: {
      ...subscribedIn(period),
      ...{ currency: 'usd', customer: jo.id, default_payment_method: visa.id, latest_invoice: bill.id },
      billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
      ...(status === 'trialing' && trial),
    },
    there: [
      jo,
      visa,
      ...offered,
      item,
      status === 'incomplete' || status === 'past_due' || status === 'unpaid' ? bill : billThatIs('paid'),
    ],
  }),
};

const created = { customer: jo.id, items: [{ price: ten.id }] };
const paying = { ...created, default_payment_method: visa.id };
const later = { payment_behavior: 'default_incomplete' };
const once = { add_invoice_items: [{ price_data: { currency: 'usd', product: 'prod_1', unit_amount: 500 } }] };

/** The trials of every verb of subscriptions. */
export const subscription_trials: Trials = {
  'POST /v1/subscriptions': {
    'with a method': { input: paying },
    'with nothing': { input: created },
    'to be paid by the customer': { input: { ...created, ...later } },
    'to be sent': { input: { ...created, collection_method: 'send_invoice', days_until_due: 30 } },
    'of a price of nothing': { input: { ...created, items: [{ price: free.id }] } },
    'with a trial': { input: { ...created, trial_period_days: 7 } },
    'with a trial, and an item that the customer pays': { input: { ...created, ...later, ...once, trial_period_days: 7 } },
    'of a price that does not exist': { input: { ...created, items: [{ price: 'price_0' }] } },
  },
  'POST /v1/subscriptions/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with another quantity': { input: twice },
    'with another quantity, billed at once': { input: at_once },
    'with another quantity, to be paid by the customer': { input: { ...at_once, ...later } },
    'with another quantity, only if it is paid': { input: { ...at_once, payment_behavior: 'pending_if_incomplete' } },
    'with another quantity, paid or refused': { input: { ...at_once, payment_behavior: 'error_if_incomplete' } },
    'with another quantity, while a change waits': { input: twice, ...waits() },
    'with a trial': { input: { trial_end: now + 5 * day } },
    'with trial_end=now': { input: { trial_end: 'now' } },
    'with trial_end=now, to be paid by the customer': { input: { trial_end: 'now', ...later } },
    'with trial_end=now and nothing to pay, which cancels it': { input: { trial_end: 'now' }, it: { ...penniless, ...at_end('cancel') } },
    'with trial_end=now and nothing to pay, which pauses it': { input: { trial_end: 'now' }, it: { ...penniless, ...at_end('pause') } },
    'with a new anchor': { input: { billing_cycle_anchor: 'now' } },
    'with a new anchor, to be paid by the customer': { input: { billing_cycle_anchor: 'now', ...later } },
    'to end with its period': { input: { cancel_at_period_end: true } },
    'to end with its period, under a schedule': { input: { cancel_at_period_end: true }, it: { schedule: 'sub_sched_1' } },
  },
  'DELETE /v1/subscriptions/:id': {
    '': {},
    'with a last invoice': { input: { invoice_now: true, prorate: true } },
    'while a change waits': waits(),
  },
  'DELETE /v1/subscriptions/:id/discount': { 'with a discount': { it: { discounts: [rate.id] }, there: [rate] }, 'with none': {} },
  'POST /v1/subscriptions/:id/migrate': {
    '': { input: { billing_mode: { type: 'flexible' } }, it: { billing_mode: { type: 'classic', flexible: null } } },
  },
  'POST /v1/subscriptions/:id/pause': {
    '': {},
    'with an invoice': { input: { invoicing_behavior: 'invoice' } },
    'under a schedule': { it: { schedule: 'sub_sched_1' } },
  },
  'POST /v1/subscriptions/:id/resume': {
    '': {},
    'in its period': { input: { billing_cycle_anchor: 'unchanged' } },
    'in its trial': { input: { billing_cycle_anchor: 'unchanged' }, it: trial },
  },
  'subscription threshold': {
    'without thresholds': { it: { threshold_at: now }, about: String(now) },
    'with a threshold that is not reached': { it: { threshold_at: now, billing_thresholds: { amount_gte: 5000 } }, about: String(now) },
    'of an earlier time': { about: String(now) },
  },
  'subscription pending_items': {
    'at its time, with nothing pending': {
      it: { pending_invoice_item_interval: { interval: 'day', interval_count: 1 }, next_pending_invoice_item_invoice: now },
      about: String(now),
    },
    'of an earlier interval': { about: String(now) },
  },
  'subscription resume_collection': {
    'at its time': { it: { pause_collection: { behavior: 'void', resumes_at: now } } },
    'before it': { it: { pause_collection: { behavior: 'void', resumes_at: now + day } } },
  },
  'subscription renew': {
    'before the end of its period': {},
    'at the end of its period': due,
    'at the end of its period, of a price of nothing': timed(over, free),
    'at the end of its period, by usage': timed(over, by_use),
    'at its own end': { ...due, it: { ...due.it, cancel_at: now, cancel_at_period_end: true } },
    'at the end of its trial': { ...due, it: { ...due.it, ...onTrial(over) } },
    'at the end of a trial that nothing pays, which cancels it': unpaidTrial('cancel'),
    'at the end of a trial that nothing pays, which pauses it': unpaidTrial('pause'),
    'while a change waits': { it: { ...due.it, ...waits().it }, there: [...due.there, waited] },
    'at the end of its period, of a customer who was deleted': { ...due, it: { ...due.it, customer: 'cus_0' } },
    'at the end of a phase': { it: { ...due.it, ...ruled }, there: [...due.there, scheduleThatIs('active', 'next')] },
  },
  'subscription trial_will_end': {
    '': { about: String(trial.trial_end), it: trial },
    'of another trial': { about: String(now), it: trial },
  },
  'subscription upcoming': { '': { about: String(period.end) }, 'of another period': { about: String(now) } },
  'subscription cancel': { 'at its end': { it: { cancel_at: now } }, 'before it': { it: { cancel_at: now + day } } },
  'subscription expire': { '': {} },
  'subscription pending_update': {
    'at its expiry': waits({ expires_at: now }),
    'before it': waits(),
    'called off': {},
  },
  'subscription phase': {
    'before its end': { it: { ...ruled, phase_ends: now + day }, there: [scheduleThatIs('active', 'next')] },
    'at its end, with another to follow': { it: ruled, there: [scheduleThatIs('active', 'next')] },
    'at its end, with one to follow that cannot': { it: ruled, there: [scheduleThatIs('active', 'impossible')] },
    'at the end of the last': { it: ruled, there: [scheduleThatIs('active')] },
    'at the end of the last, which cancels it': { it: ruled, there: [scheduleThatIs('active', null, { end_behavior: 'cancel' })] },
    'at its end, of a schedule that is over': { it: ruled, there: [scheduleThatIs('released')] },
  },
  'subscription after customer.deleted': { '': { by: jo } },
  'subscription after customer.discount.deleted': { '': { by: rate } },
  'subscription after invoice.finalized': { '': { by: bill } },
  'subscription after invoice.paid': {
    '': { by: billThatIs('paid') },
    'during its trial': { by: billThatIs('paid'), it: trial },
    'of an older one': { by: billThatIs('paid', { id: 'in_0' }) },
    'of one that was made by hand': { by: billThatIs('paid', manual) },
    'of the change that waits': { ...waits(), by: billThatIs('paid', { id: waited.id }), there: [] },
    'of the change that waits, during its trial': { it: { ...waits().it, ...trial }, by: billThatIs('paid', { id: waited.id }) },
    'of the change that waits and ends its trial': { ...waits({ ends_trial: true }), by: billThatIs('paid', { id: waited.id }), there: [] },
  },
  'subscription after invoice.payment_failed': {
    '': { by: bill },
    'for the last time': { by: unpaid },
    'for the last time, which leaves it unpaid': { by: unpaid, there: [afterRetries('unpaid')] },
    'for the last time, which leaves it past due': { by: unpaid, there: [afterRetries('past_due')] },
    'of one that had to be paid': { by: bill, it: { must_be_paid: true } },
    'of an older one': { by: billThatIs('open', { id: 'in_0', next_payment_attempt: now }) },
    'of the change that waits': { ...waits(), by: waited, there: [] },
    'of the change that waits and had to be paid': { ...waits({ must_be_paid: true }), by: waited, there: [] },
  },
  'subscription after invoice.payment_action_required': {
    '': { by: bill },
    'of one that had to be paid': { by: bill, it: { must_be_paid: true } },
    'of the change that waits': { ...waits(), by: waited, there: [] },
  },
  'subscription after invoice.overdue': { '': { by: bill }, 'of an older one': { by: billThatIs('open', { id: 'in_0' }) } },
  'subscription after invoice.voided': {
    '': { by: billThatIs('void') },
    'after one that is late': { by: billThatIs('void'), there: [{ ...bill, id: 'in_0' }] },
    'after one that is not retried': { by: billThatIs('void'), there: [{ ...unpaid, id: 'in_0' }, afterRetries('unpaid')] },
    'during its trial': { by: billThatIs('void'), it: trial },
    'of an older one': { by: billThatIs('void', { id: 'in_0' }) },
    'of the change that waits': { ...waits(), by: billThatIs('void', { id: waited.id }), there: [] },
  },
  'subscription after invoice.marked_uncollectible': { '': { by: billThatIs('uncollectible') } },
  'subscription after invoiceitem.deleted': {
    '': { by: stored(invoiceItem, { customer: jo.id, subscription: 'sub_1', subscription_item: item.id, proration: true }) },
  },
};
