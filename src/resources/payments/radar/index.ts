import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { acted, earlyFraudWarning } from './early-fraud-warning.js';
import { radarRules } from './rules.js';
import { valueLists } from './value-lists.js';

/** The radar group. */
export const radar = [
  ...radarRules,
  ...valueLists,
  acted,
  retrieve(earlyFraudWarning, 'GET /v1/radar/early_fraud_warnings/:id', { about: 'Retrieves an early fraud warning.' }),
  list(
    earlyFraudWarning,
    'GET /v1/radar/early_fraud_warnings',
    {
      charge: about('Only warnings about this charge.', ref('charge')),
      payment_intent: about('Only warnings about the charge of this payment.', ref('payment_intent')),
    },
    { about: 'Lists early fraud warnings of card issuers, newest first.' },
  ),
] as const;
