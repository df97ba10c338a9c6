import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { older_card_for_payer, older_card_members } from './older-card.js';

/** A payment method of a customer, as clients know it that keep cards as sources: it is what pays, and this is how it is shown to them. */
export const card = resource({
  object: 'card',
  prefix: 'card',
  fields: {
    ...older_card_members,
    customer: about('The customer of the card.', nullable(ref('customer'))),
    /** The payment method that it shows. */
    payment_method: internal(ref('payment_method')),
  },
  device: { ...older_card_for_payer, id: true, object: true, customer: true },
  start: 'customer.source.created',
  events: { updated: 'customer.source.updated', removed: 'customer.source.deleted', told: ['customer.source.expiring'] },
  timers: ['expire_soon'],
  columns: ['customer'],
  owner: 'customer',
  removable: true,
});

/** A card that a customer keeps. */
export type Card = It<typeof card>;

/** The payment method that a kept card shows: both have the same name behind the prefix of their kind. */
export const methodOfCard = (id: string): string => id.replace(/^card_/, 'pm_');

/** The kept card that shows a payment method, if one does. */
export const cardOfMethod = (id: string): string => id.replace(/^pm_/, 'card_');
