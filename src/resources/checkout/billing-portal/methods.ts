import { type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref, url } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { type Subscription, subscription } from '../../billing/subscriptions/subscription.js';
import { update as updateSubscription } from '../../billing/subscriptions/update.js';
import { card_input } from '../../core/cards/card-input.js';
import type { Customer } from '../../customers/customers/customer.js';
import { update as updateCustomer } from '../../customers/customers/index.js';
import { billing_details } from '../../parts.js';
import { detach } from '../../payments/payment-methods/index.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { create as createSetup } from '../../payments/setup-intents/index.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import type { PortalConfiguration } from './configuration.js';
import { portalSession } from './session.js';
import { forbidden, notTheirs, requireVisitor, used, visit_reads } from './visit.js';

/** How many cards one session can try, against card testing. */
const cards_max = 10;

const reads = { ...visit_reads, subscriptions: many(subscription, { by: 'customer', of: 'customer', at_most: 100, cut: true }) } as const;
const takes = {
  ...session_member,
  payment_method: about("The customer's payment method to use or to remove.", required(ref('payment_method'))),
} as const;

const requireAllowed = ({ features }: PortalConfiguration, asked: Asked): void => {
  if (!features.payment_method_update.enabled) asked.refuse(forbidden('change their payment methods'));
};

const over: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** From now on all that a customer pays again is paid with this: what had a method of its own as well, or nothing would have changed for it. */
function paidWith(method: string, customer: Customer, subscriptions: readonly Subscription[]): Decision {
  const others = subscriptions.filter(
    ({ default_payment_method: own, default_source, status }) =>
      !over.has(status) && (own !== null || default_source !== null) && own !== method,
  );
  return [
    customer.invoice_settings.default_payment_method !== method &&
      run(updateCustomer, customer, { invoice_settings: { default_payment_method: method } }),
    others.map((each) => run(updateSubscription, each, { default_payment_method: method })),
  ];
}

/** Chooses what is paid with from now on. */
export const choose = rule(portalSession, 'choose a payment method by', {
  takes,
  reads: { ...reads, payment_method: one(paymentMethod, 'payment_method') },
  decide: ({ it, input, configuration, customer, payment_method: method, subscriptions }, asked): Decision => {
    requireVisitor(it, input, asked);
    requireAllowed(configuration, asked);
    if (method.customer !== it.customer) return asked.refuse(notTheirs('payment_method', method.id));
    return [used(it, asked), paidWith(method.id, customer, subscriptions)];
  },
});

/** Takes a payment method away; not the one that something is paid with which goes on. */
export const drop = rule(portalSession, 'detach a payment method by', {
  takes,
  reads: { ...reads, payment_method: one(paymentMethod, 'payment_method') },
  decide: ({ it, input, configuration, customer, payment_method: method, subscriptions }, asked): Decision => {
    requireVisitor(it, input, asked);
    requireAllowed(configuration, asked);
    if (method.customer !== it.customer) return asked.refuse(notTheirs('payment_method', method.id));
    const by_default = customer.invoice_settings.default_payment_method;
    const is_needed = subscriptions.some(
      ({ default_payment_method: own, status }) => !over.has(status) && (own ?? by_default) === method.id,
    );
    return is_needed ? asked.refuse(needed) : [used(it, asked), run(detach, method, {})];
  },
});

const needed: Refusal = {
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: 'A subscription is paid with this payment method. Choose another one for it first.',
};

/** Tries a card that a customer has typed in; their bank may ask them who they are first. */
export const addCard = rule(portalSession, 'add a card by', {
  takes: {
    ...session_member,
    billing_details: about('The name and address of the cardholder.', billing_details),
    card: about('The card that the customer has entered.', card_input),
    return_url: about('The address to which the customer returns from a step at their bank.', required(url)),
  },
  reads: visit_reads,
  decide: ({ it, input, configuration, customer }, asked): Decision => {
    const { billing_details: who, card, return_url } = input;
    const tried = it.cards_tried ?? 0;
    requireVisitor(it, input, asked);
    requireAllowed(configuration, asked);
    if (tried >= cards_max) asked.refuse(too_often);
    if (!card) return asked.refuse(card_missing);
    const setup = asked.fresh(setupIntent);
    const data = { type: 'card' as const, card, ...(who && { billing_details: who }) };
    return [
      used(it, asked, { cards_tried: tried + 1, setup }),
      run(createSetup, setup, { confirm: true, customer: customer.id, payment_method_data: data, return_url, usage: 'off_session' }),
    ];
  },
});

const card_missing: Refusal = { code: 'parameter_missing', param: 'card', message: 'Missing required param: card.' };

const too_often: Refusal = {
  code: 'permission_denied',
  message: 'This session has tried the maximum number of cards. Create another session.',
};

/** Pays with the card that was added last from now on, where it was kept by now. */
export const takeCard = rule(portalSession, 'take the card of', {
  takes: session_member,
  reads: { ...reads, added: one(setupIntent, 'setup') },
  decide: ({ it, input, added, configuration, customer, subscriptions }, asked): Decision => {
    requireVisitor(it, input, asked);
    requireAllowed(configuration, asked);
    if (!added) return asked.refuse(notTheirs('setup_intent', ''));
    const card = becameOf(added);
    if (card !== 'kept' || !added.payment_method) return used(it, asked, { card });
    return [used(it, asked, { card, setup: null }), paidWith(added.payment_method, customer, subscriptions)];
  },
});

const unconfirmed: ReadonlySet<string> = new Set(['authentication_required', 'setup_intent_authentication_failure']);

/** What has become of a card that was to be kept. */
function becameOf({ last_setup_error: error, status }: It<typeof setupIntent>) {
  if (status === 'succeeded') return 'kept' as const;
  return status === 'requires_payment_method' && !unconfirmed.has(error?.code ?? '') ? ('refused' as const) : ('unconfirmed' as const);
}
