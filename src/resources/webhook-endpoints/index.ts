import { newest_version } from '../../base/api-version.js';
import { type Around, refuse, remove, roll, set } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import { object, pick, required } from '../../base/fields.js';
import { flag, integer, ref, text } from '../../base/kinds.js';
import { day } from '../../base/moments.js';
import { action, creation, list, retrieve, rule } from '../../base/rules.js';
import { webhookAttempt, webhookEndpoint } from './webhook-endpoint.js';

const { fields } = webhookEndpoint;

type Told = { readonly enabled_events?: readonly string[]; readonly url?: string };

function refusalOf({ enabled_events, url }: Told, { refusalOfUrl }: Pick<Around, 'refusalOfUrl'>): Refusal | null {
  const message = url === undefined ? null : refusalOfUrl(url);
  if (message !== null) return { code: 'url_invalid', param: 'url', message };
  return enabled_events?.length === 0 ? { code: 'parameter_invalid_empty', param: 'enabled_events' } : null;
}

/** Creates an endpoint. Its secret is in this answer and in no other. */
export const create = creation(webhookEndpoint, {
  takes: {
    ...pick(fields, 'api_version', 'description', 'metadata'),
    connect: flag,
    enabled_events: required(fields.enabled_events),
    url: required(fields.url),
  },
  decide: ({ it, input: { connect: _, ...given } }, around) => {
    const refusal = refusalOf(given, around);
    if (refusal) return refuse(refusal);
    return set(it, { status: 'enabled', ...given, api_version: given.api_version ?? around.version ?? newest_version });
  },
});

/** Changes an endpoint, or switches it off and on. */
export const update = rule(webhookEndpoint, 'update', {
  takes: { ...pick(fields, 'description', 'enabled_events', 'metadata', 'url'), disabled: flag },
  decide: ({ it, input: { disabled, ...given } }, around) => {
    const refusal = refusalOf(given, around);
    if (refusal) return refuse(refusal);
    if (disabled === true && it.status === 'enabled') return set(it, { status: 'disabled', ...given });
    if (disabled === false && it.status === 'disabled') return set(it, { status: 'enabled', ...given });
    return set(it, given);
  },
});

/** Deletes an endpoint; deliveries still waiting for it are dropped. */
export const removeEndpoint = rule(webhookEndpoint, 'delete', { decide: ({ it }) => remove(it) });

/** Gives an endpoint a new secret; for `expires_in` seconds deliveries are signed with both. */
export const rollSecret = rule(webhookEndpoint, 'roll the secret of', {
  takes: { expires_in: integer({ minimum: 0, maximum: 7 * day }) },
  decide: ({ it, input: { expires_in = day } }, { now }) => roll(it, { overlap_until: now + expires_in }),
});

const described = pick(webhookAttempt.fields, 'attempt', 'next_attempt', 'outcome', 'response_body', 'response_status', 'url');

/** Stores how one delivery went; an endpoint that has failed for too long is given up. */
export const deliveryAttempted = rule(webhookEndpoint, 'deliver to', {
  takes: { attempt: required(object({ ...described, event: text })), given_up: required(flag) },
  decide: ({ it, input: { attempt, given_up } }, { make }) => [
    make(webhookAttempt, { ...attempt, webhook_endpoint: it.id }),
    // Several deliveries may end at once: whoever comes later finds the endpoint disabled already.
    given_up && it.status === 'enabled' && set(it, { status: 'disabled' }, 'webhook_endpoint.disabled'),
  ],
});

/** The webhook endpoints group, with what came of their deliveries. */
export const webhookEndpoints = [
  action('POST /v1/webhook_endpoints', create),
  action('POST /v1/webhook_endpoints/:id', update),
  action('DELETE /v1/webhook_endpoints/:id', removeEndpoint),
  action('POST /v1/webhook_endpoints/:id/roll_secret', rollSecret),
  retrieve(webhookEndpoint, 'GET /v1/webhook_endpoints/:id'),
  list(webhookEndpoint, ['GET /v1/webhook_endpoints', 'GET /v1/webhook_endpoints/list'], {}, { created: false }),
  retrieve(webhookAttempt, 'GET /v1/webhook_attempts/:id'),
  list(webhookAttempt, ['GET /v1/webhook_attempts', 'GET /v1/webhook_attempts/list'], {
    event: ref('event'),
    webhook_endpoint: ref('webhook_endpoint'),
  }),
] as const;
