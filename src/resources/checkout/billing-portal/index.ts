import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { change, previewChange } from './change.js';
import { portalConfiguration } from './configuration.js';
import { create, update } from './configurations.js';
import { createSession, open } from './create-session.js';
import { tell } from './details.js';
import { goOn, leave, stay } from './leave.js';
import { look } from './look.js';
import { addCard, choose, drop, takeCard } from './methods.js';

/** The customer portal group. The visitor who opened a session acts on it. */
export const billingPortal = [
  action('POST /v1/billing_portal/configurations', create),
  action('POST /v1/billing_portal/configurations/:id', update),
  retrieve(portalConfiguration, 'GET /v1/billing_portal/configurations/:id'),
  list(
    portalConfiguration,
    ['GET /v1/billing_portal/configurations', 'GET /v1/billing_portal/configurations/list'],
    pick(portalConfiguration.fields, 'active', 'is_default'),
  ),
  action('POST /v1/billing_portal/sessions', createSession),
  action('POST /v1/billing_portal/sessions/:id/open', open),
  action('POST /v1/billing_portal/sessions/:id/look', look, { preview: 'bps', summary: 'Show what a portal session shows' }),
  action('POST /v1/billing_portal/sessions/:id/preview', previewChange, {
    preview: 'upcoming_in',
    replies: invoice,
    summary: 'Preview a change by a portal session',
  }),
  action('POST /v1/billing_portal/sessions/:id/change', change),
  action('POST /v1/billing_portal/sessions/:id/leave', leave),
  action('POST /v1/billing_portal/sessions/:id/stay', stay),
  action('POST /v1/billing_portal/sessions/:id/go_on', goOn),
  action('POST /v1/billing_portal/sessions/:id/choose', choose),
  action('POST /v1/billing_portal/sessions/:id/drop', drop),
  action('POST /v1/billing_portal/sessions/:id/add_card', addCard, { replies: setupIntent }),
  action('POST /v1/billing_portal/sessions/:id/take_card', takeCard),
  action('POST /v1/billing_portal/sessions/:id/tell', tell),
] as const;
