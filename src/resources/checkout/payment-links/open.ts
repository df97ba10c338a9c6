import { type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import { action, creation, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { declines, requireTries } from '../../payments/intents/declines.js';
import { adjust, typed_code } from '../checkout/adjust.js';
import { begun } from '../checkout/create.js';
import { item_id } from '../checkout/line-item.js';
import { look } from '../checkout/look.js';
import { offeredAgain } from '../checkout/optional.js';
import { session } from '../checkout/session.js';
import { inactive } from './counted.js';
import { type PaymentLink, paymentLink } from './payment-link.js';

/** The prefilled values in the address of a link. */
const brought = pick(session.fields, 'client_reference_id', 'customer_email', 'locale');

/** A session of what a link sells. */
export const createByLink = creation(session, {
  takes: { ...brought, sold_by: about('The payment link that the session is opened by.', required(ref('payment_link'))) },
  reads: { account: own(account), link: one(paymentLink, 'sold_by') },
  decide: ({ it, input: { sold_by: payment_link, ...input }, account: seller, link }, asked) => {
    const items = link.line_items.data.map((item) => ({ ...item, id: asked.fresh(item_id) }));
    const places = new Map(link.line_items.data.map(({ id }, place) => [id, items[place]?.id ?? id]));
    const offered = new Map((link.optional_offered ?? []).map(({ id }) => [id, asked.fresh(item_id)]));
    const offer = offeredAgain(link, (id) => offered.get(id) ?? id);
    const taxed_as = (link.taxed_as ?? []).map((each) => ({ ...each, of: places.get(each.of) ?? offered.get(each.of) ?? each.of }));
    const { enabled, liability } = link.automatic_tax;
    const taxed = { taxed_as, ...(enabled && { automatic_tax: { enabled, liability } }) };
    return begun(
      it,
      { ...sellingBy(link), ...offer, ...taxed, ...input, payment_link },
      items,
      { account: seller, customer: null },
      null,
      asked,
    );
  },
});

/** The members that a session takes over as they are. */
const shared_members = [
  ...([
    'after_completion',
    'allow_promotion_codes',
    'billing_address_collection',
    'consent_collection',
    'currency',
    'custom_fields',
  ] as const),
  ...(['custom_text', 'customer_creation', 'invoice_creation', 'metadata', 'name_collection', 'optional_items'] as const),
  ...(['payment_method_options', 'payment_method_collection', 'phone_number_collection', 'shipping_address_collection'] as const),
  ...(['shipping_options', 'submit_type', 'tax_id_collection'] as const),
] as const;

/** What a session takes over from the link that it comes by. */
function sellingBy(link: PaymentLink) {
  const recurs = link.line_items.data.some(({ price }) => price.recurring);
  const { application_fee_amount, application_fee_percent, on_behalf_of, payment_method_types, transfer_data } = link;
  const shared = { ...(on_behalf_of && { on_behalf_of }) };
  const of_payment = {
    ...link.payment_intent_data,
    ...shared,
    ...(application_fee_amount !== null && { application_fee_amount }),
    ...(transfer_data && { transfer_data }),
  };
  const of_subscription = {
    ...link.subscription_data,
    ...shared,
    ...(application_fee_percent !== null && { application_fee_percent }),
    ...(transfer_data && { transfer_data: { destination: transfer_data.destination } }),
  };
  return {
    ...pick(link, ...shared_members),
    ...(payment_method_types && { payment_method_types }),
    ...(recurs ? { subscription_data: of_subscription } : { payment_intent_data: of_payment }),
    discounts_kept: [],
    mode: recurs ? ('subscription' as const) : ('payment' as const),
    ui_mode: link.hosted_as ?? ('hosted' as const),
  };
}

const takes = {
  ...brought,
  promotion_code: about('A promotion code from the address of the link; one that takes nothing off is ignored.', typed_code),
};

/** Begins a purchase by a link, and does more with its session. A code in the address that takes nothing off is ignored. */
const beginning =
  (further: (id: string) => Decision) =>
  ({ it, input: { promotion_code, ...input } }: { readonly it: PaymentLink; readonly input: Given<typeof takes> }, asked: Asked) => {
    if (!it.active) return asked.refuse(inactive(it));
    const id = asked.fresh(session);
    const created = run(createByLink, id, { ...input, sold_by: it.id });
    return [created, promotion_code ? run(adjust, id, { promotion_code }, 'ignore') : null, further(id)];
  };

const opened = beginning(() => null);

const follow = rule(paymentLink, 'follow', {
  takes,
  reads: { declines },
  decide: ({ declines: declined, ...seen }, asked) => {
    requireTries(seen, declined, asked);
    return opened(seen, asked);
  },
});

/** Answers with the session that it begins. */
export const open = action('POST /v1/payment_links/:id/open', follow, {
  about: 'Starts a Checkout Session by a payment link, with the prefilled values of its address, and returns the session.',
  replies: session,
});

const foresee = rule(paymentLink, 'look at', { takes, decide: beginning((id) => run(look, id, {})) });

/** Shows the session that would begin. Nothing is stored. */
export const show = action('POST /v1/payment_links/:id/look', foresee, {
  about: 'Returns the Checkout Session that the payment link would start, with what its page shows; nothing is stored.',
  preview: session.prefix,
  replies: session,
});
