import { set } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, ref, text } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';

/** A card issuer suspects that a charge was made without the cardholder; a dispute may follow. */
export const earlyFraudWarning = resource({
  object: 'radar.early_fraud_warning',
  title: 'early fraud warning',
  prefix: 'issfr',
  fields: {
    actionable: about('Whether a refund can still prevent a dispute: true until the charge is refunded in full or disputed.', flag),
    charge: about('The charge that the warning is about.', ref('charge')),
    fraud_type: about('How the card was used, as its issuer says, such as `made_with_stolen_card` or `unauthorized_use_of_card`.', text),
    payment_intent: about('The payment of the charge; null for a charge without one.', nullable(ref('payment_intent'))),
  },
  for_sdks: forSdks,
  start: 'radar.early_fraud_warning.created',
  events: { updated: 'radar.early_fraud_warning.updated' },
  columns: ['charge', 'payment_intent'],
});

/** A warning is not actionable once its charge was refunded or disputed. */
export const acted = consequence(earlyFraudWarning, 'end', { decide: ({ it }) => set(it, { actionable: false }) });
