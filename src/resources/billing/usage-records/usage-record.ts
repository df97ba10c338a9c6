import { about, internal } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';

/** How much of a subscription item was used at a moment, as it was recorded before there were meters. */
export const usageRecord = resource({
  object: 'usage_record',
  title: 'usage record',
  prefix: 'mbur',
  fields: {
    action: internal(oneOf('increment', 'set')),
    /** Whose clock it goes by. */
    customer: internal(ref('customer')),
    quantity: about('The used units that were recorded.', integer({ minimum: 0 })),
    subscription_item: about('The subscription item that was used.', ref('subscription_item')),
    timestamp: about('When the usage happened, in Unix seconds.', timestamp),
  },
  start: null,
  usage: ({ subscription_item, timestamp, quantity, action }) => [
    {
      metered: String(subscription_item),
      customer: '',
      at: Number(timestamp),
      value: String(quantity),
      replaces: action === 'set',
    },
  ],
});
