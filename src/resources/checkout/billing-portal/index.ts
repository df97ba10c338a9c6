import { about } from '../../../kernel/base/fields.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { change, previewChange } from './change.js';
import { portalConfiguration } from './configuration.js';
import { create, update } from './configurations.js';
import { createSession, open } from './create-session.js';
import { tell } from './details.js';
import { goOn, leave, pause, stay } from './leave.js';
import { look } from './look.js';
import { addCard, choose, drop, takeCard } from './methods.js';

/** The customer portal group. The visitor who opened a session acts on it. */
export const billingPortal = [
  action('POST /v1/billing_portal/configurations', create, {
    about: 'Creates a portal configuration, which decides what customers can see and do in the customer portal.',
  }),
  action('POST /v1/billing_portal/configurations/:id', update, {
    about: 'Updates a portal configuration; sessions that are open use the new one at once.',
  }),
  retrieve(portalConfiguration, 'GET /v1/billing_portal/configurations/:id', { about: 'Retrieves a portal configuration.' }),
  list(
    portalConfiguration,
    ['GET /v1/billing_portal/configurations', 'GET /v1/billing_portal/configurations/list'],
    {
      active: about('Only active or only inactive configurations.', portalConfiguration.fields.active),
      is_default: about('Only the default configuration, or only the others.', portalConfiguration.fields.is_default),
    },
    { about: 'Lists portal configurations, newest first.' },
  ),
  action('POST /v1/billing_portal/sessions', createSession, {
    about: 'Creates a session of the customer portal. Redirect the customer to its address, which opens once, within five minutes.',
  }),
  action('POST /v1/billing_portal/sessions/:id/open', open, {
    about: 'Opens a portal session for the visitor, once and before it expires. It lasts for an hour after the last action.',
  }),
  action('POST /v1/billing_portal/sessions/:id/look', look, {
    about: 'Returns what the pages of a portal session show: the customer, subscriptions, invoices and payment methods.',
    preview: 'bps',
    summary: 'Retrieve what a portal session shows',
  }),
  action('POST /v1/billing_portal/sessions/:id/preview', previewChange, {
    about: 'Previews the invoice of a change that the visitor of a portal session is about to make; nothing is stored.',
    preview: 'upcoming_in',
    replies: invoice,
    summary: 'Preview a change in a portal session',
  }),
  action('POST /v1/billing_portal/sessions/:id/change', change, {
    summary: 'Change a subscription in a portal session',
    about:
      "Changes the customer's subscription as the configuration allows. An amount that is due at once must be paid before the change applies.",
  }),
  action('POST /v1/billing_portal/sessions/:id/leave', leave, {
    summary: 'Cancel a subscription in a portal session',
    about: "Cancels the customer's subscription, at once or at the end of the period, as the configuration says.",
  }),
  action('POST /v1/billing_portal/sessions/:id/pause', pause, {
    summary: 'Pause a subscription in a portal session',
    about: "Pauses the customer's subscription for one of the durations that the configuration offers: its invoices are voided until then.",
  }),
  action('POST /v1/billing_portal/sessions/:id/stay', stay, {
    summary: 'Accept the retention offer in a portal session',
    about: "Accepts the offer of the session's cancellation flow: the subscription stays and gets the coupon.",
  }),
  action('POST /v1/billing_portal/sessions/:id/go_on', goOn, {
    summary: 'Resume a subscription in a portal session',
    about: 'Resumes a subscription that was going to end with its period, or that is paused.',
  }),
  action('POST /v1/billing_portal/sessions/:id/choose', choose, {
    summary: 'Choose a payment method in a portal session',
    about: "Sets the payment method for the customer's future payments, also of subscriptions with a payment method of their own.",
  }),
  action('POST /v1/billing_portal/sessions/:id/drop', drop, {
    summary: 'Remove a payment method in a portal session',
    about: 'Removes a payment method from the customer, unless a subscription is paid with it.',
  }),
  action('POST /v1/billing_portal/sessions/:id/add_card', addCard, {
    summary: 'Add a card in a portal session',
    about: 'Saves a card that the customer has entered, by a setup intent that is returned. One session can try ten cards.',
    replies: setupIntent,
  }),
  action('POST /v1/billing_portal/sessions/:id/take_card', takeCard, {
    summary: 'Use the added card in a portal session',
    about: "Uses the card that was saved last for the customer's future payments, once its setup intent has succeeded.",
  }),
  action('POST /v1/billing_portal/sessions/:id/tell', tell, {
    summary: 'Update the customer in a portal session',
    about: 'Changes the details of the customer and adds or deletes tax ids, as the configuration allows.',
  }),
] as const;
