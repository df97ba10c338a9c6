import { newest_version } from '../../../kernel/base/api-version.js';
import { type Asked, type Effects, remove, roll, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick, plainObject } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { own } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { typesOf } from '../events/type-filter.js';
import { eventName } from './event-names.js';
import { enabled_endpoints, type WebhookEndpoint, webhookAttempt, webhookEndpoint } from './webhook-endpoint.js';

const { fields } = webhookEndpoint;

type Told = { readonly enabled_events?: readonly string[]; readonly url?: string };

function requireAllowed({ enabled_events, url }: Told, asked: Asked): void {
  const { refusalOfUrl } = asked;
  const message = url === undefined ? null : refusalOfUrl(url);
  if (message !== null) asked.refuse({ code: 'url_invalid', param: 'url', message });
  if (enabled_events?.length === 0) asked.refuse({ code: 'parameter_invalid_empty', param: 'enabled_events' });
}

/**
 * Those that an account has already. The account is read with them: who adds to them changes its version, so that two at once cannot both
 * be the last one.
 */
const reads = {
  owner: own(account),
  enabled: enabled_endpoints,
} as const;

function requireRoom({ length }: readonly object[], asked: Asked): void {
  const { endpoints_max } = asked;
  if (length < endpoints_max) return;
  const message = `This account has ${length} enabled webhook endpoints, and may have ${endpoints_max}. Disable or delete one of them first.`;
  asked.refuse({ code: 'webhook_endpoints_exceeded', message });
}

/** Creates an endpoint. Its secret is in this answer and in no other. */
export const create = creation(webhookEndpoint, {
  takes: {
    ...pick(fields, 'api_version', 'description', 'metadata', 'ordered'),
    connect: about('Whether the endpoint receives the events of connected accounts, in place of those of your own account.', flag),
    enabled_events: about(
      'The types of events that the endpoint receives: a type, all types with a common beginning (`invoice.*`), or all (`*`).',
      required(fields.enabled_events),
    ),
    url: about('The address that events are sent to.', required(fields.url)),
  },
  reads,
  decide: ({ it, input: given, owner, enabled }, asked) => {
    requireAllowed(given, asked);
    requireRoom(enabled, asked);
    const api_version = given.api_version ?? asked.version ?? newest_version;
    return set(it, { status: 'enabled', account: owner?.id ?? null, ...given, api_version });
  },
});

/** Changes an endpoint, or switches it off and on. */
export const update = rule(webhookEndpoint, 'update', {
  takes: {
    ...pick(fields, 'description', 'enabled_events', 'metadata', 'ordered', 'url'),
    disabled: about('Whether the endpoint receives no events until it is enabled again.', flag),
  },
  reads,
  decide: ({ it, input: { disabled, ...given }, owner, enabled }, asked) => {
    const enables = disabled === false && it.status === 'disabled';
    requireAllowed(given, asked);
    if (enables) requireRoom(enabled, asked);
    if (disabled === true && it.status === 'enabled') return set(it, { status: 'disabled', ...given });
    if (enables) return set(it, { status: 'enabled', account: owner?.id ?? null, ...given, ...mended(it) });
    return set(it, { ...given, ...(given.url !== undefined && mended(it)) });
  },
});

/** A mended endpoint starts with the full retry period again. */
const mended = ({ failing_since }: WebhookEndpoint): object => (failing_since ? { failing_since: null } : {});

/** Deletes an endpoint; deliveries still waiting for it are dropped. */
export const removeEndpoint = rule(webhookEndpoint, 'delete', { decide: ({ it }) => remove(it) });

/** Gives an endpoint a new secret; for `expires_in` seconds deliveries are signed with both. */
export const rollSecret = rule(webhookEndpoint, 'roll the secret of', {
  takes: {
    expires_in: about(
      'For how many seconds deliveries are also signed with the previous secret: a day by default, seven days at most.',
      integer({ minimum: 0, maximum: 7 * day }),
    ),
  },
  decide: ({ it, input: { expires_in = day } }, asked) => roll(it, { overlap_until: asked.now + expires_in }),
});

const described = pick(webhookAttempt.fields, 'attempt', 'next_attempt', 'outcome', 'response_body', 'response_status', 'url');

/** An endpoint that answers so wants nothing more. */
const status_gone = 410;

type Attempted = { readonly outcome?: string; readonly response_status?: number | null };

/** Stores how one delivery went. An endpoint that has done nothing but fail for as long as patience lasts is given up, in seconds of the service's clock. */
export const deliveryAttempted = rule(webhookEndpoint, 'deliver to', {
  takes: { attempt: required(plainObject({ ...described, event: text })), moment: required(integer()), patience: required(integer()) },
  decide: ({ it, input: { attempt, moment, patience } }, asked) => [
    asked.make(webhookAttempt, { ...attempt, webhook_endpoint: it.id }),
    healthAfter(it, attempt, moment, patience),
  ],
});

/** Stores how the Stripe CLI has forwarded an event. */
export const eventForwarded = creation(webhookAttempt, {
  takes: { ...described, event: text },
  decide: ({ it, input }) => set(it, input),
});

function healthAfter(it: WebhookEndpoint, { outcome, response_status }: Attempted, moment: number, patience: number): Effects {
  const { failing_since } = it;
  if (outcome === 'delivered') return failing_since ? set(it, { failing_since: null }) : null;
  const given_up = response_status === status_gone || (failing_since && moment - failing_since >= patience);
  // Several deliveries may end at once: the later ones find the endpoint disabled already.
  if (given_up) return it.status === 'enabled' && set(it, { status: 'disabled', failing_since: null }, 'webhook_endpoint.disabled');
  return failing_since ? null : set(it, { failing_since: moment });
}

/** Moments as events show them, in seconds; without an end, until now. */
const range = object({
  gte: about('Only events created at this second or later.', required(timestamp)),
  lt: about('Only events created before this second.', timestamp),
  lte: about('Only events created at this second or earlier.', timestamp),
});

const resend = handler(
  'POST /v1/webhook_endpoints/:id/resend',
  {
    created: about('When the events were created. Without an end, all until now.', required(range)),
    types: about('Only events of these types.', listOf(eventName, 100)),
    only: about(
      'Whether only events are delivered that the endpoint has not accepted (`undelivered`, the default), or all.',
      oneOf('undelivered', 'all'),
    ),
    starting_after: about(
      'The `last_event` of the previous response, to continue a range that did not fit into one request.',
      ref('event'),
    ),
  },
  'Resend the events of a range of time to a webhook endpoint',
  async ({ read, params, path, refuse }) => {
    const id = path.id ?? '';
    const found = await read.find(webhookEndpoint, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such webhook_endpoint: '${id}'` });
    const { created, types, only = 'undelivered', starting_after: after } = params;
    if (found.status !== 'enabled')
      return refuse({ code: 'parameter_invalid', param: 'id', message: `The endpoint is ${found.status}. Enable it first.` });
    const { count, last } = await read.resend({
      endpoint: id,
      created,
      types: types && typesOf(types),
      undelivered: only === 'undelivered',
      after,
    });
    return { object: 'webhook_resend', webhook_endpoint: id, count, has_more: last !== null, last_event: last };
  },
  {
    about:
      'Delivers the events of a range of time again to an endpoint. While `has_more` is true, repeat the request with `starting_after`.',
  },
);

/** The webhook endpoints group, with the outcomes of deliveries. */
export const webhookEndpoints = [
  action('POST /v1/webhook_endpoints', create, {
    about: 'Creates an endpoint, which receives events by HTTPS. The response contains its secret, which is never shown again.',
  }),
  action('POST /v1/webhook_endpoints/:id', update, { about: 'Updates an endpoint, or disables and enables it.' }),
  action('DELETE /v1/webhook_endpoints/:id', removeEndpoint, { about: 'Deletes an endpoint. Deliveries that wait for it are dropped.' }),
  action('POST /v1/webhook_endpoints/:id/roll_secret', rollSecret, {
    about: 'Replaces the secret of an endpoint and returns the new one. For a time, deliveries are signed with both.',
  }),
  resend,
  retrieve(webhookEndpoint, 'GET /v1/webhook_endpoints/:id', { about: 'Retrieves an endpoint.' }),
  list(
    webhookEndpoint,
    ['GET /v1/webhook_endpoints', 'GET /v1/webhook_endpoints/list'],
    {},
    { created: false, about: 'Lists the endpoints of your account, newest first.' },
  ),
  retrieve(webhookAttempt, 'GET /v1/webhook_attempts/:id', { about: 'Retrieves an attempt to deliver an event.' }),
  list(
    webhookAttempt,
    ['GET /v1/webhook_attempts', 'GET /v1/webhook_attempts/list'],
    {
      event: about('Only attempts to deliver this event.', ref('event')),
      webhook_endpoint: about('Only attempts to deliver to this endpoint.', ref('webhook_endpoint')),
    },
    { about: 'Lists attempts to deliver events, newest first.' },
  ),
] as const;
