import { about, type Given, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { replaced } from '../../parts.js';

/** What a session leads to at once. */
export const flow_types = [
  'customer_update',
  'payment_method_update',
  'subscription_cancel',
  'subscription_pause',
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
      after_completion: about(
        'What happens when the customer has completed the task.',
        object({
          hosted_confirmation: about(
            'The confirmation page of the type `hosted_confirmation`; otherwise null.',
            nullable(object({ custom_message: about('Your message on the confirmation page; null for a default one.', nullable(text)) })),
          ),
          redirect: about(
            'The redirect of the type `redirect`; otherwise null.',
            nullable(object({ return_url: about('The address to which the customer is sent after the task.', url) })),
          ),
          type: about("Whether a confirmation is shown, the portal's home page, or the customer is redirected.", completion),
        }),
      ),
      customer_update: about("An empty object if the task is to change the customer's details; otherwise null.", nullable(object({}))),
      subscription_cancel: about(
        'The subscription to cancel, if that is the task; otherwise null.',
        nullable(
          object({
            retention: about(
              'What the customer is offered for staying; null for no offer.',
              nullable(
                object({
                  coupon_offer: about(
                    'The coupon that is offered.',
                    nullable(object({ coupon: about('The coupon that the customer gets for staying.', ref('coupon')) })),
                  ),
                  type: about('The kind of offer; always a coupon.', retention),
                }),
              ),
            ),
            subscription: about('The subscription that the customer can cancel.', text),
          }),
        ),
      ),
      subscription_pause: about(
        'The subscription to pause, if that is the task; otherwise null.',
        nullable(object({ subscription: about('The subscription that the customer can pause.', text) })),
      ),
      subscription_update: about(
        'The subscription to change, if that is the task; otherwise null.',
        nullable(object({ subscription: about('The subscription that the customer can change.', text) })),
      ),
      subscription_update_confirm: about(
        'The change that the customer is asked to confirm, if that is the task; otherwise null.',
        nullable(
          object({
            discounts: about(
              'The discount that comes with the change; null for none.',
              nullable(
                listOf(
                  object({
                    coupon: about('The coupon of the discount; null for a promotion code.', nullable(text)),
                    promotion_code: about('The promotion code of the discount; null for a coupon.', nullable(text)),
                  }),
                  1,
                ),
              ),
            ),
            items: about(
              'The items that change, each with its new price or quantity.',
              listOf(
                object({
                  id: about('The subscription item that changes.', nullable(text)),
                  price: about('The new price; null if it stays.', nullable(text)),
                  quantity: about('The new quantity; null if it stays.', nullable(quantity)),
                }),
                20,
              ),
            ),
            subscription: about('The subscription that the change is for.', text),
          }),
        ),
      ),
      type: about('The task that the session opens with.', oneOf(...flow_types)),
    }),
  ),
);

const of_subscription = {
  subscription: about('The subscription of the customer that the task is about.', required(ref('subscription'))),
} as const;

/** What a session leads to, as callers say it. */
export const flow_input = object({
  after_completion: about(
    "What happens when the customer has completed the task; by default the portal's home page follows.",
    object({
      hosted_confirmation: about(
        'The confirmation page, for the type `hosted_confirmation`.',
        object({ custom_message: about('Your message on the confirmation page, of at most 500 characters.', textOf(500)) }),
      ),
      redirect: about(
        'The redirect, required for the type `redirect`.',
        object({ return_url: about('The address to which the customer is sent after the task.', required(url)) }),
      ),
      type: about("Whether a confirmation is shown, the portal's home page, or the customer is redirected.", required(completion)),
    }),
  ),
  subscription_cancel: about(
    'The subscription to cancel; required for the type `subscription_cancel`.',
    object({
      ...of_subscription,
      retention: about(
        'What the customer is offered for staying; by default nothing.',
        object({
          coupon_offer: about(
            'The coupon to offer to the customer.',
            required(object({ coupon: about('The coupon that the customer gets for staying.', required(ref('coupon'))) })),
          ),
          type: about('The kind of offer; only coupons can be offered.', required(retention)),
        }),
      ),
    }),
  ),
  subscription_pause: about('The subscription to pause; required for the type `subscription_pause`.', object(of_subscription)),
  subscription_update: about('The subscription to change; required for the type `subscription_update`.', object(of_subscription)),
  subscription_update_confirm: about(
    'The change to confirm; required for the type `subscription_update_confirm`.',
    object({
      ...of_subscription,
      discounts: about(
        'The discount that comes with the change, at most one.',
        listOf(
          object({
            coupon: about('The coupon of the discount, in place of a promotion code.', ref('coupon')),
            promotion_code: about('The promotion code of the discount, in place of a coupon.', ref('promotion_code')),
          }),
          1,
        ),
      ),
      items: about(
        'The items that change, each with its new price or quantity, at most 20.',
        required(
          listOf(
            object({
              id: about('The item of the subscription that changes.', required(text)),
              price: about('The new price of the item; by default it stays.', ref('price')),
              quantity: about('The new quantity of the item; by default it stays.', quantity),
            }),
            20,
          ),
        ),
      ),
    }),
  ),
  type: about('The task that the session opens with; its feature must be enabled in the configuration.', required(oneOf(...flow_types))),
});

/** What is shown of it. */
export type Flow = NonNullable<Values<{ of: typeof flow }>['of']>;

/** What callers say of it. */
export type FlowGiven = NonNullable<Given<{ of: typeof flow_input }>['of']>;

/** All of it, for the page has to go that way. */
export const flow_for_payer = {
  after_completion: { hosted_confirmation: { custom_message: true }, redirect: { return_url: true }, type: true },
  subscription_cancel: { retention: { coupon_offer: { coupon: true }, type: true }, subscription: true },
  subscription_pause: { subscription: true },
  subscription_update: { subscription: true },
  subscription_update_confirm: {
    discounts: { coupon: true, promotion_code: true },
    items: { id: true, price: true, quantity: true },
    subscription: true,
  },
  type: true,
} as const;
