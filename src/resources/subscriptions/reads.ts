import { many } from '../../base/reads.js';
import { subscriptionItem } from './subscription-item.js';

/** The items of a subscription; nobody adds one or takes one away meanwhile. */
export const items_read = many(subscriptionItem, { by: 'subscription' });
