import { about, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, ref, secret, text, url } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { many } from '../../../kernel/base/reads.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { eventName, eventVersion } from './event-names.js';

/** A URL of the merchant that receives events. */
export const webhookEndpoint = resource({
  object: 'webhook_endpoint',
  prefix: 'we',
  fields: {
    /** Whose it is. One that was made before this was kept gets it when it is enabled. */
    account: internal(nullable(ref('account'))),
    api_version: nullable(eventVersion),
    application: nullable(text),
    /** It receives the events of connected accounts, and not those of its own account. */
    connect: internal(sometimes(flag)),
    description: nullable(text),
    enabled_events: listOf(eventName, 500),
    /** Since when it has done nothing but fail, in seconds of the service's clock. */
    failing_since: internal(nullable(integer())),
    metadata,
    /** Each event waits until the one before it has been accepted or given up. */
    ordered: sometimes(flag),
    secret: secret('signing'),
    url,
  },
  start: { enabled: null },
  states: { enabled: { disabled: null }, disabled: { enabled: null } },
  events: { told: ['webhook_endpoint.disabled'] },
  columns: ['enabled_events', 'status'],
  owner: 'account',
});

/** An endpoint as rules see it. */
export type WebhookEndpoint = It<typeof webhookEndpoint>;

/** Those that are switched on, the oldest first: no more than a setting may allow. */
export const enabled_endpoints = many(webhookEndpoint, { by: 'status', is: 'enabled', at_most: 200, cut: true });

/** How one delivery went. */
export const webhookAttempt = resource({
  object: 'webhook_attempt',
  prefix: 'wa',
  fields: {
    attempt: integer(),
    event: ref('event'),
    next_attempt: nullable(integer()),
    outcome: text,
    response_body: nullable(text),
    response_status: nullable(integer()),
    url: text,
    webhook_endpoint: about('The endpoint; null if the Stripe CLI has forwarded the event.', nullable(ref('webhook_endpoint'))),
  },
  start: null,
  columns: ['event', 'webhook_endpoint'],
});
