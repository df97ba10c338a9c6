import { about, field, required } from '../../../kernel/base/fields.js';
import { createdFilter, flag, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { action, list, retrieve, search } from '../../../kernel/base/rules.js';
import { discount } from '../../catalogue/discounts/discount.js';
import { not_canceled, status_filter } from '../../core/subscription-statuses/status-filter.js';
import { cancel, cancelAt, endedWithCustomer } from './cancel.js';
import { pendingExpires } from './change/pending-update.js';
import { create } from './create.js';
import { discountEnded, discountOfItemEnded, loseDiscount, usedByHand } from './discounts.js';
import { actionRequiredFor, expire, givenUpFor, overdueFor, paidFor, unpaidFor, voidedFor } from './follow.js';
import { addItem, removeItem, updateItem } from './items.js';
import { migrate } from './migrate.js';
import { pause, resumeCollection } from './pause.js';
import { billPendingItems } from './pending-items.js';
import { periodEnd, trialWillEnd, upcoming } from './renew.js';
import { resume } from './resume.js';
import { subscription } from './subscription.js';
import { subscriptionItem } from './subscription-item.js';
import { thresholdReached } from './thresholds.js';
import { deletedFromItems, voidedFromItems, voidedPending } from './undo.js';
import { update } from './update.js';

const sent = object({ enabled: about('Whether taxes are computed automatically.', required(flag)) });

/** Filters a list by automatic taxes. */
const taxed_filter = field<string>(sent.schema, '', (value, at, reading) => {
  const read = sent.read(value, at, reading);
  return read && String(read.enabled);
});

/** The subscriptions group. */
export const subscriptions = [
  action('POST /v1/subscriptions', create, {
    about:
      'Subscribes a customer to prices and bills the first period at once. Without a successful payment the subscription is `incomplete`, and expires after 23 hours.',
  }),
  action('POST /v1/subscriptions/:id', update, {
    about:
      'Updates the members that are sent. Changed items are prorated. Of an ended subscription only metadata and cancellation details can change.',
  }),
  action('DELETE /v1/subscriptions/:id', cancel, {
    summary: 'Cancel a subscription',
    about:
      'Ends a subscription at once and stops the collection of its open invoices. To end it with its period, update `cancel_at_period_end`.',
  }),
  action('DELETE /v1/subscriptions/:id/discount', loseDiscount, {
    summary: 'Delete the discount of a subscription',
    replies: discount,
    about: 'Removes the discount of a subscription and returns it. Existing invoices are not changed.',
  }),
  action('POST /v1/subscriptions/:id/migrate', migrate, {
    about: 'Changes a subscription from classic to flexible billing mode. This cannot be reversed.',
  }),
  action('POST /v1/subscriptions/:id/pause', pause, {
    about:
      'Pauses a subscription that is active, past due or trialing: it is neither billed nor renewed until it is resumed. Unused time is credited.',
  }),
  action('POST /v1/subscriptions/:id/resume', resume, {
    about: 'Resumes a paused subscription. By default a new period begins and is billed at once.',
  }),
  resumeCollection,
  periodEnd,
  trialWillEnd,
  upcoming,
  cancelAt,
  endedWithCustomer,
  expire,
  pendingExpires,
  billPendingItems,
  thresholdReached,
  discountEnded,
  discountOfItemEnded,
  usedByHand,
  paidFor,
  unpaidFor,
  actionRequiredFor,
  overdueFor,
  voidedFor,
  givenUpFor,
  voidedFromItems,
  voidedPending,
  deletedFromItems,
  retrieve(subscription, 'GET /v1/subscriptions/:id', { about: 'Retrieves a subscription with its items.' }),
  search(subscription, 'GET /v1/subscriptions/search', 'status:"active" AND metadata["order_id"]:"6735"', {
    about: 'Searches subscriptions by their status, cancellation time and metadata.',
  }),
  list(
    subscription,
    ['GET /v1/subscriptions', 'GET /v1/subscriptions/list'],
    {
      ...pick(subscription.fields, 'collection_method', 'customer', 'test_clock'),
      automatic_tax: about('Only subscriptions with or without automatic taxes.', taxed_filter),
      current_period_end: about('Only subscriptions whose period ends at this time, in Unix seconds, or in this range.', createdFilter),
      current_period_start: about('Only subscriptions whose period began at this time, in Unix seconds, or in this range.', createdFilter),
      plan: about('Only subscriptions with an item of this plan.', ref('price')),
      price: about('Only subscriptions with an item of this price.', ref('price')),
      status: about(
        'Only the subscriptions in this state; `ended` for those that are canceled or expired, `all` for every state. All but canceled ones by default.',
        status_filter,
      ),
    },
    {
      columns: {
        automatic_tax_enabled: { of: 'automatic_tax' },
        prices: { of: ['price', 'plan'] },
        status: { of: 'status', otherwise: not_canceled },
      },
      about: 'Lists subscriptions, newest first; canceled ones only when `status` asks for them.',
    },
  ),
  action('POST /v1/subscription_items', addItem, {
    about: 'Adds an item to a subscription. The remaining part of the period is charged according to `proration_behavior`.',
  }),
  action('POST /v1/subscription_items/:id', updateItem, {
    about: 'Changes the price, quantity, discounts or tax rates of an item; the difference for the rest of the period is prorated.',
  }),
  action('DELETE /v1/subscription_items/:id', removeItem, {
    about: 'Removes an item, unless it is the last one of its subscription. The unused time is credited according to `proration_behavior`.',
  }),
  retrieve(subscriptionItem, 'GET /v1/subscription_items/:id', { about: 'Retrieves an item of a subscription.' }),
  list(
    subscriptionItem,
    ['GET /v1/subscription_items', 'GET /v1/subscription_items/list'],
    { subscription: about('The subscription whose items are listed.', ref('subscription')) },
    { about: 'Lists the items of a subscription, newest first.' },
  ),
] as const;
