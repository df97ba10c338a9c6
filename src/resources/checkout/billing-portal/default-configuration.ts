import type { Around } from '../../../kernel/base/effects.js';
import { unique } from '../../../kernel/base/reads.js';
import { feedbacks } from '../../billing/subscriptions/parts.js';
import { portalConfiguration } from './configuration.js';

/** The default configuration of sessions, found by its unique value. */
export const default_read = { default: unique(portalConfiguration, { by: 'is_default', of: 'object' }) } as const;

/**
 * The default one, which is created with the first session that needs it. It names no products: customers change between the prices of the product
 * that they have subscribed to.
 */
export const defaultMade = ({ make, now }: Around) =>
  make(portalConfiguration, {
    features: {
      customer_update: { allowed_updates: ['address', 'email', 'name', 'phone', 'tax_id'], enabled: true },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { cancellation_reason: { enabled: true, options: [...feedbacks] }, enabled: true },
      subscription_update: {
        default_allowed_updates: ['price', 'quantity', 'promotion_code'],
        enabled: true,
        proration_behavior: 'create_prorations',
      },
    },
    is_default: true,
    updated: now,
  });
