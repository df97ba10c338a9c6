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
    api_version: about(
      'The form of the events: that of an API version such as `2025-09-30.clover`, or `native` with times in milliseconds.',
      nullable(eventVersion),
    ),
    application: about('Always null: Florin does not use it.', nullable(text)),
    /** It receives the events of connected accounts, and not those of its own account. */
    connect: internal(sometimes(flag)),
    description: about('Your description of the endpoint.', nullable(text)),
    enabled_events: about(
      'The types of events that the endpoint receives: a type, all types with a common beginning (`invoice.*`), or all (`*`).',
      listOf(eventName, 500),
    ),
    /** Since when it has done nothing but fail, in seconds of the service's clock. */
    failing_since: internal(nullable(integer())),
    metadata,
    /** Each event waits until the one before it has been accepted or given up. */
    ordered: about(
      'Whether the endpoint receives events in order: each waits until the one before was accepted or abandoned.',
      sometimes(flag),
    ),
    secret: about(
      'The secret that signs deliveries. It is returned only when the endpoint is created or the secret is rolled.',
      secret('signing'),
    ),
    url: about('The address that events are sent to.', url),
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
    attempt: about('The number of the attempt, counted from 1.', integer()),
    event: about('The delivered event.', ref('event')),
    next_attempt: about('When the next attempt follows, in Unix seconds; null for the last one.', nullable(integer())),
    outcome: about(
      'The result of the attempt: `delivered` if the endpoint answered with a status from 200 to 299, `refused` for another status, or the reason why there was no response, such as `timed_out`.',
      text,
    ),
    response_body: about("The beginning of the endpoint's response.", nullable(text)),
    response_status: about('The HTTP status of the response; null without a response.', nullable(integer())),
    url: about('The address that the event was sent to.', text),
    webhook_endpoint: about(
      'The endpoint that the event was sent to; null if the Stripe CLI has forwarded the event.',
      nullable(ref('webhook_endpoint')),
    ),
  },
  start: null,
  columns: ['event', 'webhook_endpoint'],
});
