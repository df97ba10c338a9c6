import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { flow, flow_for_payer } from './flow.js';

const languages = [
  ...(['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-SG', 'es', 'es-419'] as const),
  ...(['et', 'fi', 'fil', 'fr', 'fr-CA', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt'] as const),
  ...(['pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW', 'ar'] as const),
] as const;

/** A customer's way into the portal: its address opens once, within minutes, and is good for an hour of use. */
export const portalSession = resource({
  object: 'billing_portal.session',
  title: 'portal session',
  prefix: 'bps',
  fields: {
    after_expiration: about(
      'Always null: an expired session can only be replaced by a new one.',
      nullable(object({ type: about('What an expired session would lead to.', oneOf('customer_login')) })),
    ),
    /** What has become of the card that was added last. */
    card: internal(oneOf('kept', 'refused', 'unconfirmed')),
    /** How many cards were tried by it. */
    cards_tried: internal(integer()),
    configuration: about('The configuration that decides what the customer can see and do.', ref('billing_portal.configuration')),
    customer: about('The customer who enters the portal.', ref('customer')),
    customer_account: about('Always null: customers are not accounts.', nullable(text)),
    flow: about("The one task that the session opens with; null for the portal's home page.", flow),
    locale: about("The language of the portal; null or `auto` for that of the customer's browser.", nullable(oneOf(...languages))),
    on_behalf_of: about('The connected account in whose name the portal appears; recorded as sent.', nullable(ref('account'))),
    opened: internal(flag),
    opens_until: internal(timestamp),
    return_url: about('The address of the link that leads back from the portal; null for no link.', nullable(url)),
    /** The fingerprint of the visitor's session secret, and its expiry. */
    session: internal(text),
    session_until: internal(timestamp),
    /** What keeps the card that was added last. */
    setup: internal(nullable(ref('setup_intent'))),
    url: about('The address to redirect the customer to. It opens once, within five minutes.', text),
  },
  publishable: { id: true, object: true, created: true, livemode: true },
  payer_page: { card: true, flow: flow_for_payer, locale: true, return_url: true },
  start: 'billing_portal.session.created',
});

/** A session as rules see it. */
export type PortalSession = It<typeof portalSession>;

/** Whether a caller holds the secret of an open session, by its fingerprint. */
export const isWith = ({ session, session_until = 0 }: PortalSession, fingerprint: string, now: number): boolean =>
  session === fingerprint && now < session_until;

/** The refusal of an ended session. */
export const over: Refusal = {
  code: 'account_link_expired',
  message: 'The portal session was opened already or has expired. Create another one.',
};

/** How long a session can be opened, and how long it lasts after the visitor's last action, in seconds. */
export const lasts = { unopened: 300, used: 3600 } as const;
