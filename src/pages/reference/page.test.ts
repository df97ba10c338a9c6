import { describe, expect, test } from 'vitest';
import { sdkMethods } from '../../../test/support/sdk-methods.js';
import { openApi } from '../../api/openapi/openapi.js';
import { errors } from '../../kernel/base/errors.js';
import { access } from '../../resources/access.js';
import { catalogue } from '../../resources/index.js';
import { render } from '../kit/ui.js';
import { commandOf } from './curl.js';
import { firstPage } from './first-page.js';
import { framed } from './frame.js';
import { groupPage } from './group-page.js';
import { guidePage, guidePath, guides } from './guides.js';
import { type Description, eventTypesOf, type Group, groupsOf, prefixesOf, shapesOf } from './operations.js';
import { samplesOf } from './samples.js';
import { describe as inWords, type Member } from './schema.js';
import { script } from './script.js';
import sdk_methods from './sdk-methods.json' with { type: 'json' };
import { sheet } from './sheet.js';

const description: Description = JSON.parse(JSON.stringify(openApi(catalogue, access, '9.9.9')));
const groups = groupsOf(description);
const operations = groups.flatMap((group) => group.operations());
const pages = new Map(groups.flatMap(({ name, objects }) => objects.map((object) => [object, name] as const)));
const origin = 'http://florin.test';

const pageOf = (of: Description, group: Group): string => {
  const view = {
    group,
    shapes: shapesOf(of, group.objects),
    events: eventTypesOf(of),
    prefixes: prefixesOf(of),
    pages,
    responses: {},
    origin,
    tries: true,
  };
  return render(framed({ title: group.title, content: groupPage(view), groups, current: { group: group.name }, version: '9.9.9' }));
};

const first = render(framed({ title: 'API', content: firstPage(groups, origin), groups, current: null, version: '9.9.9' }));
const whole: readonly (readonly [path: string, text: string])[] = [
  ['/docs', first],
  ...groups.map((group) => [`/docs/api/${group.name}`, pageOf(description, group)] as const),
  ...guides.map(({ name, title }) => {
    const page = framed({ title, content: guidePage(name, origin), groups, current: { guide: name }, version: '9.9.9' });
    return [guidePath(name), render(page)] as const;
  }),
];
const idsIn = (text: string): string[] => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const ids = whole.flatMap(([, text]) => idsIn(text));

describe('the pages', () => {
  test('have a place for every operation of the description, and for the second path of every list', () => {
    const described = Object.values(description.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(described.length).toBeGreaterThan(50);
    expect(described.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('have a place for every error code, where the doc_url of an answer points', () => {
    const codes = Object.keys(errors);
    expect(codes.filter((code) => !idsIn(first).includes(`error-${code}`))).toEqual([]);
  });

  test('have a place and a sentence for every type of event', () => {
    const events = idsIn(whole.find(([path]) => path === '/docs/api/events')?.[1] ?? '');
    expect(eventTypesOf(description).filter(({ type, about }) => !events.includes(`event-${type}`) || about === '')).toEqual([]);
    expect(events).toContain('event-payment_intent.succeeded');
  });

  test('have a sentence for every operation, parameter and member', () => {
    const silent = operations.filter(({ about }) => about === null).map(({ id }) => id);
    const untold = (place: string, members: readonly Member[]): string[] =>
      members.flatMap(({ name, about, members: inner }) => [
        ...(about === null ? [`${place} ${name}`] : []),
        ...untold(`${place} ${name}`, inner),
      ]);
    const parameters = operations.flatMap(({ id, in_path, members }) => untold(id, [...in_path, ...members]));
    const objects = shapesOf(description, Object.keys(description.components.schemas));
    expect([...silent, ...parameters, ...objects.flatMap(({ object, members }) => untold(object, members))]).toEqual([]);
  });

  test.each(whole)('%s uses no id twice, and its links lead somewhere', (path, text) => {
    const own = idsIn(text);
    expect(own.filter((id, place) => own.indexOf(id) !== place)).toEqual([]);
    const links = [...text.matchAll(/href="(\/docs[^"#]*)?(?:#([^"]+))?"/g)].map(([, page = path, id]) => [page, id] as const);
    const lost = links.filter(([page, id]) => {
      const target = whole.find(([each]) => each === page)?.[1];
      return target === undefined || (id !== undefined && !idsIn(target).includes(id));
    });
    expect(lost).toEqual([]);
  });

  test('name every parameter and every member of every object', () => {
    const schemas = Object.entries(description.components.schemas).filter(([name]) => name !== 'error');
    const members = schemas.flatMap(([, { properties = {} }]) => Object.keys(properties));
    const named = [...operations.flatMap((each) => [...each.in_path, ...each.members]).map(({ name }) => name), ...members];
    const text = whole.map(([, each]) => each).join('');
    expect(new Set(named.filter((name) => !text.includes(`<code class="name">${name}</code>`)))).toEqual(new Set());
  });

  test('name required parameters before others', () => {
    for (const { members } of operations) {
      const required = members.map((each) => each.required);
      expect(required).toEqual([...required].sort((one, other) => Number(other) - Number(one)));
    }
  });

  test('say who may call besides a secret key', () => {
    const text = whole.map(([, each]) => each).join('');
    const article = (id: string): string => text.slice(text.indexOf(`<article class="operation" id="${id}"`)).split('</article>')[0] ?? '';
    expect(article('post_payment_methods')).toContain('<span class="chip open">publishable key</span>');
    expect(article('get_setup_intents_id')).toContain('publishable key with client_secret');
    expect(article('get_customers_id')).toContain('ephemeral key of the customer');
    expect(article('post_payouts')).not.toContain('publishable');
    expect(article('post_test_helpers_top_ups')).toContain('test mode only');
    expect(article('get_payouts')).toContain('restricted key with <code>payouts_read</code>');
  });

  test.each(whole)('%s fetches nothing and styles nothing outside its sheet', (_, text) => {
    expect(text).not.toMatch(/<script|<[^>]*\s(on\w+|style|src)=|@import|url\(/i);
  });

  test('escape what a description says', () => {
    const hostile = '<img src=x>';
    const raw = {
      operationId: 'get_x',
      summary: hostile,
      description: hostile,
      tags: [hostile],
      parameters: [{ name: hostile, in: 'query', description: hostile, schema: { enum: [hostile] } }],
      responses: {},
    };
    const of: Description = { info: { version: hostile }, paths: { [`/v1/${hostile}`]: { get: raw } }, components: { schemas: {} } };
    expect(
      groupsOf(of)
        .map((group) => pageOf(of, group))
        .join(''),
    ).not.toContain('<img');
    expect(render(firstPage(groupsOf(of), hostile))).not.toContain('<img');
  });
});

test('the sheet and the script cannot end their elements, and the sheet names no left or right', () => {
  expect(`${sheet}${script}`).not.toMatch(/<\/|<!--/);
  expect(sheet).not.toMatch(/\b(left|right|(margin|padding)-(top|bottom))\b/);
});

describe('groups', () => {
  test('a list with two paths is one operation', () => {
    const payouts = groups.find(({ name }) => name === 'payouts')?.operations() ?? [];
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

  test('an object shows its members, required ones first', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] };
    expect(inWords(schema).members.map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['a', false],
    ]);
  });
});

describe('an example as a command', () => {
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

describe('samples', () => {
  const sampled = (id: string, params: readonly (readonly [string, string, boolean?])[]): Readonly<Record<string, string>> => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`No operation is called ${id}`);
    const path = operation.path.replace('{id}', 'pi_123');
    return Object.fromEntries(
      samplesOf(operation, { method: operation.method, path, params }, 'http://127.0.0.1:12111').map(({ language, text }) => [
        language,
        text,
      ]),
    );
  };

  test('call the methods of the official SDKs, with nested parameters and plain numbers', () => {
    const samples = sampled('post_payment_intents_id_confirm', [
      ['payment_method', 'pm_card_visa'],
      ['payment_method_options[card][request_three_d_secure]', 'any'],
    ]);
    expect(samples.Node).toContain("stripe.paymentIntents.confirm('pi_123', {");
    expect(samples.Node).toContain("payment_method_options: { card: { request_three_d_secure: 'any' } },");
    expect(samples.Python).toContain('stripe.PaymentIntent.confirm("pi_123", payment_method="pm_card_visa"');
    expect(samples.Ruby).toContain("Stripe::PaymentIntent.confirm('pi_123', {");
    expect(samples.PHP).toContain("$stripe->paymentIntents->confirm('pi_123', [");
    expect(sampled('post_payment_intents', [['amount', '2000', true]]).Node).toContain('stripe.paymentIntents.create({ amount: 2000 })');
  });

  test('send operations that the SDKs lack as raw requests', () => {
    const samples = sampled('post_beneficiaries', [['name', 'Jo']]);
    expect(samples.Node).toContain("stripe.rawRequest('POST', '/v1/beneficiaries', { name: 'Jo' })");
    expect(samples.Python).toContain('stripe.raw_request("post", "/v1/beneficiaries", name="Jo")');
    expect(samples.Go).toContain('http.NewRequest("POST", "http://127.0.0.1:12111/v1/beneficiaries", strings.NewReader(form.Encode()))');
  });

  test('name the methods that the SDK for Node has today', () => {
    const ours = new Set(catalogue.flatMap(({ routes }) => routes.map((route: string) => route.replace(/:\w+/g, '{}'))));
    expect(sdk_methods).toEqual(Object.fromEntries(Object.entries(sdkMethods()).filter(([route]) => ours.has(route))));
  });
});
