import type { Asked } from '../../../kernel/base/effects.js';
import { run } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { customer } from '../../customers/customers/customer.js';
import { detach } from '../../payments/payment-methods/index.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { isOffered } from './look.js';
import { type Session, session } from './session.js';

const refusal = (message: string): Refusal => ({ code: 'parameter_invalid', param: 'payment_method', message });

const not_allowed = refusal(
  'This session removes no payment methods. Create it with saved_payment_method_options[payment_method_remove]=enabled.',
);
const not_offered = refusal('The payment method is not one that the page offers.');
const needed = refusal('A subscription is paid with this payment method. Choose another one for it first.');

const over: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

const requireRemovable = ({ saved_payment_method_options: options }: Session, asked: Asked): void => {
  if (asked.byVisitor || options?.payment_method_remove !== 'enabled') asked.refuse(not_allowed);
};

/** Detaches a saved payment method on the page; not one by which a subscription is paid. */
export const removeMethod = rule(session, 'remove a payment method on', {
  from: ['open'],
  takes: { payment_method: about("The customer's saved payment method to remove.", required(ref('payment_method'))) },
  reads: {
    customer,
    method: one(paymentMethod, 'payment_method'),
    subscriptions: many(subscription, { by: 'customer', of: 'customer', at_most: 100, cut: true }),
  },
  decide: ({ it, customer: payer, method, subscriptions }, asked) => {
    requireRemovable(it, asked);
    if (!payer || method.customer !== payer.id || !isOffered(it, method)) return asked.refuse(not_offered);
    const by_default = payer.invoice_settings.default_payment_method;
    const is_needed = subscriptions.some(
      ({ default_payment_method: own, status }) => !over.has(status) && (own ?? by_default) === method.id,
    );
    return is_needed ? asked.refuse(needed) : run(detach, method, {});
  },
});
