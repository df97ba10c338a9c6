import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { listed } from '../../../kernel/base/handler.js';
import { integer } from '../../../kernel/base/kinds.js';
import { object, pick, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import { automatic_tax_input } from '../../billing/invoices/parts.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { automaticTaxOf } from '../checkout/automatic-tax.js';
import { requireFields, shipped_monthly } from '../checkout/checks.js';
import { invoiced_reads, requireInvoiced, unlessBilled } from '../checkout/invoice-creation.js';
import { chosenItems, items_reads, line_items_input } from '../checkout/items.js';
import { optional_reads, optionalItems } from '../checkout/optional.js';
import { hostedAs } from '../checkout/session.js';
import { shippingOptions } from '../checkout/shipping.js';
import { changed_items_input, changedItems, rates_input, soldBy } from './changed.js';
import { counted } from './counted.js';
import { createByLink, open, show } from './open.js';
import { type PaymentLink, paymentLink } from './payment-link.js';

const { fields } = paymentLink;

const writable = {
  ...pick(fields, 'after_completion', 'allow_promotion_codes', 'application_fee_amount', 'application_fee_percent'),
  ...pick(fields, 'billing_address_collection', 'consent_collection', 'custom_fields', 'custom_text', 'customer_creation'),
  ...pick(
    fields,
    'inactive_message',
    'invoice_creation',
    'metadata',
    'name_collection',
    'on_behalf_of',
    'optional_items',
    'payment_intent_data',
    'payment_method_collection',
  ),
  ...pick(fields, 'payment_method_options', 'payment_method_types', 'phone_number_collection', 'shipping_address_collection'),
  ...pick(fields, 'submit_type', 'subscription_data', 'tax_id_collection', 'transfer_data'),
  automatic_tax: automatic_tax_input,
  restrictions: about(
    'How often the link can be used for a purchase; null for no limit.',
    nullable(
      object({
        completed_sessions: about(
          'The limit of completed purchases.',
          required(
            sparse({
              limit: about(
                'The number of purchases after which the link is deactivated; not below the number already made.',
                required(integer({ minimum: 1 })),
              ),
            }),
          ),
        ),
      }),
    ),
  ),
};

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

type Said = Given<typeof writable>;

/** Why a link cannot be like this. */
function requireLink(
  { after_completion, custom_fields }: Said,
  mode: 'payment' | 'subscription',
  said: Partial<PaymentLink>,
  asked: Asked,
): void {
  if (after_completion?.type === 'redirect' && !after_completion.redirect?.url)
    asked.refuse({ code: 'parameter_missing', param: 'after_completion[redirect][url]' });
  const misplaced = mode === 'payment' ? said.subscription_data && 'subscription_data' : said.payment_intent_data && 'payment_intent_data';
  if (misplaced)
    asked.refuse(wrong(misplaced, `${misplaced} is for links that sell ${mode === 'payment' ? 'what recurs' : 'what is paid once'}.`));
  requireFields(custom_fields ?? [], asked);
}

/** Makes a link of things that are bought. */
export const create = creation(paymentLink, {
  takes: {
    ...writable,
    currency: about('The currency of the purchase; by default that of the first price. Every price must have an amount in it.', currency),
    line_items: about('What the link sells, at most 100 line items.', required(line_items_input)),
    shipping_options: about('The shipping rates that the payer can choose from, at most 5; not for subscriptions.', rates_input),
  },
  reads: {
    ...items_reads,
    ...invoiced_reads,
    ...optional_reads,
    account: own(account),
    shipping_rates: one(shippingRate, 'shipping_options.shipping_rate'),
  },
  decide: ({ it, input, shipping_rates, account: seller, ...sold }, asked): Decision => {
    const { line_items, shipping_options = [], restrictions, automatic_tax: automatic, ...given } = input;
    const recurs = line_items.some(({ price, price_data }) => price_data?.recurring ?? (price && sold.prices.get(price).recurring));
    const mode = recurs ? 'subscription' : 'payment';
    if (line_items.length) requireLink(input, mode, given as Partial<PaymentLink>, asked);
    else asked.refuse(nothing_sold);
    requireInvoiced(input, mode, sold, asked);
    if (recurs && shipping_options.length) return asked.refuse(shipped_monthly);
    const chosen = chosenItems(line_items, sold, { mode, currency: input.currency ?? null, default_rates: [] }, asked);
    const of_currency = chosen.items[0]?.currency ?? '';
    const offer = optionalItems(input.optional_items, sold, { mode, currency: of_currency, default_rates: [], items: chosen.items }, asked);
    const shipping = shippingOptions(shipping_options, of_currency, shipping_rates, asked);
    return [
      chosen.made,
      set(it, {
        ...given,
        ...(seller && applicationIn(seller)),
        ...automaticTaxOf(
          automatic,
          seller,
          chosen.items.flatMap(({ taxes }) => taxes),
          asked,
        ),
        billing_address_collection: given.billing_address_collection ?? 'auto',
        ...offer.members,
        taxed_as: [...chosen.taxed_as, ...offer.taxed_as, ...shipping.taxed_as],
        hosted_as: hostedAs(asked.version),
        ...soldBy({ id: it.id, currency: of_currency }, chosen.items, seller),
        ...(restrictions && { restrictions: { completed_sessions: { count: 0, limit: restrictions.completed_sessions.limit } } }),
        currency: of_currency,
        customer_creation: recurs ? 'always' : (given.customer_creation ?? unlessBilled(given)),
        payment_method_collection: recurs ? (given.payment_method_collection ?? 'always') : 'if_required',
        shipping_options: shipping.options,
        submit_type: given.submit_type ?? 'auto',
        url: asked.pageUrl('buy', it, it.id),
      }),
    ];
  },
});

const nothing_sold: Refusal = { code: 'parameter_missing', param: 'line_items', message: 'Missing required param: line_items.' };

/** Changes a link: from now on what it makes is like that. */
export const update = rule(paymentLink, 'update', {
  takes: {
    ...writable,
    ...pick(fields, 'active'),
    line_items: about('Other quantities of what the link sells, at most 100 line items; the others stay.', changed_items_input),
    shipping_options: about('The new shipping rates that the payer can choose from, at most 5; not for subscriptions.', rates_input),
  },
  reads: {
    account: own(account),
    ...invoiced_reads,
    ...optional_reads,
    shipping_rates: one(shippingRate, 'shipping_options.shipping_rate'),
  },
  decide: ({ it, input, account: seller, shipping_rates, ...seen }, asked) => {
    const { restrictions, automatic_tax: automatic, line_items, shipping_options, ...given } = input;
    const mode = it.line_items.data.some(({ price }) => price.recurring) ? 'subscription' : 'payment';
    requireInvoiced({ ...it, ...given }, mode, seen, asked);
    requireLink(given, mode, given as Partial<PaymentLink>, asked);
    const count = it.restrictions?.completed_sessions.count ?? 0;
    const limit = restrictions?.completed_sessions.limit;
    if (limit !== undefined && limit < count)
      return asked.refuse(wrong('restrictions[completed_sessions][limit]', `${count} purchases have been made by this link already.`));
    const buying = { mode: mode as 'payment' | 'subscription', currency: it.currency, default_rates: [], items: it.line_items.data };
    const offer = optionalItems(given.optional_items, seen, buying, asked);
    if (mode === 'subscription' && shipping_options?.length) return asked.refuse(shipped_monthly);
    const shipping = shipping_options && shippingOptions(shipping_options, it.currency, shipping_rates, asked);
    const taxed_as = [...offer.taxed_as, ...(shipping?.taxed_as ?? [])];
    const manual = it.line_items.data.flatMap(({ taxes }) => taxes);
    return set(it, {
      ...given,
      ...offer.members,
      ...(line_items && soldBy(it, changedItems(it, line_items, asked), seller)),
      ...(shipping && { shipping_options: shipping.options }),
      ...(taxed_as.length > 0 && { taxed_as: [...(it.taxed_as ?? []), ...taxed_as] }),
      ...(automatic?.enabled ? automaticTaxOf(automatic, seller, manual, asked) : automatic && { automatic_tax: without_taxes }),
      ...(given.billing_address_collection === null && { billing_address_collection: 'auto' as const }),
      ...(restrictions === null && { restrictions }),
      ...(limit !== undefined && { restrictions: { completed_sessions: { count, limit } } }),
    });
  },
});

const without_taxes = { enabled: false, liability: null };

/** Reads what a link sells, a page of it. */
const listLineItems = listed(
  paymentLink.fields.line_items,
  'GET /v1/payment_links/:id/line_items',
  paging,
  'List the line items of a Payment Link',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = (await read.find(paymentLink, id)) as PaymentLink | null;
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such payment_link: '${id}'` });
    return pageOf(found.line_items.data, found.line_items.url, params);
  },
  { about: 'Lists the line items of a payment link in the order in which they were sent.' },
);

/** The payment links group. */
export const paymentLinks = [
  action('POST /v1/payment_links', create, {
    about: 'Creates a payment link: a reusable address that starts a Checkout Session for the same items each time it is opened.',
  }),
  action('POST /v1/payment_links/:id', update, {
    about: 'Updates a payment link, with the quantities of its line items; sessions that it starts from now on follow it.',
  }),
  open,
  show,
  createByLink,
  counted,
  listLineItems,
  retrieve(paymentLink, 'GET /v1/payment_links/:id', { about: 'Retrieves a payment link.' }),
  list(
    paymentLink,
    ['GET /v1/payment_links', 'GET /v1/payment_links/list'],
    { active: about('Only active or only inactive links.', fields.active) },
    {
      about: 'Lists payment links, newest first.',
      created: false,
    },
  ),
] as const;
