import type { Around } from '../../base/effects.js';
import { unique } from '../../base/reads.js';
import { feedbacks } from '../subscriptions/parts.js';
import { portalConfiguration } from './configuration.js';

/** What sessions are made with where nobody says: the value that it has claimed is what a session says it is. */
export const default_read = { default: unique(portalConfiguration, { by: 'is_default', of: 'object' }) } as const;

/**
 * The default one, which comes into being with the first session that needs it: customers may do all that costs the merchant nothing they
 * have not agreed to. Other prices are theirs to offer.
 */
export const defaultMade = ({ make, now }: Around) =>
  make(portalConfiguration, {
    features: {
      customer_update: { allowed_updates: ['address', 'email', 'name', 'phone', 'tax_id'], enabled: true },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { cancellation_reason: { enabled: true, options: [...feedbacks] }, enabled: true },
    },
    is_default: true,
    updated: now,
  });
