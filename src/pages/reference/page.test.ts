import { describe, expect, test } from 'vitest';
import { openApi } from '../../api/openapi/openapi.js';
import { errors } from '../../kernel/base/errors.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { render } from '../kit/ui.js';
import { commandOf } from './example.js';
import { type Description, groupsOf } from './operations.js';
import { referenceBody } from './page.js';
import { describe as inWords } from './schema.js';
import { script } from './script.js';
import { sheet } from './sheet.js';

const description: Description = JSON.parse(JSON.stringify(openApi(catalogue, access, '9.9.9')));
const groups = groupsOf(description);
const operations = groups.flatMap((group) => group.operations);
const whole = render(referenceBody(description, 'http://florin.test'));

const ids = [...whole.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe('the page', () => {
  test('has a place for every operation of the description, and for the second path of every list', () => {
    const described = Object.values(description.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(described.length).toBeGreaterThan(50);
    expect(described.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has a place for every error code, where the doc_url of an answer points', () => {
    const codes = Object.keys(errors);
    expect(codes.filter((code) => !ids.includes(`error-${code}`))).toEqual([]);
  });

  test('uses no id twice, and every link of its own leads somewhere', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    const targets = [...whole.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('names every parameter and every member of every object', () => {
    const schemas = Object.entries(description.components.schemas).filter(([name]) => name !== 'error');
    const members = schemas.flatMap(([, { properties = {} }]) => Object.keys(properties));
    const named = [...operations.flatMap((each) => [...each.in_path, ...each.members]).map(({ name }) => name), ...members];
    expect(new Set(named.filter((name) => !whole.includes(`<code class="name">${name}</code>`)))).toEqual(new Set());
  });

  test('says who may call besides a secret key', () => {
    const article = (id: string): string =>
      whole.slice(whole.indexOf(`<article class="operation" id="${id}"`)).split('</article>')[0] ?? '';
    expect(article('post_payment_methods')).toContain('<span class="chip open">publishable key</span>');
    expect(article('get_setup_intents_id')).toContain('publishable key with client_secret');
    expect(article('get_customers_id')).toContain('ephemeral key of the customer');
    expect(article('post_payouts')).not.toContain('publishable');
    expect(article('post_test_helpers_top_ups')).toContain('test mode only');
    expect(article('get_payouts')).toContain('restricted key with <code>payouts_read</code>');
  });

  test('fetches nothing and styles nothing outside its sheet', () => {
    expect(whole).not.toMatch(/<script|\son\w+=|\sstyle=|src=|@import|url\(/i);
  });

  test('escapes what a description says', () => {
    const hostile = '<img src=x>';
    const raw = {
      operationId: 'get_x',
      summary: hostile,
      tags: [hostile],
      parameters: [{ name: hostile, in: 'query', schema: { enum: [hostile] } }],
      responses: {},
    };
    const body = referenceBody(
      { info: { version: hostile }, paths: { [`/v1/${hostile}`]: { get: raw } }, components: { schemas: {} } },
      hostile,
    );
    expect(render(body)).not.toContain('<img');
  });
});

test('the sheet and the script cannot end their elements, and the sheet names no left or right', () => {
  expect(`${sheet}${script}`).not.toMatch(/<\/|<!--/);
  expect(sheet).not.toMatch(/\b(left|right|(margin|padding)-(top|bottom))\b/);
});

describe('groups', () => {
  test('a list with two paths is one operation', () => {
    const payouts = groups.find(({ name }) => name === 'payouts')?.operations ?? [];
    expect(payouts.filter(({ summary }) => summary === 'List all payouts').map(({ path, aliases }) => [path, aliases])).toEqual([
      ['/v1/payouts', [{ id: 'get_payouts_list', path: '/v1/payouts/list' }]],
    ]);
  });

  test('the account of the key is among the accounts, and what is only for tests comes last', () => {
    const names = groups.map(({ name }) => name);
    expect(names).toContain('accounts');
    expect(names).not.toContain('account');
    expect(operations.some(({ path }) => path === '/v1/account')).toBe(true);
    expect(names.at(-1)).toBe('test_helpers');
  });
});

describe('a schema in words', () => {
  test.each([
    [{ anyOf: [{ type: 'string', maxLength: 22 }, { type: 'null' }] }, { type: 'string', nullable: true, notes: ['up to 22 characters'] }],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 3 },
      { type: 'list of strings', words: ['a', 'b'], notes: ['up to 3 elements'] },
    ],
    [
      { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 50 },
      { type: 'map of strings', notes: ['up to 50 keys'] },
    ],
    [
      {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', pattern: '^-?[0-9]+$' },
        ],
      },
      { type: 'integer or string of digits', nullable: false },
    ],
    [{ type: 'string', pattern: '^seti_' }, { notes: ['begins with seti_'] }],
    [{ const: 'list' }, { type: 'string', words: ['list'] }],
    [{ type: 'integer', minimum: 1, maximum: 99999999 }, { notes: ['from 1 to 99\u202f999\u202f999'] }],
  ])('%j', (schema, expected) => {
    expect(inWords(schema)).toMatchObject(expected);
  });

  test('an object tells its members, and which of them must be given', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] };
    expect(inWords(schema).members.map(({ name, required }) => [name, required])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });
});

describe('an example as a command', () => {
  const origin = 'http://florin.test';

  test('a value that the shell or a form would change is quoted or encoded', () => {
    const params = [['query', `email:"o'neil&co"`]] as const;
    expect(commandOf({ method: 'GET', path: '/v1/x', params }, origin)).toBe(
      `curl http://florin.test/v1/x \\\n  -u sk_test_your_own_key: \\\n  -G --data-urlencode 'query=email:"o'\\''neil&co"'`,
    );
  });

  test('a POST without parameters and a DELETE say their method', () => {
    expect(commandOf({ method: 'POST', path: '/v1/x', params: [] }, origin)).toContain('curl -X POST http');
    expect(commandOf({ method: 'DELETE', path: '/v1/x', params: [] }, origin)).toContain('curl -X DELETE http');
    expect(commandOf({ method: 'POST', path: '/v1/x', params: [['a', 'b']] }, origin)).not.toContain('-X');
  });
});
