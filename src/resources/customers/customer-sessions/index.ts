import { set } from '../../../kernel/base/effects.js';
import { about, initially, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, secret, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation } from '../../../kernel/base/rules.js';

const able = oneOf('disabled', 'enabled');
const filter = oneOf('always', 'limited', 'unspecified');
const filters = initially(['always' as const], listOf(filter, 3));

const plain = object({ enabled: about('Whether the page may show this component for the customer; false by default.', flag) });
const sheet = {
  payment_method_allow_redisplay_filters: about(
    'Which saved payment methods are shown, by their `allow_redisplay`; only `always` by default.',
    nullable(filters),
  ),
  payment_method_remove: about('Whether the customer can remove saved payment methods.', nullable(able)),
};
const mobile = {
  ...sheet,
  payment_method_redisplay: about('Whether saved payment methods are offered again.', nullable(able)),
  payment_method_save: about('Whether the customer can choose to save a new payment method.', nullable(able)),
  payment_method_save_allow_redisplay_override: about(
    "The `allow_redisplay` of saved payment methods, in place of the customer's choice.",
    nullable(filter),
  ),
};
const element = {
  payment_method_allow_redisplay_filters: about(
    'Which saved payment methods are shown, by their `allow_redisplay`; only `always` by default.',
    filters,
  ),
  payment_method_redisplay: about('Whether saved payment methods are offered again; `disabled` by default.', able),
  payment_method_redisplay_limit: about(
    'How many saved payment methods are offered at most, from 1 to 10; null for the default.',
    nullable(integer({ minimum: 1, maximum: 10 })),
  ),
  payment_method_remove: about('Whether the customer can remove saved payment methods; `disabled` by default.', able),
  payment_method_save: about('Whether the customer can choose to save a new payment method; `disabled` by default.', able),
  payment_method_save_usage: about(
    'What new payment methods are saved for: payments with (`on_session`) or without (`off_session`) the customer present.',
    nullable(oneOf('off_session', 'on_session')),
  ),
};

/** What of a page may show things of the customer; none of it does unless it is said to. */
const components = object({
  active_entitlements: about("The component that shows the customer's active entitlements.", plain),
  buy_button: about('The component that sells by a buy button.', plain),
  customer_portal: about('The component that opens the customer portal.', plain),
  customer_sheet: about(
    'The component of mobile apps that manages saved payment methods.',
    object({
      enabled: about('Whether the app may show this component for the customer; false by default.', flag),
      features: about('The abilities of the component; null without any.', nullable(object(sheet))),
    }),
  ),
  mobile_payment_element: about(
    'The payment component of mobile apps.',
    object({
      enabled: about('Whether the app may show this component for the customer; false by default.', flag),
      features: about('The abilities of the component; null without any.', nullable(object(mobile))),
    }),
  ),
  payment_element: about(
    'The Payment Element on web pages.',
    object({
      enabled: about('Whether the element may show saved payment methods of the customer; false by default.', flag),
      features: about('The abilities of the element; null without any.', nullable(object(element))),
    }),
  ),
  pricing_table: about('The component that shows a pricing table.', plain),
});

/** What a shop's page may know of one customer, for half an hour. */
export const customerSession = resource({
  object: 'customer_session',
  prefix: 'cuss',
  fields: {
    client_secret: about("The secret that a page or app uses in place of the customer's id, for 30 minutes.", secret('client')),
    components: about('The components that may use the session, each with its settings.', components),
    customer: about('The customer whom the session stands for.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    expires_at: about('When the client secret expires, in Unix seconds: 30 minutes after creation.', timestamp),
  },
  start: null,
});

/** How long one holds, in seconds (Stripe). */
const lasts = 1800;

/** Lets a page show what the components named may show. */
export const create = creation(customerSession, {
  takes: {
    customer: about('The customer whom the session stands for.', required(ref('customer'))),
    components: about('The components that may use the session; those that are not sent are disabled.', required(components)),
  },
  decide: ({ it, input }, asked) => set(it, { ...input, expires_at: asked.now + lasts }),
});

/** The customer sessions group. */
export const customerSessions = [
  action('POST /v1/customer_sessions', create, {
    about:
      'Creates a client secret that stands for a customer on a page for 30 minutes. Florin stores the components and its Elements do not read them yet.',
  }),
] as const;
