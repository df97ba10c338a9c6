import { initially, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { features } from './features.js';

/** What the portal says of the business. */
export const business_profile = object({
  headline: nullable(textOf(60)),
  privacy_policy_url: nullable(url),
  terms_of_service_url: nullable(url),
});

/** What the value is that no two defaults of an account share: what a default is for. */
export const of_sessions = 'billing_portal.session';

/** What customers may do on the pages of the portal. */
export const portalConfiguration = resource({
  object: 'billing_portal.configuration',
  title: 'configuration',
  prefix: 'bpc',
  fields: {
    active: initially(true, flag),
    application: nullable(expandsTo('application', text)),
    business_profile,
    default_return_url: nullable(url),
    features,
    is_default: flag,
    login_page: object({ enabled: flag, url: nullable(url) }),
    metadata,
    name: nullable(textOf(100)),
    updated: timestamp,
  },
  start: 'billing_portal.configuration.created',
  events: { updated: 'billing_portal.configuration.updated' },
  columns: ['active', 'is_default'],
  unique: { is_default: ({ is_default }) => (is_default ? of_sessions : null) },
});

/** A configuration as rules see it. */
export type PortalConfiguration = It<typeof portalConfiguration>;
