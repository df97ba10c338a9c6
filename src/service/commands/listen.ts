import type { Described } from './described.js';
import { follow, newestOf, timeOf, untilStopped } from './follow.js';
import { say } from './result.js';
import { type Asking, asking, type Service, serviceAt } from './service.js';

type Options = Asking & {
  readonly forwardTo?: string;
  readonly events: string;
  readonly apiVersion?: string;
  readonly printSecret?: boolean;
  readonly json?: boolean;
};

type Endpoint = { readonly id: string; readonly secret: string };
type Event = { readonly id: string; readonly type: string; readonly created: number };
type Attempt = { readonly id: string; readonly event: Event; readonly outcome: string; readonly response_status: number | null };

/** `florin listen`: prints events as they happen, and forwards them to a local URL while it runs. */
export const listening: Described = {
  json: 'print each event or delivery as a line of JSON',
  examples: [
    'florin listen',
    'florin listen --forward-to localhost:4242/webhook',
    "florin listen --forward-to localhost:4242/webhook --events 'payment_intent.*,refund.created'",
  ],
  notes: `The service delivers to the URL itself, signed with the printed secret, and again after a failure, as to any endpoint. The endpoint is deleted when the
command ends.`,
  add: (command) =>
    asking(command)
      .option('--forward-to <url>', 'the URL to deliver to, such as localhost:4242/webhook')
      .option('--events <types>', 'event types, comma-separated, such as payment_intent.*,refund.created', '*')
      .option('--api-version <version>', 'the version of the API whose form the delivered events have')
      .option('--print-secret', 'print nothing but the signing secret when it is ready')
      .action((options: Options) => listen(serviceAt(options), options, untilStopped())),
};

async function listen(service: Service, options: Options, signal: AbortSignal): Promise<void> {
  const types = options.events.split(',').map((type) => type.trim());
  if (options.forwardTo === undefined) return watch(service, types, options, signal);
  const url = /^https?:\/\//.test(options.forwardTo) ? options.forwardTo : `http://${options.forwardTo}`;
  const wanted = new URLSearchParams({ url, ...(options.apiVersion && { api_version: options.apiVersion }) });
  for (const type of types) wanted.append('enabled_events[]', type);
  const { id, secret } = await service<Endpoint>('POST', '/v1/webhook_endpoints', wanted);
  say(readyWith({ id, secret, url }, options));
  try {
    const list = `/v1/webhook_attempts?webhook_endpoint=${id}&expand[]=data.event&limit=100`;
    await follow<Attempt>({ service, list, last: null, signal }, (attempt) =>
      say(options.json ? JSON.stringify(attempt) : delivered(attempt)),
    );
  } finally {
    await service('DELETE', `/v1/webhook_endpoints/${id}`);
  }
}

function readyWith({ id, secret, url }: Endpoint & { readonly url: string }, { json, printSecret }: Options): string {
  if (printSecret) return secret;
  return json ? JSON.stringify({ webhook_endpoint: id, url, secret }) : `Ready. Events are delivered to ${url} and signed with ${secret}`;
}

const delivered = ({ event, outcome, response_status }: Attempt): string => `${shown(event)}  ${response_status ?? outcome}`;

const shown = ({ id, type, created }: Event): string => `${timeOf(created)}  ${id}  ${type}`;

async function watch(service: Service, types: readonly string[], { json }: Options, signal: AbortSignal): Promise<void> {
  const last = await newestOf(service, '/v1/events?');
  const named = types.includes('*') ? [] : types.map((type) => `&types[]=${encodeURIComponent(type)}`);
  if (!json) say('Ready. Events are shown here; --forward-to <url> delivers them as well.');
  const list = `/v1/events?limit=100${named.join('')}`;
  await follow<Event>({ service, list, last, signal }, (event) => say(json ? JSON.stringify(event) : shown(event)));
}
