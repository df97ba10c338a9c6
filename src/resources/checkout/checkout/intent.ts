import { type Around, type Decision, run } from '../../../kernel/base/effects.js';
import type { InputOf } from '../../../kernel/base/rules.js';
import * as payments from '../../payments/payment-intents/create.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import * as setups from '../../payments/setup-intents/index.js';
import { optionsForSetup } from '../../payments/setup-intents/options.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { chargedFor } from './presentment.js';
import type { OpenSession } from './session.js';

/** From this version on callers expect the intent of a session only once its payer confirms; before it, and natively, it is made with the session (published). */
const intent_at_confirmation_since = '2025-03-31';

/** What may be said of an intent when it is made: how it is confirmed, where that happens at once. */
type Confirming = Partial<{
  readonly customer: string;
  readonly confirm: true;
  readonly payment_method: string;
  readonly payment_method_data: PaymentMethodData;
  readonly receipt_email: string;
  readonly return_url: string;
  readonly shipping: Shipment;
}>;

type Shipment = NonNullable<InputOf<typeof payments.create>['shipping']>;
type PaymentMethodData = NonNullable<InputOf<typeof payments.create>['payment_method_data']>;

/** An intent that is made for a session, and the member that names it. */
export type Made = {
  readonly intent: { readonly payment_intent: string } | { readonly setup_intent: string } | null;
  readonly effects: Decision;
};

/** Creates the payment of a session; nothing for a session without a total. */
export function payingIntent(it: OpenSession, how: Confirming, { fresh }: Around): Made {
  const id = fresh(paymentIntent);
  if (!it.amount_total || it.currency === null) return { intent: null, effects: null };
  const { application_fee_amount, ...said } = it.payment_intent_data ?? {};
  const given = {
    ...said,
    ...(application_fee_amount != null && { application_fee_amount }),
    ...(it.payment_method_options && { payment_method_options: it.payment_method_options }),
    ...(it.customer && { customer: it.customer }),
    ...chargedFor(it),
    currency: it.presentment_details?.presentment_currency ?? it.currency,
    checkout_session: it.id,
    ...(it.payment_link && { payment_link: it.payment_link }),
    ...(it.presentment_details && { presentment_details: it.presentment_details }),
    payment_method_configuration_details: it.payment_method_configuration_details,
  };
  return { intent: { payment_intent: id }, effects: run(payments.create, id, { ...given, ...how }) };
}

/** Makes what is to keep a payment method for a session. */
export function keepingIntent(it: OpenSession, how: Omit<Confirming, 'receipt_email'>, { fresh }: Around): Made {
  const id = fresh(setupIntent);
  const given = {
    ...it.setup_intent_data,
    ...(it.customer && { customer: it.customer }),
    checkout_session: it.id,
    ...(it.payment_link && { payment_link: it.payment_link }),
    payment_method_configuration_details: it.payment_method_configuration_details,
    payment_method_types: it.payment_method_types,
    ...(it.payment_method_options && { payment_method_options: optionsForSetup(it.payment_method_options) }),
    usage: 'off_session' as const,
  };
  return { intent: { setup_intent: id }, effects: run(setups.create, id, { ...given, ...how }) };
}

/** The intent that is made with a session, where its caller expects one. */
export function intentWith(it: OpenSession, around: Around): Made {
  const { version } = around;
  const is_expected = version === null || version < intent_at_confirmation_since;
  if (!is_expected || it.mode === 'subscription') return { intent: null, effects: null };
  return it.mode === 'setup' ? keepingIntent(it, {}, around) : payingIntent(it, {}, around);
}
