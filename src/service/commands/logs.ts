import { Option } from 'commander';
import { collected } from './data.js';
import type { Described } from './described.js';
import { follow, newestOf, timeOf, untilStopped } from './follow.js';
import { type OfResult, say, sayResult } from './result.js';
import { type Asking, asking, serviceAt } from './service.js';
import { misused } from './usage.js';

type Filters = {
  readonly status?: readonly string[];
  readonly method?: readonly string[];
  readonly path?: string;
  readonly outcome?: string;
  readonly object?: string;
};
type Options = Asking & Filters & OfResult;

type Logged = {
  readonly id: string;
  readonly created: number;
  readonly method: string;
  readonly path: string;
  readonly status_code: number;
  readonly duration_ms: number;
  readonly error: { readonly message: string; readonly param: string | null } | null;
};

/** `florin logs tail`: prints requests to the API as they are logged. */
export const logging: Described = {
  examples: ['florin logs tail', 'florin logs tail --status 4xx --method POST'],
  commands: {
    tail: {
      about: 'print requests to the API as they are logged',
      json: 'print each request as a line of JSON, with its parameters and its response',
      examples: ['florin logs tail', 'florin logs tail --status 4xx --method POST', "florin logs tail --path '/v1/customers/*' --json"],
      add: (command) =>
        asking(command)
          .option('--status <code>', 'only this status code, such as 402, or class, such as 4xx; may be repeated', collected)
          .option('--method <method>', 'only this method; may be repeated', (value: string, before: readonly string[] = []) => [
            ...before,
            methodIn(value),
          ])
          .option('--path <path>', 'only this path, such as /v1/charges, or with * below it, such as /v1/customers/*')
          .addOption(
            new Option('--outcome <outcome>', 'only requests that succeeded, or that were refused or failed').choices([
              'succeeded',
              'failed',
            ]),
          )
          .option('--object <id>', 'only requests whose response is this object')
          .action(tail),
    },
  },
};

async function tail(options: Options): Promise<void> {
  const service = serviceAt(options);
  const list = `/v1/request_logs?${queryOf(options)}`;
  const last = await newestOf(service, list);
  if (!options.json) say('Ready. Requests that write or are refused are shown here; FLORIN_REQUEST_LOG=all logs reads too.');
  await follow<Logged>({ service, list: `${list}limit=100`, last, signal: untilStopped() }, (request) => {
    if (isWanted(request, options)) sayResult(options, request, lineOf(request));
  });
}

const methods: readonly string[] = ['GET', 'POST', 'DELETE'];

function methodIn(given: string): string {
  const method = given.toUpperCase();
  if (!methods.includes(method)) throw misused(`--method is one of ${methods.join(', ')}, not ${given}.`);
  return method;
}

/** The filters that the list of the API has; the others are applied to its pages. */
function queryOf({ status = [], path, outcome, object }: Filters): string {
  for (const each of status)
    if (!/^[1-5](\d\d|xx)$/i.test(each)) throw misused(`--status ${each} is no status code, such as 402, nor a class, such as 4xx.`);
  const query = new URLSearchParams({
    ...(status.length === 1 && /^\d+$/.test(status[0] ?? '') && { status_code: status[0] }),
    ...(path !== undefined && !path.includes('*') && { path }),
    ...(outcome && { outcome }),
    ...(object && { object_id: object }),
  });
  return query.size ? `${query}&` : '';
}

const isWanted = ({ status_code, method, path: asked }: Logged, { status, method: wanted, path }: Filters): boolean =>
  (status?.some((each) => String(status_code).startsWith(each.toLowerCase().replace('xx', ''))) ?? true) &&
  (wanted?.includes(method) ?? true) &&
  (path === undefined || !path.includes('*') || pattern(path).test(asked));

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

const lineOf = ({ created, status_code, method, path, duration_ms, id, error }: Logged): string =>
  `${timeOf(created)}  ${status_code}  ${method.padEnd(6)}  ${path}  ${duration_ms} ms  ${id}${error ? `  ${error.message}` : ''}`;
