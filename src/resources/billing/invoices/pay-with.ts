import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { sequence } from '../../../kernel/base/reads.js';
import { consequence } from '../../../kernel/base/rules.js';
import { invoice } from './invoice.js';
import { numberedIn } from './number.js';
import { opened } from './opened.js';
import { collecting, methods, numbers, others, printing } from './reads.js';

/** Makes a draft final that has been paid already: by the payment of a checkout, or without one where nothing was due. Neither the customer's balance nor their credits are applied. */
export const payWith = consequence(invoice, 'pay with a payment', {
  from: ['draft'],
  takes: { payment_intent: about('The payment that has succeeded.', ref('payment_intent')) },
  reads: { ...methods, ...collecting, ...numbers, ...others, ...printing, series: sequence('invoice') },
  decide: ({ it, customer, payment_intent: paid_by, series, ...seen }, around) => {
    if (!customer) return null;
    const opening = { ...seen, collected: false, paid_by };
    return numberedIn(null, { account: seen.account, series }, customer, (number, of) =>
      opened(it, { ...opening, customer: { ...of, balance: 0 }, number }, around),
    );
  },
});
