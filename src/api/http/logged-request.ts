import { scrub } from '../../kernel/base/concealed.js';
import type { AnyField, Fields } from '../../kernel/base/fields.js';
import type { Catalogue } from '../../kernel/base/rules.js';
import type { Caller } from '../../kernel/engine/engine.js';
import type { RequestLogRow } from '../../kernel/storage/request-logs.js';
import type { Finished } from './server.js';

/** What a request has sent and what it was answered with, as far as the log of requests shows it. */
export type Exchange = {
  readonly path: string;
  /** As they were read: card numbers and codes are concealed. Null if they could not be read. */
  readonly parameters: object | null;
  readonly response: string | null;
  readonly api_version: string | null;
  readonly idempotency_key: string | null;
  readonly user_agent: string | null;
};

/** Longer bodies are not kept. */
const response_max = 64 * 1024;
const text_max = 500;

/** Makes the logs of requests of a catalogue. Members that hold secrets are concealed by their names, which the fields of the catalogue declare. */
export function requestLogger(catalogue: Catalogue): (finished: Finished, id: string, now_ms: number) => RequestLogRow | null {
  const conceal = concealer(catalogue);
  return (finished, id, now_ms) => {
    const { caller, exchange, status } = finished;
    if (!caller || !exchange) return null;
    const { account, epoch, livemode } = caller;
    const response = exchange.response === null || exchange.response.length > response_max ? null : JSON.parse(conceal(exchange.response));
    const head = headOf(finished, caller);
    const shown = {
      ...head,
      ...headersIn(exchange),
      error: errorIn(response),
      object_id: typeof response?.id === 'string' ? response.id : null,
    };
    const parameters = exchange.parameters && JSON.parse(conceal(JSON.stringify(exchange.parameters)));
    const created = Math.floor(now_ms / 1000);
    const doc = { id, object: 'request_log', created, livemode, ...shown, parameters, response: livemode ? null : response };
    const { outcome, object_id, path } = shown;
    return {
      account,
      epoch,
      id,
      path,
      status_code: String(status),
      outcome,
      object_id,
      created_at: new Date(now_ms),
      doc: JSON.stringify(doc),
    };
  };
}

const headOf = ({ address, duration_ms, method, replayed, status }: Finished, { key_id, kind, page, holder, member }: Caller) => ({
  address,
  duration_ms: Math.round(duration_ms),
  key: page?.id ?? holder?.id ?? member?.id ?? key_id,
  key_type: member ? 'member' : kind,
  method,
  outcome: status < 400 ? 'succeeded' : 'failed',
  replayed,
  status_code: status,
});

/** A card number can be in any header, whether it is refused there or not. */
const headersIn = ({ api_version, idempotency_key, path, user_agent }: Exchange) => ({
  api_version: api_version && scrubbed(api_version),
  idempotency_key: idempotency_key && scrubbed(idempotency_key),
  path: scrubbed(path),
  user_agent: user_agent && scrubbed(user_agent),
});

const scrubbed = (text: string): string => scrub(text.slice(0, text_max));

type Failed = { readonly error?: Readonly<Record<'code' | 'decline_code' | 'message' | 'param' | 'type', string | undefined>> };

function errorIn(response: Failed | null): object | null {
  if (!response?.error) return null;
  const { code = null, decline_code = null, message = '', param = null, type = '' } = response.error;
  return { code, decline_code, message, param, type };
}

/** The names of members with secrets: those that a field declares as a secret, those that it takes from the vault, and those of handlers. */
function concealer(catalogue: Catalogue): (text: string) => string {
  const secrets = new Set<string>(['client_secret', 'websocket_id']);
  const sealed = new Set<string>();
  const look = (fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.secret) secrets.add(name);
      if (field.unsealed) sealed.add(name);
      lookInto(field);
    }
  };
  const lookInto = ({ members, item }: AnyField): void => {
    if (members) look(members);
    if (item) lookInto(item);
  };
  for (const entry of catalogue) if ('resource' in entry) look(entry.resource.fields as Fields);
  const names = [...secrets].join('|');
  // Only digits: the number of an invoice is no secret.
  const digits = [...sealed].join('|');
  const pattern = new RegExp(`"(${names})":"(?:[^"\\\\]|\\\\.)*"|"(${digits})":"\\d{3,4}"|"(${digits})":"\\d{12,19}"`, 'g');
  return (text) => text.replace(pattern, (_, secret, code, number) => `"${secret ?? code ?? number}":"[concealed]"`);
}
