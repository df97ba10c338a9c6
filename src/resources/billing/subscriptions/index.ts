import { field, required } from '../../../kernel/base/fields.js';
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
import { periodEnd, trialWillEnd, upcoming } from './renew.js';
import { resume } from './resume.js';
import { subscription } from './subscription.js';
import { subscriptionItem } from './subscription-item.js';
import { deletedFromItems, voidedFromItems, voidedPending } from './undo.js';
import { update } from './update.js';

const sent = object({ enabled: required(flag) });

/** The kind of those that a list asks for by how they are taxed: all are taxed by the rates that they name, and none by itself. */
const taxed_filter = field<string>(sent.schema, '', (value, at, reading) => {
  const read = sent.read(value, at, reading);
  return read && (read.enabled ? 'subscription taxed by itself' : 'subscription');
});

/** The subscriptions group. */
export const subscriptions = [
  action('POST /v1/subscriptions', create),
  action('POST /v1/subscriptions/:id', update),
  action('DELETE /v1/subscriptions/:id', cancel),
  action('DELETE /v1/subscriptions/:id/discount', loseDiscount, { replies: discount }),
  action('POST /v1/subscriptions/:id/migrate', migrate),
  action('POST /v1/subscriptions/:id/pause', pause),
  action('POST /v1/subscriptions/:id/resume', resume),
  resumeCollection,
  periodEnd,
  trialWillEnd,
  upcoming,
  cancelAt,
  endedWithCustomer,
  expire,
  pendingExpires,
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
  retrieve(subscription, 'GET /v1/subscriptions/:id'),
  search(subscription, 'GET /v1/subscriptions/search', 'status:"active" AND metadata["order_id"]:"6735"'),
  list(
    subscription,
    ['GET /v1/subscriptions', 'GET /v1/subscriptions/list'],
    {
      ...pick(subscription.fields, 'collection_method', 'customer', 'test_clock'),
      automatic_tax: taxed_filter,
      current_period_end: createdFilter,
      current_period_start: createdFilter,
      plan: ref('price'),
      price: ref('price'),
      status: status_filter,
    },
    { columns: { object: { of: 'automatic_tax' }, prices: { of: ['price', 'plan'] }, status: { of: 'status', otherwise: not_canceled } } },
  ),
  action('POST /v1/subscription_items', addItem),
  action('POST /v1/subscription_items/:id', updateItem),
  action('DELETE /v1/subscription_items/:id', removeItem),
  retrieve(subscriptionItem, 'GET /v1/subscription_items/:id'),
  list(subscriptionItem, ['GET /v1/subscription_items', 'GET /v1/subscription_items/list'], { subscription: ref('subscription') }),
] as const;
