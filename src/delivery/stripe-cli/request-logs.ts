/** A log of a request, as it is stored. */
type Log = {
  readonly id: string;
  readonly address: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly method: string;
  readonly outcome: string;
  readonly path: string;
  readonly status_code: number;
  readonly error: Readonly<Record<string, string | null>> | null;
};

type Filters = Readonly<Record<string, readonly string[] | undefined>>;

/** The values of a log that filters are compared with. Every request comes through the API. */
const valuesOf = ({ address, method, outcome, path, status_code }: Log): Readonly<Record<string, string>> => ({
  filter_account: 'self',
  filter_http_method: method,
  filter_ip_address: address,
  filter_request_path: path,
  filter_request_status: outcome.toUpperCase(),
  filter_source: 'API',
  filter_status_code: String(status_code),
  filter_status_code_type: `${String(status_code).charAt(0)}00`,
});

/** The message for `stripe logs tail`; null if the filters leave the request out. */
export function logMessage(doc: string, filters: string | null): string | null {
  const log = JSON.parse(doc) as Log;
  const values = valuesOf(log);
  const asked = Object.entries(JSON.parse(filters ?? '{}') as Filters);
  const isWanted = asked.every(([name, listed = []]) => listed.length === 0 || listed.some((each) => isSame(name, each, values[name])));
  return isWanted
    ? JSON.stringify({ type: 'request_log_event', request_log_id: log.id, event_payload: JSON.stringify(payloadOf(log)) })
    : null;
}

const isSame = (name: string, asked: string, value = ''): boolean =>
  name === 'filter_request_path' ? asked === value : asked.toUpperCase() === value.toUpperCase();

/** The CLI shows each member of the error that is not empty. */
const payloadOf = ({ id, created, error, livemode, method, path, status_code }: Log): object => ({
  created_at: created,
  livemode,
  method,
  request_id: id,
  status: status_code,
  url: path,
  error: Object.fromEntries(Object.entries(error ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
});
