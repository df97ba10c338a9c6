import { about, field, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { list, retrieve } from '../../../kernel/base/rules.js';

/** Parameters and bodies have no shape of their own here. */
const any_object = field<object>({ type: 'object' }, {}, (value) => value as object);

const methods = ['GET', 'POST', 'DELETE'] as const;
const outcomes = ['succeeded', 'failed'] as const;

/** A request of the API and its response, without secrets. Written after the response, so it appears within seconds. */
export const requestLog = resource({
  object: 'request_log',
  prefix: 'req',
  fields: {
    address: about('The IP address of the client.', text),
    api_version: about('The `Stripe-Version` of the request; null without the header.', nullable(text)),
    duration_ms: about('The time until the response was sent, in milliseconds.', integer()),
    error: about(
      'Why the request was refused or has failed; null for a success.',
      nullable(
        object({
          code: about('The error code.', nullable(text)),
          decline_code: about("Why the payer's bank declined; null for other errors.", nullable(text)),
          message: about('The message of the error.', text),
          param: about('The parameter that caused the error.', nullable(text)),
          type: about('The type of the error.', text),
        }),
      ),
    ),
    idempotency_key: about('The idempotency key of the request.', nullable(text)),
    key: about('The id of the API key, or of the member; for pages and devices of payers, the object that they belong to.', text),
    key_type: about('The kind of the key.', oneOf('ephemeral', 'member', 'page', 'publishable', 'restricted', 'secret', 'visitor')),
    method: about('The HTTP method.', oneOf(...methods)),
    object_id: about('The id of the object in the response.', nullable(text)),
    outcome: about('Whether the status code is below 400.', oneOf(...outcomes)),
    parameters: about(
      'The parameters as they were read; card numbers, codes and secrets are concealed. Null if they could not be read.',
      nullable(any_object),
    ),
    path: about('The path of the URL.', text),
    replayed: about('Whether the response was stored under the idempotency key before.', flag),
    response: about('The body of the response in test mode, with its secrets concealed; null in live mode.', nullable(any_object)),
    status_code: about('The HTTP status code of the response.', integer()),
    user_agent: about('The `User-Agent` of the client.', nullable(text)),
  },
  start: null,
  table: 'request_logs',
  columns: ['object_id', 'outcome', 'path', 'status_code'],
});

/** The request logs group. */
export const requestLogs = [
  retrieve(requestLog, 'GET /v1/request_logs/:id', { about: 'Retrieves the log of a request by the `Request-Id` of its response.' }),
  list(
    requestLog,
    'GET /v1/request_logs',
    {
      object_id: about('Only requests whose response is this object.', text),
      outcome: about('Only requests that succeeded, or only those that were refused or have failed.', oneOf(...outcomes)),
      path: about('Only requests of this path.', text),
      status_code: about('Only responses with this status code.', integer({ minimum: 100, maximum: 599 })),
    },
    {
      about:
        'Lists requests of the last 30 days, newest first. Requests that only read and succeed are logged with `FLORIN_REQUEST_LOG=all`.',
    },
  ),
] as const;
