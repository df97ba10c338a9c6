import { set } from '../../../kernel/base/effects.js';
import { initially, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, secret, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { action, creation } from '../../../kernel/base/rules.js';

const able = oneOf('disabled', 'enabled');
const filter = oneOf('always', 'limited', 'unspecified');
const filters = initially(['always' as const], listOf(filter, 3));

const plain = object({ enabled: flag });
const sheet = {
  payment_method_allow_redisplay_filters: nullable(filters),
  payment_method_remove: nullable(able),
};
const mobile = {
  ...sheet,
  payment_method_redisplay: nullable(able),
  payment_method_save: nullable(able),
  payment_method_save_allow_redisplay_override: nullable(filter),
};
const element = {
  payment_method_allow_redisplay_filters: filters,
  payment_method_redisplay: able,
  payment_method_redisplay_limit: nullable(integer({ minimum: 1, maximum: 10 })),
  payment_method_remove: able,
  payment_method_save: able,
  payment_method_save_usage: nullable(oneOf('off_session', 'on_session')),
};

/** What of a page may show things of the customer; none of it does unless it is said to. */
const components = object({
  active_entitlements: plain,
  buy_button: plain,
  customer_portal: plain,
  customer_sheet: object({ enabled: flag, features: nullable(object(sheet)) }),
  mobile_payment_element: object({ enabled: flag, features: nullable(object(mobile)) }),
  payment_element: object({ enabled: flag, features: nullable(object(element)) }),
  pricing_table: plain,
});

/** What a shop's page may know of one customer, for half an hour. */
export const customerSession = resource({
  object: 'customer_session',
  prefix: 'cuss',
  fields: {
    client_secret: secret('client'),
    components,
    customer: ref('customer'),
    customer_account: nullable(text),
    expires_at: timestamp,
  },
  start: null,
});

/** How long one holds, in seconds (Stripe). */
const lasts = 1800;

/** Lets a page show what the components named may show. */
export const create = creation(customerSession, {
  takes: { customer: required(ref('customer')), components: required(components) },
  decide: ({ it, input }, asked) => set(it, { ...input, expires_at: asked.now + lasts }),
});

/** The customer sessions group. */
export const customerSessions = [action('POST /v1/customer_sessions', create)] as const;
