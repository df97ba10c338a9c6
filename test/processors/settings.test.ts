import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/service/config.js';

const secret = 'sixteen-characters-and-more';
const folder = mkdtempSync(join(tmpdir(), 'florin-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const acquirer = { name: 'acquirer', url: 'https://acquirer.example.com/florin', secret };
const read = (settings: unknown, environment = {}): Config['processors'] =>
  readConfig({ FLORIN_PROCESSORS: typeof settings === 'string' ? settings : JSON.stringify(settings), ...environment }).processors;

function complaint(settings: unknown, environment = {}): string {
  try {
    read(settings, environment);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was wrong');
}

const fileWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('processors', () => {
  test('are empty where nothing is set', () => {
    expect(readConfig({}).processors).toEqual({ processors: [], routes: [] });
  });

  test('are read from the setting or from a file', () => {
    const settings = {
      processors: [{ ...acquirer, verbs: ['charge', 'void'] }],
      routes: [{ processor: 'acquirer', modes: ['live'], currencies: ['EUR'] }],
    };
    const found = read(settings);
    expect(found.routes).toEqual([{ processor: 'acquirer', modes: ['live'], currencies: ['eur'] }]);
    expect(found.processors).toMatchObject([{ name: 'acquirer', url: acquirer.url, verbs: ['charge', 'void'] }]);
    expect(found.processors[0]?.secret.reveal()).toBe(secret);
    expect(read(fileWith('processors.json', JSON.stringify(settings))).routes).toEqual(found.routes);
  });

  test.each<[string, () => object, object]>([
    ['a file', () => ({ secret_file: fileWith('secret', `${secret}\n`) }), {}],
    ['the environment', () => ({ secret_env: 'ACQUIRER_SECRET' }), { ACQUIRER_SECRET: secret }],
  ])('may have their secret in %s', (_, place, environment) => {
    const { secret: _secret, ...named } = acquirer;
    const found = read({ processors: [{ ...named, ...place() }], routes: [] }, environment);
    expect(found.processors[0]?.secret.reveal()).toBe(secret);
  });

  test('never print their secret', () => {
    const found = read({ processors: [acquirer], routes: [] });
    expect(inspect(found, { depth: 10, showHidden: true }) + JSON.stringify(found)).not.toContain(secret);
  });

  const with_ = (changes: object): object => ({ processors: [{ ...acquirer, ...changes }], routes: [] });

  test.each<[string, unknown, string]>([
    ['a missing file', '/nowhere/processors.json', 'the file /nowhere/processors.json cannot be read'],
    ['text that is not JSON', '{"processors":', 'not a JSON object'],
    ['no routes', { processors: [] }, 'routes: Missing required param'],
    ['an unknown member', with_({ urls: 'x' }), 'processors[0][urls]: Received unknown parameter'],
    ['a name with spaces', with_({ name: 'my acquirer' }), 'processors[0][name] must'],
    ['the name of the sandbox', with_({ name: 'sandbox' }), 'not be sandbox'],
    ['an unknown verb', with_({ verbs: ['steal'] }), 'processors[0][verbs][0]: Invalid value: must be one of set_up'],
    ['a short secret', with_({ secret: 'short' }), 'processors[0][secret]: A secret must have at least 16 characters'],
    ['two secrets', with_({ secret_env: 'X' }), 'processors[0] needs one of secret, secret_file and secret_env'],
    ['an empty variable for the secret', with_({ secret: undefined, secret_env: 'NOT_SET' }), 'processors[0]: NOT_SET has no secret'],
    ['no address', with_({ url: 'acquirer' }), 'processors[0][url] must be a URL'],
    ['an unencrypted URL for cards', with_({ url: 'http://acquirer.example.com' }), 'must begin with https://'],
    ['a URL with a password', with_({ url: 'https://a:b@acquirer.example.com' }), 'must have no user name'],
    ['a duplicate name', { processors: [acquirer, acquirer], routes: [] }, 'two processors are called acquirer'],
    [
      'a route to an unknown processor',
      { processors: [], routes: [{ processor: 'acquirer' }] },
      'a route names acquirer, which is not a configured processor',
    ],
    ['an unknown mode', { processors: [acquirer], routes: [{ processor: 'acquirer', modes: ['prod'] }] }, 'routes[0][modes][0]'],
  ])('are refused with %s', (_, settings, problem) => {
    const message = complaint(settings);
    expect(message).toContain(`FLORIN_PROCESSORS: `);
    expect(message).toContain(problem);
    expect(message).not.toContain(secret);
  });

  test('may be on this machine without encryption', () => {
    for (const url of ['http://127.0.0.1:9000', 'http://localhost:9000/x', 'http://[::1]:9000']) {
      expect(read(with_({ url })).processors[0]?.url).toBe(url);
    }
  });
});
