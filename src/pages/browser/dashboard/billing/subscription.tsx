import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { Items } from './items.js';
import { InvoicePreview } from './preview.js';
import { priceText } from './price-text.js';
import type { Subscription } from './subscription-parts.js';

const statuses = ['all', 'active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired', 'ended'];

const create: Action<null> = {
  label: 'Create subscription',
  is_primary: true,
  fields: () => [
    { name: 'customer', label: 'Customer', kind: 'object', of: 'customers', is_required: true },
    {
      name: 'items',
      label: 'Prices',
      kind: 'rows',
      add: 'Add a price',
      fields: [
        { name: 'price', label: 'Price', kind: 'object', of: 'prices', is_required: true, parameters: { type: 'recurring', active: true } },
        { name: 'quantity', label: 'Quantity', kind: 'number', initial: '1' },
      ],
    },
    { name: 'trial_period_days', label: 'Trial days', kind: 'number' },
    { name: 'collection_method', label: 'Collection', kind: 'choice', choices: constants(['charge_automatically', 'send_invoice']) },
    {
      name: 'days_until_due',
      label: 'Days until due',
      kind: 'number',
      initial: '',
      when: ({ collection_method }) => collection_method === 'send_invoice',
    },
    { name: 'discounts[0][coupon]', label: 'Coupon', kind: 'object', of: 'coupons' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('subscriptions', parameters),
  next: (answer) => `/subscriptions/${(answer as Subscription).id}`,
};

const changeable = ({ status }: Subscription): boolean => ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status);

const update: Action<Subscription> = {
  label: 'Change',
  is_primary: true,
  when: changeable,
  fields: ({ items }) => [
    ...items.data.flatMap(({ price, quantity }, at) => [
      {
        name: `items[${at}][price]`,
        label: 'Price',
        kind: 'object',
        of: 'prices',
        initial: price.id,
        parameters: { type: 'recurring', active: true },
      } as const,
      {
        name: `items[${at}][quantity]`,
        label: 'Quantity',
        kind: 'number',
        initial: String(quantity ?? ''),
      } as const,
    ]),
    {
      name: 'proration_behavior',
      label: 'Proration',
      kind: 'choice',
      choices: [
        { value: 'create_prorations', label: 'On the next invoice' },
        { value: 'always_invoice', label: 'Invoiced at once' },
        { value: 'none', label: 'None' },
      ],
    },
  ],
  preview: ({ id, items }, parameters) =>
    post('invoices/create_preview', {
      subscription: id,
      ...Object.fromEntries(items.data.map((item, at) => [`subscription_details[items][${at}][id]`, item.id])),
      ...Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [`subscription_details${name.replace(/^[^[]*/, '[$&]')}`, value]),
      ),
    }),
  shown: (preview) => <InvoicePreview invoice={preview} />,
  request: ({ id, items }, parameters) =>
    post(`subscriptions/${id}`, {
      ...Object.fromEntries(items.data.map((item, at) => [`items[${at}][id]`, item.id])),
      ...parameters,
    }),
  done: () => say('The subscription was changed.'),
};

const pause: Action<Subscription> = {
  label: 'Pause collection',
  when: (it) => changeable(it) && it.pause_collection === null,
  fields: () => [
    {
      name: 'pause_collection[behavior]',
      label: 'Invoices of the pause',
      kind: 'choice',
      choices: [
        { value: 'void', label: 'Are voided' },
        { value: 'keep_as_draft', label: 'Stay drafts' },
        { value: 'mark_uncollectible', label: 'Are uncollectible' },
      ],
    },
    { name: 'pause_collection[resumes_at]', label: 'Resumes at', kind: 'time' },
  ],
  request: ({ id }, parameters) => post(`subscriptions/${id}`, { 'pause_collection[behavior]': 'void', ...parameters }),
};

const resume: Action<Subscription> = {
  label: 'Resume collection',
  when: ({ pause_collection }) => pause_collection !== null,
  request: ({ id }) => post(`subscriptions/${id}`, { pause_collection: '' }),
};

const cancel: Action<Subscription> = {
  label: 'Cancel subscription',
  is_destructive: true,
  when: ({ status, cancel_at_period_end }) => !['canceled', 'incomplete_expired'].includes(status) && !cancel_at_period_end,
  question: () =>
    say('At the end of the period, the customer keeps what was paid for. A subscription that was canceled at once cannot be resumed.'),
  fields: () => [
    {
      name: 'at',
      label: 'When',
      kind: 'choice',
      choices: [
        { value: 'period_end', label: 'At the end of the period' },
        { value: 'now', label: 'Now' },
        { value: 'now_prorated', label: 'Now, with a credit for the unused time' },
      ],
    },
    { name: 'cancellation_details[comment]', label: 'Comment', kind: 'text' },
  ],
  request: ({ id }, { at, ...details }) =>
    at === 'period_end'
      ? post(`subscriptions/${id}`, { cancel_at_period_end: true, ...details })
      : {
          ...{ method: 'DELETE', path: `subscriptions/${id}` },
          parameters: { ...details, ...(at === 'now_prorated' && { prorate: true, invoice_now: true }) },
        },
};

const keep: Action<Subscription> = {
  label: 'Do not cancel',
  when: ({ cancel_at_period_end, status }) => cancel_at_period_end && status !== 'canceled',
  request: ({ id }) => post(`subscriptions/${id}`, { cancel_at_period_end: false }),
};

/** Subscriptions. */
export const subscriptions: Description<Subscription> = {
  name: 'subscriptions',
  path: 'subscriptions',
  label: 'Subscriptions',
  one: 'subscription',
  expand: ['customer'],
  title: ({ items, id }) => (items.data[0] ? priceText(items.data[0].price) : id),
  status: ({ status }) => status,
  columns: [
    member.text('Price', ({ items }) => items.data.map(({ price }) => priceText(price)).join(', ')),
    member.status((it) => it.status),
    member.reference('Customer', (it) => it.customer),
    member.time('Period ends', (it) => it.current_period_end),
    member.created,
    member.extra(member.flag('Cancels at period end', (it) => it.cancel_at_period_end)),
    member.extra(member.metadata),
    member.id,
  ],
  filters: [choice('status', statuses, 'Status'), equal('customer', 'Customer', 'cus_…'), equal('price', 'Price', 'price_…'), dates()],
  empty: {
    text: 'Subscriptions appear here. This command creates one for a customer and a recurring price:',
    command: "subscriptions -d customer=cus_… -d 'items[0][price]=price_…'",
  },
  create,
  facts: [
    member.created,
    member.reference('Customer', (it) => it.customer),
    member.time('Period began', (it) => it.current_period_start),
    member.time('Period ends', (it) => it.current_period_end),
    member.constant('Collection', (it) => it.collection_method),
    member.flag('Cancels at period end', (it) => it.cancel_at_period_end),
    member.time('Canceled', (it) => it.canceled_at),
    member.time('Trial ends', (it) => it.trial_end),
    member.constant('Collection paused', (it) => it.pause_collection?.behavior),
    member.reference('Latest invoice', (it) => it.latest_invoice),
    member.reference('Payment method', (it) => it.default_payment_method),
    member.reference('Test clock', (it) => it.test_clock),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  sections: [{ label: 'Items', Show: Items }],
  related: [{ of: 'invoices', parameters: ({ id }) => ({ subscription: id }) }],
  actions: [update, pause, resume, keep, cancel],
};
