import { type Asked, at, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { computed, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import { modeFor } from '../../billing/subscriptions/terms.js';
import { testClock } from '../../core/clocks/test-clock.js';
import { customer } from '../../customers/customers/customer.js';
import { items_reads } from '../checkout/items.js';
import { item_id } from '../checkout/line-item.js';
import { drawing_reads, drawn } from './draw.js';
import { line_items_input } from './items.js';
import { type Quote, quote } from './quote.js';
import { new_subscription_data, requireFuture, terms_input } from './terms.js';

const takes = {
  ...terms_input,
  from_quote: about(
    'An existing quote to copy into a draft; only `expires_at` can be sent with it.',
    object({
      is_revision: about('Whether the draft replaces the open quote when it is finalized; false by default.', flag),
      quote: about('The quote to copy.', required(ref('quote'))),
    }),
  ),
  line_items: about('The line items, at most 100.', line_items_input),
  subscription_data: new_subscription_data,
  test_clock: about(
    'A test clock that determines the time for this quote, in test mode; that of the customer by default.',
    ref('test_helpers.test_clock'),
  ),
} as const;

type Input = Given<typeof takes>;
type Copied = { readonly input: Pick<Input, 'customer'>; readonly original: Quote | null };

/** How long a quote can be accepted by default. */
const lasts_seconds = 30 * day;

/** Creates a draft from line items, or as a copy of another quote. */
export const create = creation(quote, {
  takes,
  reads: {
    original: one(quote, 'from_quote.quote'),
    ...drawing_reads,
    // The customer of a copy, by whose clock its time is, is that of the original.
    customer: computed(customer, ({ input, original }: Copied) => input.customer ?? original?.customer),
    ...items_reads,
    clock: one(testClock, 'test_clock'),
  },
  decide: ({ it, input: { from_quote, test_clock, ...input }, original, clock, ...seen }, asked): Decision => {
    if (from_quote && original) return copiedFrom(original, it, { ...input, from_quote }, asked);
    requireClock(test_clock, seen.customer?.test_clock, clock !== null && seen.customer !== null, asked);
    const { made, members } = drawn(it, input, seen, asked);
    const mode = input.subscription_data?.billing_mode?.type ?? modeFor(asked.version);
    const { proration_discounts = 'included' } = input.subscription_data?.billing_mode?.flexible ?? {};
    const drafted = set(it, {
      status: 'draft',
      expires_at: asked.now + lasts_seconds,
      ...members,
      ...(seen.account && applicationIn(seen.account)),
      ...(test_clock && { test_clock }),
      subscription_data: {
        ...members.subscription_data,
        billing_mode: { type: mode, flexible: mode === 'flexible' ? { proration_discounts } : null },
      },
    });
    return [made, drafted, at(drafted.expires_at, drafted, 'expire', String(drafted.expires_at))];
  },
});

function requireClock(named: string | undefined, own: string | null | undefined, both: boolean, asked: Asked): void {
  if (named === undefined || !both || own === named) return;
  const message = 'The customer does not belong to this test clock. Leave test_clock out, or name a customer of the clock.';
  asked.refuse({ code: 'parameter_invalid', param: 'test_clock', message });
}

const not_open = ({ id, status }: Quote): Refusal => ({
  code: 'quote_unexpected_state',
  param: 'from_quote[quote]',
  message: `Only open quotes are revised, and ${id} has a status of ${status}. Leave is_revision out to copy it.`,
});

/** A draft with the content of another quote. */
function copiedFrom(
  original: Quote,
  it: It<typeof quote, Unborn>,
  { from_quote, expires_at, ...others }: Omit<Input, 'test_clock'> & { readonly from_quote: NonNullable<Input['from_quote']> },
  asked: Asked,
): Decision {
  const param = Object.keys(others)[0];
  if (param !== undefined)
    return asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: `${param} cannot be sent with from_quote. Copy the quote first, and update the draft.`,
    });
  const { is_revision = false } = from_quote;
  if (is_revision && original.status !== 'open') return asked.refuse(not_open(original));
  requireFuture(expires_at, asked);
  const items = original.line_items.data.map((item) => ({ ...item, id: asked.fresh(item_id) }));
  const drafted = set(it, {
    status: 'draft',
    ...contentOf(original),
    ...resummed(it.id, items, original),
    expires_at: expires_at ?? asked.now + lasts_seconds,
    from_quote: { is_revision, quote: original.id },
  });
  return [drafted, at(drafted.expires_at, drafted, 'expire', String(drafted.expires_at))];
}

/** The sums of a copy are those of its original, under its own addresses. */
function resummed(id: string, items: Quote['line_items']['data'], { computed, line_items }: Quote) {
  const url = `/v1/quotes/${id}`;
  const { line_items: listed, ...upfront } = computed.upfront;
  const data = listed.data.map((item, place) => ({ ...item, id: items[place]?.id ?? item.id }));
  return {
    computed: { ...computed, upfront: { ...upfront, line_items: { ...listed, data, url: `${url}/computed_upfront_line_items` } } },
    line_items: { ...line_items, data: items, url: `${url}/line_items` },
  };
}

/** The members that a copy takes over: all except the history of the original. */
function contentOf(it: Quote) {
  const { amount_subtotal, amount_total, application, application_fee_amount, application_fee_percent, collection_method, currency } = it;
  const { automatic_tax } = it;
  const { customer, default_rates = [], default_tax_rates, description, discounts, discounts_kept = [], footer, header } = it;
  const { invoice_settings, metadata, on_behalf_of, own_terms = [], subscription_data, test_clock, total_details, transfer_data } = it;
  const { flexible, type } = subscription_data.billing_mode;
  return {
    ...{ amount_subtotal, amount_total, application_fee_amount, application_fee_percent, collection_method, currency },
    ...{ automatic_tax, customer, default_tax_rates, description, discounts, footer, header, invoice_settings },
    ...{ metadata, on_behalf_of, test_clock, total_details, transfer_data },
    subscription_data: { ...subscription_data, billing_mode: { flexible, type } },
    ...(application !== null && { application }),
    ...{ default_rates, discounts_kept, own_terms },
  };
}
