import { Concealed } from '../kernel/base/concealed.js';
import { field, type Given, problem, type Reading, required } from '../kernel/base/fields.js';
import { currencyOf, oneOf, parsedUrl, textOf } from '../kernel/base/kinds.js';
import { listOf, plainObject, readMembers } from '../kernel/base/members.js';
import type { Verb } from './contract.js';
import { verbs } from './remote/remote.js';
import type { Route } from './routing.js';

/** A processor in the configuration. */
export type Named = { readonly name: string; readonly url: string; readonly secret: Concealed; readonly verbs?: readonly Verb[] };

/** The processors and their routes. */
export type Settings = { readonly processors: readonly Named[]; readonly routes: readonly Route[] };

/** Reads a secret from outside the settings. */
export type SecretIn = (place: 'secret_file' | 'secret_env', name: string) => string | undefined;

type Complain = (problem: string) => void;

/** Only the sandbox, in test mode. */
export const no_processors: Settings = { processors: [], routes: [] };

const secret_characters_min = 16;

const secret = field<Concealed>({ type: 'string', writeOnly: true }, new Concealed(''), (value, at, reading) =>
  typeof value === 'string' && value.length >= secret_characters_min
    ? new Concealed(value)
    : problem(reading, {
        code: 'parameter_invalid',
        param: at,
        message: `A secret must have at least ${secret_characters_min} characters.`,
      }),
);

const processor = plainObject({
  name: required(textOf(40)),
  url: required(textOf(2048)),
  secret,
  secret_file: textOf(4096),
  secret_env: textOf(255),
  verbs: listOf(oneOf(...verbs)),
});

const route = plainObject({
  processor: required(textOf(40)),
  accounts: listOf(textOf(255)),
  modes: listOf(oneOf('live', 'test')),
  payment_method_types: listOf(textOf(60)),
  currencies: listOf(currencyOf((code) => /^[a-z]{3}$/.test(code))),
});

const settings = { processors: required(listOf(processor)), routes: required(listOf(route)) };

/** Reads the settings of processors. Problems go to `complain`, never with a secret. */
export function readSettings(text: string, secretIn: SecretIn, complain: Complain): Settings {
  const reading: Reading = { text_only: false };
  const read = readMembers(settings, parsed(text), '', reading) as Given<typeof settings> | undefined;
  if (!read) {
    const { param, message = 'not valid', code } = reading.problem ?? { code: '' };
    complain(param ? `${param}: ${message} (${code})` : 'is not a JSON object of processors and routes');
    return no_processors;
  }
  const processors = read.processors.map((each, place) => opened(each, `processors[${place}]`, secretIn, complain));
  const names = processors.map(({ name }) => name);
  for (const name of names.filter((each, place) => names.indexOf(each) < place)) complain(`two processors are called ${name}`);
  for (const { processor: name } of read.routes)
    if (!names.includes(name)) complain(`a route names ${name}, which is not a configured processor`);
  return { processors, routes: read.routes };
}

type Entered = Given<typeof settings>['processors'][number];

function opened({ name, url, verbs: supported, ...secrets }: Entered, at: string, secretIn: SecretIn, complain: Complain): Named {
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || name === 'sandbox')
    complain(`${at}[name] must begin with a letter, hold only a-z, 0-9, - and _, and not be sandbox`);
  const why = problemOfUrl(url);
  if (why) complain(`${at}[url] ${why}`);
  if (supported?.includes('charge') && !supported.includes('void'))
    complain(`${at}[verbs] names charge without void: an orphaned authorization could not be voided`);
  return { name, url, secret: secretOf(secrets, at, secretIn, complain), ...(supported && { verbs: supported }) };
}

function secretOf(
  { secret: given, secret_file, secret_env }: Omit<Entered, 'name' | 'url' | 'verbs'>,
  at: string,
  secretIn: SecretIn,
  complain: Complain,
): Concealed {
  if ([given, secret_file, secret_env].filter((each) => each !== undefined).length !== 1) {
    complain(`${at} needs one of secret, secret_file and secret_env`);
    return new Concealed('');
  }
  if (given) return given;
  const kept = secret_file ? secretIn('secret_file', secret_file) : secretIn('secret_env', secret_env ?? '');
  if ((kept?.length ?? 0) < secret_characters_min)
    complain(`${at}: ${secret_file ?? secret_env} has no secret of ${secret_characters_min} or more characters`);
  return new Concealed(kept ?? '');
}

/** Card numbers are sent there, so the connection must be encrypted. */
function problemOfUrl(text: string): string | null {
  const url = parsedUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be a URL such as https://acquirer.example.com/florin';
  if (url.username || url.password || url.search || url.hash) return 'must have no user name, password, query or fragment';
  const is_here = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\./.test(url.hostname);
  return url.protocol === 'https:' || is_here ? null : 'must begin with https://, unless it leads to this machine';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
