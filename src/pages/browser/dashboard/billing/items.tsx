import type { ReactNode } from 'react';
import { type Member, reference, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { say } from '../say.js';
import { priceText } from './price-text.js';
import type { Subscription, SubscriptionItem } from './subscription-parts.js';

const columns: readonly Member<SubscriptionItem>[] = [
  text('Price', ({ price }) => priceText(price)),
  text('Quantity', ({ quantity }) => quantity),
  reference('Product', ({ price }) => price.product),
];

/** The items of a subscription. */
export const Items = ({ item: { items } }: { item: Subscription }): ReactNode => (
  <ObjectTable label={say('Items')} columns={columns} rows={items.data} pathOf={({ price }) => `/prices/${price.id}`} />
);
