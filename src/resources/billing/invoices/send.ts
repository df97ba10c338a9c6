import { run, tell } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { consequence, rule } from '../../../kernel/base/rules.js';
import { finalize } from './finalize.js';
import { invoice } from './invoice.js';

/** Sends an invoice to its customer; a draft is finalized first. */
export const send = rule(invoice, 'send', {
  from: ['draft', 'open', 'uncollectible'],
  decide: ({ it }, asked) => {
    if (it.collection_method !== 'send_invoice') return asked.refuse(not_sent);
    return it.status === 'draft' ? [run(finalize, it, {}), run(sent, it, {})] : tell(it, 'invoice.sent');
  },
});

const sent = consequence(invoice, 'send', { decide: ({ it }) => tell(it, 'invoice.sent') });

const not_sent: Refusal = {
  code: 'invoice_unexpected_state',
  message: 'This invoice is charged automatically, and not sent. Set collection_method to send_invoice while it is a draft.',
};
