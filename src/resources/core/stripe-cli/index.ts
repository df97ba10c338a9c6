import { newest_version } from '../../../kernel/base/api-version.js';
import { about, type Field, type Given, invalid, required } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';

const texts = listOf(textOf(500), 100);

const filter_fields = {
  filter_account: about(
    'Requests of this account (`self`), or those for connected accounts.',
    listOf(oneOf('connect_in', 'connect_out', 'self')),
  ),
  filter_http_method: about('The HTTP methods.', texts),
  filter_ip_address: about('The addresses of clients.', texts),
  filter_request_path: about('The paths of URLs.', texts),
  filter_request_status: about('Whether requests succeeded.', texts),
  filter_source: about('Where requests came from.', texts),
  filter_status_code: about('The HTTP status codes.', texts),
  filter_status_code_type: about('The first codes of ranges: `200`, `400`, `500`.', texts),
};

const shape = sparse(filter_fields);

/** The filters of `stripe logs tail`, which the CLI sends as JSON. */
const filters: Field<string, string, 'optional'> = {
  ...textOf(5000),
  read: (value, at, reading) => {
    const written = text.read(value, at, reading);
    if (written === undefined) return undefined;
    const read = shape.read(parsed(written), at, { ...reading, text_only: false });
    return read === undefined
      ? invalid(reading, at, `Invalid filters: send a JSON object with lists, such as {"filter_http_method":["POST"]}.`)
      : JSON.stringify(read);
  },
};

function parsed(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** The filters of request logs as they are stored. */
export type LogFilters = Given<typeof filter_fields>;

const url = textOf(2048);

/** How long a socket lasts before the CLI replaces it, in seconds; it continues where the former one has stopped. */
const reconnect_delay = 3600;

const open = handler(
  'POST /v1/stripecli/sessions',
  {
    device_name: about('The name of the machine.', required(textOf(500))),
    filters: about(
      'Which request logs to send, as a JSON object: `filter_http_method`, `filter_request_path` and others, each a list.',
      filters,
    ),
    forward_connect_to_url: about(
      'Where the CLI forwards events of connected accounts to. The CLI forwards; Florin does not call this URL.',
      url,
    ),
    forward_thin_connect_to_url: about('Accepted and ignored: Florin has no thin events.', url),
    forward_thin_to_url: about('Accepted and ignored: Florin has no thin events.', url),
    forward_to_url: about('Where the CLI forwards events to. The CLI forwards; Florin does not call this URL.', url),
    websocket_features: about(
      'What the socket sends: `webhooks` for events, or `request_logs`. `v2_events` is accepted beside `webhooks` and has no effect.',
      required(listOf(oneOf('webhooks', 'request_logs', 'v2_events'), 3)),
    ),
  },
  'Open a session for the Stripe CLI',
  async ({ params: { websocket_features, filters = null }, read, refuse }) => {
    const feature = websocket_features.find((each) => each !== 'v2_events');
    if (!feature) {
      const message = 'Florin has no thin events. Send webhooks or request_logs.';
      return refuse({ code: 'parameter_invalid', param: 'websocket_features', message });
    }
    const session = await read.listen({ feature, filters });
    if (!session) return refuse({ code: 'rate_limit', message: 'Too many sockets of the Stripe CLI are open. Close some of them first.' });
    return {
      object: 'stripecli.session',
      ...session,
      default_version: newest_version,
      display_connect_filter_warning: false,
      latest_version: newest_version,
      reconnect_delay,
      websocket_authorized_feature: feature,
    };
  },
  {
    about:
      'Opens a session for `stripe listen` or `stripe logs tail`. The CLI connects to `websocket_url` and sends `websocket_id` in the header `Websocket-Id`. Events are signed with `secret`, which all sessions of the account share.',
  },
);

/** The session of the Stripe CLI. */
export const stripeCli = [open] as const;
