import { about, initially, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { features } from './features.js';

/** What the portal says of the business. */
export const business_profile = object({
  headline: about('The sentence at the top of the portal, of at most 60 characters; null for a default one.', nullable(textOf(60))),
  privacy_policy_url: about('The address of your privacy policy, linked from the portal; null for no link.', nullable(url)),
  terms_of_service_url: about('The address of your terms of service, linked from the portal; null for no link.', nullable(url)),
});

/** What the value is that no two defaults of an account share: what a default is for. */
export const of_sessions = 'billing_portal.session';

/** What customers may do on the pages of the portal. */
export const portalConfiguration = resource({
  object: 'billing_portal.configuration',
  title: 'portal configuration',
  prefix: 'bpc',
  fields: {
    active: about('Whether new sessions can use the configuration; the default configuration is always active.', initially(true, flag)),
    application: about('Always null: configurations are made by the account itself.', nullable(expandsTo('application', text))),
    business_profile: about('What the portal says about the business.', business_profile),
    default_return_url: about(
      'The address to which customers return from the portal, unless their session names another; null for no link.',
      nullable(url),
    ),
    features: about('What customers can see and do in the portal.', features),
    is_default: about('Whether sessions without a configuration use this one; only the automatically created one is the default.', flag),
    login_page: about(
      'A page on which customers log in to the portal; not available.',
      object({
        enabled: about('Always false: customers enter the portal with a session.', flag),
        url: about('Always null: there is no login page.', nullable(url)),
      }),
    ),
    metadata,
    name: about('Your own name for the configuration, of at most 100 characters.', nullable(textOf(100))),
    updated: about('When the configuration was last changed, in Unix seconds.', timestamp),
  },
  start: 'billing_portal.configuration.created',
  events: { updated: 'billing_portal.configuration.updated' },
  columns: ['active', 'is_default'],
  unique: { is_default: ({ is_default }) => (is_default ? of_sessions : null) },
});

/** A configuration as rules see it. */
export type PortalConfiguration = It<typeof portalConfiguration>;
