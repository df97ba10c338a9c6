import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import type { HttpRequest, HttpResponse } from './exchange.js';

/** The flows of the library that this program uses, with the names of their messages. */
export const flows = {
  authorize: ['PaymentServiceAuthorizeRequest', 'PaymentServiceAuthorizeResponse'],
  charge: ['RecurringPaymentServiceChargeRequest', 'RecurringPaymentServiceChargeResponse'],
  get: ['PaymentServiceGetRequest', 'PaymentServiceGetResponse'],
  setup_recurring: ['PaymentServiceSetupRecurringRequest', 'PaymentServiceSetupRecurringResponse'],
  customer_create: ['CustomerServiceCreateRequest', 'CustomerServiceCreateResponse'],
  capture: ['PaymentServiceCaptureRequest', 'PaymentServiceCaptureResponse'],
  incremental_authorization: ['PaymentServiceIncrementalAuthorizationRequest', 'PaymentServiceIncrementalAuthorizationResponse'],
  void: ['PaymentServiceVoidRequest', 'PaymentServiceVoidResponse'],
  refund: ['PaymentServiceRefundRequest', 'RefundResponse'],
  refund_get: ['RefundServiceGetRequest', 'RefundResponse'],
  submit_evidence: ['DisputeServiceSubmitEvidenceRequest', 'DisputeServiceSubmitEvidenceResponse'],
  defend: ['DisputeServiceDefendRequest', 'DisputeServiceDefendResponse'],
  payout_create: ['PayoutServiceCreateRequest', 'PayoutServiceCreateResponse'],
  payout_get: ['PayoutServiceGetRequest', 'PayoutServiceGetResponse'],
  create_server_authentication_token: [
    'MerchantAuthenticationServiceCreateServerAuthenticationTokenRequest',
    'MerchantAuthenticationServiceCreateServerAuthenticationTokenResponse',
  ],
} as const;

/** A flow of the library. */
export type Flow = keyof typeof flows;

/** A request in both its forms: as the library understands it and as it goes over HTTP. All of it is needed to read the response. */
export type Prepared = { readonly flow: Flow; readonly message: string; readonly http: HttpRequest };

/** A connector as the library is configured for it. */
export type Target = { readonly environment: 'sandbox' | 'production'; readonly config: types.IConnectorSpecificConfig };

/** Members of any response that this program reads. */
export type Response = Readonly<Record<string, unknown>>;

/** A response as the library reads it: `refused` is an error answer of the connector, `unreadable` says nothing about the outcome. */
export type Reading =
  | { readonly result: 'read'; readonly response: Response }
  | { readonly result: 'refused'; readonly status: number; readonly error: types.IErrorInfo }
  | { readonly result: 'unreadable'; readonly why: string };

/** A verified event of a connector. */
export type Event = {
  readonly verified: boolean;
  readonly event: types.EventServiceHandleResponse;
  readonly about: types.EventServiceParseResponse;
};

/** The library: it builds requests and reads responses, and sends nothing. */
export type Library = {
  /** Throws `Unbuildable` if the connector cannot do it or a member is missing. */
  readonly prepare: (target: Target, flow: Flow, message: object) => Prepared;
  readonly read: (target: Target, prepared: Prepared, response: HttpResponse) => Reading;
  /** Throws if the body is no event of the connector. */
  readonly event: (
    target: Target,
    request: { readonly headers: Record<string, string>; readonly body: Buffer; readonly uri: string },
    secret: string,
  ) => Event;
};

/** Why the library builds no request: nothing has been sent. */
export type Unbuildable = Error & { readonly unbuildable: string };
/** Whether an error is that of a request that cannot be built. */
export const isUnbuildable = (error: unknown): error is Unbuildable => error instanceof Error && 'unbuildable' in error;

type Message = {
  create: (value: object) => object;
  encode: (value: object) => { finish: () => Uint8Array };
  decode: (bytes: Uint8Array) => never;
};
const messageNamed = (name: string): Message => (prism.types as unknown as Record<string, Message>)[name] as Message;

const encoded = (name: string, value: object): Buffer => Buffer.from(messageNamed(name).encode(messageNamed(name).create(value)).finish());

/** Loads the native library. Throws if it does not exist for this platform, or needs a newer C library. */
export function openLibrary(): Library {
  const native = new prism.UniffiClient();
  const optionsOf = ({ environment, config }: Target): Buffer =>
    encoded('FfiOptions', {
      environment: environment === 'production' ? prism.types.Environment.PRODUCTION : prism.types.Environment.SANDBOX,
      connectorConfig: config,
    });
  return {
    prepare: (target, flow, value) => {
      const message = encoded(flows[flow][0], value);
      const built = prism.types.FfiConnectorHttpRequest.decode(building(() => native.callReq(flow, message, optionsOf(target))));
      const { url, method, headers, body } = built;
      return {
        flow,
        message: message.toString('base64'),
        http: { url, method, headers: { ...headers }, body: Buffer.from(body ?? []).toString('base64') },
      };
    },
    read: (target, { flow, message }, { status, headers, body }) => {
      const response = encoded('FfiConnectorHttpResponse', { statusCode: status, headers, body: Buffer.from(body, 'base64') });
      try {
        const read = native.callRes(flow, response, Buffer.from(message, 'base64'), optionsOf(target));
        return { result: 'read', response: messageNamed(flows[flow][1]).decode(prism.types.FfiConnectorHttpResponse.decode(read).body) };
      } catch (error) {
        return failed(error as LibraryError, status);
      }
    },
    event: (target, { headers, body, uri }, secret) => {
      const requestDetails = { method: prism.types.HttpMethod.HTTP_METHOD_POST, uri, headers, body };
      const options = optionsOf(target);
      const request = encoded('EventServiceHandleRequest', { requestDetails, webhookSecrets: { secret } });
      const event = prism.types.EventServiceHandleResponse.decode(native.callDirect('handle_event', request, options));
      const parsed = native.callDirect('parse_event', encoded('EventServiceParseRequest', { requestDetails }), options);
      return { verified: event.sourceVerified === true, event, about: prism.types.EventServiceParseResponse.decode(parsed) };
    },
  };
}

type LibraryError = Error & {
  readonly errorCode?: string;
  readonly proto?: { readonly httpStatusCode?: number; readonly errorInfo?: types.IErrorInfo };
};

function building<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    const { message, errorCode } = error as LibraryError;
    throw Object.assign(new Error(message), { unbuildable: errorCode ?? 'UNKNOWN' });
  }
}

/** The statuses after which a request may still have been carried out, or may be later. */
const undecided = [408, 409, 425, 429];

function failed({ message, proto, errorCode }: LibraryError, status: number): Reading {
  if (status >= 400 && status < 500 && !undecided.includes(status)) return { result: 'refused', status, error: proto?.errorInfo ?? {} };
  return { result: 'unreadable', why: `${errorCode ?? 'UNKNOWN'}: ${message}`.slice(0, 200) };
}
