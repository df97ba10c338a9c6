import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Subscription } from '../../billing/subscriptions/subscription.js';
import type { Features } from './features.js';
import type { Flow, FlowGiven } from './flow.js';
import { mayCancel, mayPause } from './permitted.js';

type Of = {
  readonly customer: string;
  readonly features: Features;
  readonly to_cancel: Subscription | null;
  readonly to_pause: Subscription | null;
  readonly to_update: Subscription | null;
  readonly to_confirm: Subscription | null;
};

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param: `flow_data${param}`, message });

const missing = (param: string): Refusal => ({
  code: 'parameter_missing',
  param: `flow_data${param}`,
  message: `Missing required param: flow_data${param}.`,
});

const parts = ['subscription_cancel', 'subscription_pause', 'subscription_update', 'subscription_update_confirm'] as const;

const features_needed = {
  customer_update: 'customer_update',
  payment_method_update: 'payment_method_update',
  subscription_cancel: 'subscription_cancel',
  subscription_pause: 'subscription_pause',
  subscription_update: 'subscription_update',
  subscription_update_confirm: 'subscription_update',
} as const;

/** Why a session cannot lead there. */
export function requireFlow(given: FlowGiven, { customer, features, ...of }: Of, asked: Asked): void {
  const { type } = given;
  const other = parts.find((name) => name !== type && given[name]);
  if (other) asked.refuse(wrong(`[${other}]`, `This is for flow_data[type]=${other}, and the type is ${type}.`));
  const part = parts.find((name) => name === type);
  if (part && !given[part]) asked.refuse(missing(`[${part}]`));
  const needed = features_needed[type];
  if (!features[needed].enabled)
    asked.refuse(wrong('[type]', `The feature ${needed} is disabled in the portal configuration of this session.`));
  const subscription = of.to_cancel ?? of.to_pause ?? of.to_update ?? of.to_confirm;
  requireCompletion(given, asked);
  if (part && subscription) requireSubscription(given, part, subscription, { customer, features }, asked);
}

function requireCompletion(
  { after_completion: { hosted_confirmation, redirect, type } = { type: 'portal_homepage' } }: FlowGiven,
  asked: Asked,
): void {
  if (type === 'redirect' && !redirect) asked.refuse(missing('[after_completion][redirect]'));
  if (type !== 'redirect' && redirect) asked.refuse(wrong('[after_completion][redirect]', 'This is for type=redirect.'));
  if (type !== 'hosted_confirmation' && hosted_confirmation)
    asked.refuse(wrong('[after_completion][hosted_confirmation]', 'This is for type=hosted_confirmation.'));
}

function requireSubscription(
  { subscription_update_confirm: proposed }: FlowGiven,
  part: (typeof parts)[number],
  of: Subscription,
  { customer, features }: Pick<Of, 'customer' | 'features'>,
  asked: Asked,
): void {
  const at = `[${part}][subscription]`;
  if (of.customer !== customer) asked.refuse(wrong(at, 'The subscription is another customer’s.'));
  if (part === 'subscription_cancel' && !mayCancel(of, features))
    asked.refuse(wrong(at, 'This subscription has ended, will end already, or is managed by a schedule.'));
  if (part === 'subscription_pause' && !mayPause(of, features))
    asked.refuse(wrong(at, 'This subscription is not active, is paused or will end already, or is managed by a schedule.'));
  if (of.status === 'canceled' || of.status === 'incomplete_expired' || of.schedule)
    asked.refuse(wrong(at, 'This subscription has ended, or is managed by a schedule, and cannot be changed by its customer.'));
  const unknown = proposed?.items.findIndex(({ id }) => !of.items.data.some((item) => item.id === id)) ?? -1;
  if (unknown >= 0) asked.refuse(wrong(`[${part}][items][${unknown}][id]`, 'The subscription has no such item.'));
}

/** The flow of a session, with defaults. */
export function flowFrom({ after_completion, type, ...given }: FlowGiven): Flow {
  const { hosted_confirmation, redirect } = after_completion ?? {};
  const { subscription_cancel: cancel, subscription_update_confirm: confirm } = given;
  return {
    after_completion: {
      hosted_confirmation: hosted_confirmation ? { custom_message: hosted_confirmation.custom_message ?? null } : null,
      redirect: redirect ?? null,
      type: after_completion?.type ?? 'portal_homepage',
    },
    customer_update: type === 'customer_update' ? {} : null,
    subscription_cancel: cancel ? { retention: cancel.retention ?? null, subscription: cancel.subscription } : null,
    subscription_pause: given.subscription_pause ?? null,
    subscription_update: given.subscription_update ?? null,
    subscription_update_confirm: confirm
      ? {
          discounts: confirm.discounts?.map(({ coupon = null, promotion_code = null }) => ({ coupon, promotion_code })) ?? null,
          items: confirm.items.map(({ id, price = null, quantity = null }) => ({ id, price, quantity })),
          subscription: confirm.subscription,
        }
      : null,
    type,
  };
}
