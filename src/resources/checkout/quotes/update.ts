import { type Asked, at, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { drawing_reads, drawn } from './draw.js';
import { changed_items_input, kept_reads } from './items.js';
import { type Quote, quote } from './quote.js';
import { changed_subscription_data, requireFuture, terms_input } from './terms.js';

const takes = {
  ...terms_input,
  line_items: about('The new list of line items; existing items whose ids are not sent are removed.', changed_items_input),
  subscription_data: changed_subscription_data,
} as const;

type Input = Given<typeof takes>;

/** Changes a draft, or when an open quote expires. */
export const update = rule(quote, 'update', {
  from: ['draft', 'open'],
  takes,
  reads: { ...drawing_reads, ...kept_reads },
  decide: ({ it, input, ...seen }, asked): Decision => {
    if (it.status === 'open') return extended(it, input, asked);
    if (input.customer !== undefined && it.customer !== null && input.customer !== it.customer) return asked.refuse(has_customer);
    const { made, members } = drawn(it, input, seen, asked);
    const changed = set(it, members);
    return [made, changed, at(changed.expires_at, changed, 'expire', String(changed.expires_at))];
  },
});

const has_customer: Refusal = {
  code: 'parameter_invalid',
  param: 'customer',
  message: 'The customer of a quote cannot be changed once it is set. Create another quote.',
};

/** An open quote: its content is final. */
function extended(it: Quote & { readonly status: 'open' }, { expires_at, metadata, ...others }: Input, asked: Asked): Decision {
  const param = Object.keys(others)[0];
  if (param !== undefined)
    return asked.refuse({
      code: 'quote_unexpected_state',
      param,
      message: `Only expires_at and metadata of an open quote can be changed. Create a revision of it to change ${param}.`,
    });
  requireFuture(expires_at, asked);
  const changed = set(it, { ...(expires_at !== undefined && { expires_at }), ...(metadata !== undefined && { metadata }) });
  return [changed, at(changed.expires_at, changed, 'expire', String(changed.expires_at))];
}
