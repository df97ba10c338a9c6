import type { Command } from 'commander';
import { collected, type Pair, pairIn } from './data.js';
import type { Described } from './described.js';
import type { OfResult } from './result.js';
import { type Asking, asking, connectionTo, jsonIn, type Params, type Received, refusalIn, type Sent } from './service.js';
import { misused } from './usage.js';

/** The options of a request besides its parameters. */
export type OfRequest = Asking &
  OfResult & {
    readonly data?: readonly string[];
    readonly idempotencyKey?: string;
    readonly stripeAccount?: string;
    readonly stripeVersion?: string;
    readonly showHeaders?: boolean;
  };

/** The names that parameters of operations cannot have as options; `-d` sends them. */
export const taken_names: readonly string[] = ['data', 'json', 'help'];

/** Adds the options to a command. `own`: the names of the operation's parameters. */
export const requesting = (command: Command, own: readonly string[] = []): Command =>
  asking(command, own)
    .option('-d, --data <name=value>', 'a parameter, such as metadata[order]=1742; may be repeated', collected)
    .option('-s, --show-headers', 'print the status and the headers of the response too')
    .option('-i, --idempotency-key <key>', 'makes it safe to repeat the request')
    .option('--stripe-account <id>', 'acts for a connected account, acct_...')
    .option('--stripe-version <version>', 'the version of the API whose form the response has');

const methods = { get: 'GET', post: 'POST', delete: 'DELETE' } as const;

/** What `--json` prints of a response. */
export const response_line = 'print the response on one line';

/** `florin get`, `post` and `delete`: sends any request to the API and prints the response. */
export const requestOf = (name: keyof typeof methods): Described => ({
  json: response_line,
  examples: examples[name],
  add: (command) =>
    requesting(command.argument('<path>', 'a path such as /v1/customers, or customers')).action((path: string, options: OfRequest) =>
      sendAndPrint({ method: methods[name], path: pathOf(path) }, [], options),
    ),
});

const examples = {
  get: ['florin get /v1/customers -d limit=3', "florin get charges/ch_123 -d 'expand[]=customer'"],
  post: [
    "florin post /v1/customers -d name='Jo Example' -d 'metadata[order]=1742'",
    'florin post payment_intents -d amount=2000 -d currency=usd -d payment_method=pm_card_visa -d confirm=true',
  ],
  delete: ['florin delete /v1/customers/cus_123', 'florin delete coupons/SUMMER'],
} as const;

function pathOf(given: string): string {
  if (/\s|^\w+:\/\//.test(given)) throw misused(`${given} is not a path of the API, such as /v1/customers or customers/cus_123.`);
  const path = given.startsWith('/') ? given : `/${given}`;
  return /^\/v\d+\//.test(path) ? path : `/v1${path}`;
}

/** Sends a request with these parameters and those of `-d`, and prints the response. */
export async function sendAndPrint(
  { method, path }: Pick<Sent, 'method' | 'path'>,
  pairs: readonly (readonly [string, string | File])[],
  { data = [], ...options }: OfRequest,
): Promise<void> {
  const { url, send } = connectionTo(options);
  const received = await send({ method, path, params: paramsOf([...pairs, ...data.map(pairIn)]), headers: headersOf(options) });
  if (options.showHeaders) process.stderr.write(headOf(received));
  const refusal = refusalIn(received, url);
  if (refusal) throw refusal;
  process.stdout.write(printed(received, options.json));
}

/** A form; with a file, one in parts. */
function paramsOf(pairs: readonly (readonly [string, string | File])[]): Params {
  if (!pairs.some(([, value]) => value instanceof File)) return new URLSearchParams(pairs as Pair[] as [string, string][]);
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
}

const headersOf = ({ idempotencyKey, stripeAccount, stripeVersion }: OfRequest): Record<string, string> => ({
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  ...(stripeAccount && { 'stripe-account': stripeAccount }),
  ...(stripeVersion && { 'stripe-version': stripeVersion }),
});

const headOf = ({ status, headers }: Received): string =>
  `${[`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n')}\n\n`;

/** JSON is formatted; contents of files stay as they are. */
function printed({ body }: Received, as_json = false): string | Buffer {
  const value = jsonIn(body);
  return value === undefined ? body : `${as_json ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`;
}
