import { commandOf } from './curl.js';
import { a_file, type Example, in_a_day } from './example.js';
import { nestedOf, type Tree, type Words, written } from './literals.js';
import type { Operation } from './operations.js';
import sdk_methods from './sdk-methods.json' with { type: 'json' };

/** A sample in one language. */
export type Sample = { readonly language: string; readonly text: string };

type Asked = Example & {
  readonly origin: string;
  /** The ids in the path, in order. */
  readonly ids: readonly string[];
  /** The method of the SDK for Node, such as `paymentIntents.confirm`; null for an operation that the SDK does not have. */
  readonly sdk: string | null;
  /** The class of Stripe's other SDKs, such as `issuing.Card`, and its method; null where their names do not follow from these. */
  readonly named: { readonly class_name: string; readonly verb: string } | null;
};

/** The samples of an operation: curl first, then a program for each official SDK, and Go without one. */
export function samplesOf(operation: Operation, example: Example, origin: string): readonly Sample[] {
  const asked = askedOf(operation, example, origin);
  return [
    { language: 'curl', text: commandOf(example, origin) },
    { language: 'Node', text: node(asked) },
    { language: 'Python', text: python(asked) },
    { language: 'Ruby', text: ruby(asked) },
    { language: 'PHP', text: php(asked) },
    { language: 'Go', text: go(asked) },
  ];
}

function askedOf({ method, path, in_path, answer }: Operation, example: Example, origin: string): Asked {
  const route = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
  const sdk = (sdk_methods as Readonly<Record<string, string>>)[route] ?? null;
  const places = path.split('/');
  const ids = example.path.split('/').filter((_, place) => places[place]?.startsWith('{'));
  return { ...example, origin, ids, sdk, named: sdk === null || in_path.length > 1 ? null : classOf(answer.object, sdk) };
}

/** `paymentIntents.confirm` of a `payment_intent` is `PaymentIntent.confirm`. Methods of lists within objects have other names. */
function classOf(object: string | null, sdk: string): Asked['named'] {
  const verb = sdk.split('.').at(-1) ?? '';
  if (object === null || !/^[a-z]+$/.test(verb)) return null;
  const parts = object.split('.');
  const class_name = [...parts.slice(0, -1), camel(parts.at(-1) ?? '')].join('.');
  return { class_name, verb };
}

const camel = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const key = 'sk_test_your_own_key';
const quotedBy = (quote: string) => (text: string) => `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
const single = quotedBy("'");
const double = quotedBy('"');

const javascript: Words = {
  open: '{',
  close: '}',
  list: ['[', ']'],
  pair: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : single(name)}: ${value}`,
  text: single,
  day: 'Math.floor(Date.now() / 1000) + 86400',
  file: "{ data: readFileSync('receipt.png'), name: 'receipt.png' }",
  yes: 'true',
  no: 'false',
};

function node({ origin, ids, sdk, method, path, params }: Asked): string {
  const { hostname, port, protocol } = new URL(origin);
  const address = `{ host: '${hostname}', port: ${port || (protocol === 'https:' ? 443 : 80)}, protocol: '${protocol.slice(0, -1)}' }`;
  const given = params.length > 0 ? [written(nestedOf(params), javascript)] : [];
  const call = sdk
    ? `stripe.${sdk}(${[...ids.map(single), ...given].join(', ')})`
    : `stripe.rawRequest(${[single(method), single(path), ...given].join(', ')})`;
  return `import Stripe from 'stripe';\n\nconst stripe = new Stripe('${key}', ${address});\n\nconst result = await ${call};`;
}

const of_python: Words = {
  ...javascript,
  pair: (name, value) => `${double(name)}: ${value}`,
  text: double,
  day: 'int(time.time()) + 86400',
  file: 'open("receipt.png", "rb")',
  yes: 'True',
  no: 'False',
};

function python({ origin, ids, named, method, path, params }: Asked): string {
  const head = `import stripe\n\nstripe.api_key = "${key}"\nstripe.api_base = "${origin}"\n\n`;
  const nested = nestedOf(params);
  const verb = named && ({ update: 'modify', del: 'delete' }[named.verb] ?? named.verb);
  const given = keywords(nested);
  const call = named
    ? `stripe.${named.class_name}.${verb}(${[...ids.map(double), ...given].join(', ')})`
    : `stripe.raw_request(${[double(method.toLowerCase()), double(path), ...given].join(', ')})`;
  const with_time = params.some(([, value]) => value === in_a_day) ? 'import time\n' : '';
  return `${with_time}${head}result = ${call}`;
}

const keywords = ({ members }: Tree): string[] => [...members].map(([name, value]) => `${name}=${written(value, of_python)}`);

const of_ruby: Words = { ...javascript, day: 'Time.now.to_i + 86400', file: "File.new('receipt.png')" };

function ruby({ origin, ids, named, method, path, params }: Asked): string {
  const head = `require 'stripe'\n\nStripe.api_key = '${key}'\nStripe.api_base = '${origin}'\n\n`;
  const given = params.length > 0 ? [written(nestedOf(params), of_ruby)] : [];
  const class_name = named?.class_name.split('.').map(camel).join('::');
  const verb = named?.verb === 'del' ? 'delete' : named?.verb;
  const call = named
    ? `Stripe::${class_name}.${verb}(${[...ids.map(single), ...given].join(', ')})`
    : `Stripe.raw_request(${[`:${method.toLowerCase()}`, single(path), ...given].join(', ')})`;
  return `${head}result = ${call}`;
}

const of_php: Words = {
  ...javascript,
  open: '[',
  close: ']',
  pair: (name, value) => `${single(name)} => ${value}`,
  day: 'time() + 86400',
  file: "fopen('receipt.png', 'r')",
};

function php({ origin, ids, sdk, method, path, params }: Asked): string {
  const head = `<?php\n\n$stripe = new \\Stripe\\StripeClient(['api_key' => '${key}', 'api_base' => '${origin}']);\n\n`;
  const given = params.length > 0 ? [written(nestedOf(params), of_php)] : [];
  const parts = sdk
    ?.replace(/\.del$/, '.delete')
    .split('.')
    .join('->');
  const call = parts
    ? `$stripe->${parts}(${[...ids.map(single), ...given].join(', ')})`
    : `$stripe->rawRequest('${method.toLowerCase()}', ${[single(path), ...given].join(', ')})`;
  return `${head}$result = ${call};`;
}

function go({ origin, method, path, params }: Asked): string {
  const file = params.some(([, value]) => value === a_file);
  if (file) return '// Send multipart/form-data with mime/multipart: the fields purpose and file.';
  const values = params.map(([name, value]) => `form.Set(${double(name)}, ${value === in_a_day ? go_day : double(value)})`);
  const at = method === 'GET' && values.length > 0 ? `${double(`${origin}${path}?`)}+form.Encode()` : double(`${origin}${path}`);
  const body = method === 'POST' && values.length > 0 ? 'strings.NewReader(form.Encode())' : 'nil';
  return [
    ...(values.length > 0 ? ['form := url.Values{}', ...values] : []),
    `request, err := http.NewRequest("${method}", ${at}, ${body})`,
    'if err != nil {\n\tlog.Fatal(err)\n}',
    `request.SetBasicAuth("${key}", "")`,
    ...(body === 'nil' ? [] : ['request.Header.Set("Content-Type", "application/x-www-form-urlencoded")']),
    'response, err := http.DefaultClient.Do(request)',
  ].join('\n');
}

const go_day = 'strconv.FormatInt(time.Now().Unix()+86400, 10)';
