import { type Given, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { replaced } from '../../parts.js';

/** What a session leads to at once. */
export const flow_types = [
  'customer_update',
  'payment_method_update',
  'subscription_cancel',
  'subscription_update',
  'subscription_update_confirm',
] as const;

const completion = oneOf('hosted_confirmation', 'portal_homepage', 'redirect');
const retention = oneOf('coupon_offer');
const quantity = integer({ minimum: 0, maximum: 999_999_999 });

/** What a session leads to, as it is shown. */
export const flow = nullable(
  replaced(
    object({
      after_completion: object({
        hosted_confirmation: nullable(object({ custom_message: nullable(text) })),
        redirect: nullable(object({ return_url: url })),
        type: completion,
      }),
      customer_update: nullable(object({})),
      subscription_cancel: nullable(
        object({
          retention: nullable(object({ coupon_offer: nullable(object({ coupon: ref('coupon') })), type: retention })),
          subscription: text,
        }),
      ),
      subscription_pause: nullable(object({})),
      subscription_update: nullable(object({ subscription: text })),
      subscription_update_confirm: nullable(
        object({
          discounts: nullable(listOf(object({ coupon: nullable(text), promotion_code: nullable(text) }), 1)),
          items: listOf(object({ id: nullable(text), price: nullable(text), quantity: nullable(quantity) }), 20),
          subscription: text,
        }),
      ),
      type: oneOf(...flow_types),
    }),
  ),
);

const of_subscription = { subscription: required(ref('subscription')) } as const;

/** What a session leads to, as callers say it. */
export const flow_input = object({
  after_completion: object({
    hosted_confirmation: object({ custom_message: textOf(500) }),
    redirect: object({ return_url: required(url) }),
    type: required(completion),
  }),
  subscription_cancel: object({
    ...of_subscription,
    retention: object({ coupon_offer: required(object({ coupon: required(ref('coupon')) })), type: required(retention) }),
  }),
  subscription_update: object(of_subscription),
  subscription_update_confirm: object({
    ...of_subscription,
    discounts: listOf(object({ coupon: ref('coupon'), promotion_code: ref('promotion_code') }), 1),
    items: required(listOf(object({ id: required(text), price: ref('price'), quantity }), 20)),
  }),
  type: required(oneOf(...flow_types)),
});

/** What is shown of it. */
export type Flow = NonNullable<Values<{ of: typeof flow }>['of']>;

/** What callers say of it. */
export type FlowGiven = NonNullable<Given<{ of: typeof flow_input }>['of']>;

/** All of it, for the page has to go that way. */
export const flow_for_payer = {
  after_completion: { hosted_confirmation: { custom_message: true }, redirect: { return_url: true }, type: true },
  subscription_cancel: { retention: { coupon_offer: { coupon: true }, type: true }, subscription: true },
  subscription_update: { subscription: true },
  subscription_update_confirm: {
    discounts: { coupon: true, promotion_code: true },
    items: { id: true, price: true, quantity: true },
    subscription: true,
  },
  type: true,
} as const;
