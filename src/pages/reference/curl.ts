import { a_file, type Example, in_a_day } from './example.js';

/** The example as a shell command, an option on each line. */
export function commandOf({ method, path, params }: Example, origin: string): string {
  const implied = method === 'GET' || (method === 'POST' && params.length > 0);
  const plain = params.some(([, value]) => value === a_file) ? '-F' : '-d';
  const options = params.map(
    ([name, value]) => `${isPlain(value) || value === in_a_day ? plain : '--data-urlencode'} ${quoted(`${name}=${value}`)}`,
  );
  if (method === 'GET' && options[0]) options[0] = `-G ${options[0]}`;
  return [`curl ${implied ? '' : `-X ${method} `}${origin}${path}`, '-u sk_test_your_own_key:', ...options].join(' \\\n  ');
}

/** Nothing in it that a form or the address of a request would have to escape. */
const isPlain = (value: string): boolean => /^[\w .@:/*-]+$/.test(value);

function quoted(text: string): string {
  if (/^[\w=.@:/-]+$/.test(text)) return text;
  return text.endsWith(in_a_day) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
