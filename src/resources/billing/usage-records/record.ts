import { usedPeriod } from '../../../arithmetic/billing/subscription/items.js';
import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, type Field, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { usageRecord } from './usage-record.js';

/** A moment, or the word for this one. */
const moment: Field<number | 'now', number | 'now', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [timestamp.schema, { const: 'now' }] },
  initial: 'now',
  read: (value, at, reading) => (value === 'now' ? value : timestamp.read(value, at, reading)),
};

/** Records how much was used: added to what was recorded for the same second, or in the place of that. */
export const record = creation(usageRecord, {
  takes: {
    action: about(
      '`increment` (the default) adds to what was recorded for the same second; `set` replaces it. With `billing_thresholds` only `increment`.',
      oneOf('increment', 'set'),
    ),
    quantity: about('The used units to record; 0 or more.', required(integer({ minimum: 0 }))),
    subscription_item: about(
      'The subscription item that was used; its price must be metered and have no meter.',
      required(ref('subscription_item')),
    ),
    timestamp: about('When the usage happened, in Unix seconds within the current period of the item, or `now` (the default).', moment),
  },
  reads: {
    subscription_item: subscriptionItem,
    subscription: one(subscription, 'subscription_item.subscription'),
    customer: one(customer, 'subscription.customer'),
  },
  decide: ({ it, input, subscription_item: item, subscription, customer }, asked) => {
    if (!item || !subscription || !customer) return asked.refuse(gone(input.subscription_item));
    const { timestamp: said = asked.now, action = 'increment', ...given } = input;
    const timestamp = said === 'now' ? asked.now : said;
    requireMetered(item, asked);
    requireSettable(item, action, asked);
    requireInPeriod(item, timestamp, asked.now, asked);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return asked.refuse(ended);
    return set(it, { ...given, action, timestamp, customer: customer.id });
  },
});

const param = 'subscription_item';

const gone = (id: string): Refusal => ({ code: 'resource_missing', status: 400, param, message: `No such subscription_item: '${id}'` });

const ended: Refusal = { code: 'parameter_invalid', param, message: 'The subscription has ended: nothing more is recorded for it.' };

function requireMetered({ price: { recurring } }: Item, asked: Asked): void {
  if (recurring?.usage_type !== 'metered')
    asked.refuse({ code: 'parameter_invalid', param, message: 'Usage is recorded for items with a price of usage_type=metered only.' });
  if (recurring.meter)
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `The meter ${recurring.meter} counts this. Send POST /v1/billing/meter_events.`,
    });
}

const requireSettable = ({ billing_thresholds }: Item, action: string, asked: Asked): void => {
  if (billing_thresholds && action === 'set')
    asked.refuse({ code: 'parameter_invalid', param: 'action', message: 'An item with billing_thresholds takes action=increment only.' });
};

function requireInPeriod(item: Item, timestamp: number, now: number, asked: Asked): void {
  const { start, end } = usedPeriod(item);
  if (timestamp > now) asked.refuse({ code: 'timestamp_in_future', param: 'timestamp', message: 'A timestamp cannot be in the future.' });
  if (timestamp >= start && timestamp < end) return;
  const message = `A timestamp lies in the current period of the item: from ${start} until before ${end}.`;
  asked.refuse({ code: 'parameter_invalid', param: 'timestamp', message });
}
