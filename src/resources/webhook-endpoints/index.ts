import { newest_version } from '../../base/api-version.js';
import { type Around, type Effects, refuse, remove, roll, set } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import { object, pick, required } from '../../base/fields.js';
import { flag, integer, ref, text } from '../../base/kinds.js';
import { day } from '../../base/moments.js';
import type { It } from '../../base/resource.js';
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
    ...pick(fields, 'api_version', 'description', 'metadata', 'ordered'),
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
  takes: { ...pick(fields, 'description', 'enabled_events', 'metadata', 'ordered', 'url'), disabled: flag },
  decide: ({ it, input: { disabled, ...given } }, around) => {
    const refusal = refusalOf(given, around);
    if (refusal) return refuse(refusal);
    if (disabled === true && it.status === 'enabled') return set(it, { status: 'disabled', ...given });
    if (disabled === false && it.status === 'disabled') return set(it, { status: 'enabled', ...given, ...anew(it) });
    return set(it, { ...given, ...(given.url !== undefined && anew(it)) });
  },
});

/** Whoever has mended an endpoint has all patience again. */
const anew = ({ failing_since }: It<typeof webhookEndpoint>): object => (failing_since ? { failing_since: null } : {});

/** Deletes an endpoint; deliveries still waiting for it are dropped. */
export const removeEndpoint = rule(webhookEndpoint, 'delete', { decide: ({ it }) => remove(it) });

/** Gives an endpoint a new secret; for `expires_in` seconds deliveries are signed with both. */
export const rollSecret = rule(webhookEndpoint, 'roll the secret of', {
  takes: { expires_in: integer({ minimum: 0, maximum: 7 * day }) },
  decide: ({ it, input: { expires_in = day } }, { now }) => roll(it, { overlap_until: now + expires_in }),
});

const described = pick(webhookAttempt.fields, 'attempt', 'next_attempt', 'outcome', 'response_body', 'response_status', 'url');

/** An endpoint that answers so wants nothing more. */
const status_gone = 410;

type Attempted = { readonly outcome?: string; readonly response_status?: number | null };

/** Stores how one delivery went. An endpoint that has done nothing but fail for as long as patience lasts is given up, in seconds of the service's clock. */
export const deliveryAttempted = rule(webhookEndpoint, 'deliver to', {
  takes: { attempt: required(object({ ...described, event: text })), moment: required(integer()), patience: required(integer()) },
  decide: ({ it, input: { attempt, moment, patience } }, { make }) => [
    make(webhookAttempt, { ...attempt, webhook_endpoint: it.id }),
    healthAfter(it, attempt, moment, patience),
  ],
});

function healthAfter(it: It<typeof webhookEndpoint>, { outcome, response_status }: Attempted, moment: number, patience: number): Effects {
  const { failing_since } = it;
  if (outcome === 'delivered') return failing_since ? set(it, { failing_since: null }) : null;
  const given_up = response_status === status_gone || (failing_since && moment - failing_since >= patience);
  // Several deliveries may end at once: whoever comes later finds the endpoint disabled already.
  if (given_up) return it.status === 'enabled' && set(it, { status: 'disabled', failing_since: null }, 'webhook_endpoint.disabled');
  return failing_since ? null : set(it, { failing_since: moment });
}

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
