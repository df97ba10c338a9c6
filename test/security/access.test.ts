import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '../../src/resources/access.js';
import { intentWithPage, type Merchant, openMerchant } from '../support/keyholders.js';
import { type Ids, populate } from '../support/populate.js';
import { withoutOwnWords } from '../support/request-logs.js';
import { craft, type Got } from '../support/requests.js';
import { pathWith, type Routed, routes } from '../support/routes.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let merchant: Merchant;
let stranger: Merchant;
/** An account that may be emptied. */
let disposable: Merchant;
let ids: Ids;
let page: { id: string; page_key: string };
let device: string;
beforeAll(async () => {
  service = await startService({ FLORIN_RATE_LIMIT: '0' });
  [merchant, stranger, disposable] = [await openMerchant(service), await openMerchant(service), await openMerchant(service)];
  ids = await populate(service, merchant.test);
  unknown_ids = { account: ids.connected ?? '', connected_account: ids.connected ?? '' };
  page = await intentWithPage(merchant.test);
  device = (await merchant.test.post('/v1/ephemeral_keys', { customer: ids.customer })).body.secret;
});
afterAll(() => service.stop());

const all_permissions: readonly string[] = [...new Set(Object.values(access).flatMap(({ restricted }) => restricted ?? []))];
/** Only the connected account that a path starts with, which cannot be deleted while it has funds. */
let unknown_ids: Ids = {};

/** The account whose key may call a route. */
const ownerFor = ({ route }: Routed): Merchant => (route === 'POST /v1/test_helpers/reset' ? disposable : merchant);

/** Calls a route with a key only: a caller without access is refused before its parameters are checked. */
const call = ({ method, ...routed }: Routed, key: string | null, with_ids: Ids = ids, query = ''): Promise<Got> =>
  craft(service.port, { method, path: `${pathWith({ method, ...routed }, with_ids)}${query}`, key });

const outcome = ({ status, body }: Got): [number, string | undefined] => [status, body.error?.code];

/** An error about the request itself shows that the caller has access. */
const letIn = (got: Got): boolean => ![401, 403].includes(got.status) && got.status < 500;

const named = routes.filter(({ path }) => path.includes(':'));

describe.each(routes.map((routed) => [routed.route, routed] as const))('%s', (_, routed) => {
  test('401 api_key_missing: without a key', async () => {
    const got = await call(routed, null);
    expect(outcome(got)).toEqual([401, 'api_key_missing']);
    expect(got.headers['www-authenticate']).toMatch(/^Basic /);
  });

  test('a publishable key has the access that the table lists, with the secret it requires', async () => {
    const got = await call(routed, merchant.test.publishable_key);
    const { publishable } = routed.access;
    if (publishable === undefined) expect(outcome(got)).toEqual([403, 'secret_key_required']);
    else if (publishable === 'with_client_secret') expect(outcome(got)).toEqual([400, 'parameter_missing']);
    else expect(letIn(got)).toBe(true);
  });

  test('403 permission_denied: a restricted key with every permission but the one it needs', async () => {
    const needed = routed.access.restricted;
    const others = all_permissions.filter((each) => each !== needed && each !== needed?.replace(/_read$/, '_write'));
    const got = await call(routed, (await merchant.restricted(...others)).key);
    expect(outcome(got)).toEqual([403, 'permission_denied']);
    expect(got.body.error.message).toContain(needed ?? 'secret key');
  });

  test('a restricted key with that one permission has access, where one is enough', async () => {
    const { restricted } = routed.access;
    if (restricted === null) return;
    expect(letIn(await call(routed, (await ownerFor(routed).restricted(restricted)).key, unknown_ids))).toBe(true);
  });

  test('a page has access to its own object, and only where the access table lists pages', async () => {
    const got = await call(routed, page.page_key, { ...ids, connected_account: ids.account ?? '', setup_intent: page.id });
    if (routed.access.page) expect(letIn(got)).toBe(true);
    else expect(outcome(got)).toEqual([403, 'permission_denied']);
  });

  test('an ephemeral key has the access that the table lists, for its own customer, and no other', async () => {
    const { ephemeral } = routed.access;
    const got = await call(routed, device, { ...ids, connected_account: ids.account ?? '' });
    // The customer is in the path of these routes, and is a parameter of the others.
    const is_named = ephemeral && (ephemeral.own === null || /\/customers\/:(id|customer)/.test(routed.path));
    if (!is_named) expect(outcome(got)).toEqual([403, 'permission_denied']);
    else expect(letIn(got)).toBe(true);
    if (!ephemeral?.own) return;
    const other = await call(routed, device, { ...ids, customer: 'cus_another' }, '?customer=cus_another');
    expect([403, 400]).toContain(other.status);
  });

  test('a live key finds no test object, and no test helper', async () => {
    const got = await call(routed, merchant.live.key);
    if (routed.access.test_only) expect(outcome(got)).toEqual([403, 'test_mode_only']);
    else if (got.status === 200) for (const id of foreignIds()) expect(withoutOwnWords(got.text)).not.toContain(id);
    else expect(got.status).toBeLessThan(500);
  });

  test('the secret key of the account has access', async () => {
    expect(letIn(await call(routed, ownerFor(routed).test.key, unknown_ids))).toBe(true);
  });
});

const foreignIds = (): string[] => Object.entries(ids).flatMap(([kind, id]) => (['account', 'capability'].includes(kind) ? [] : [id]));

/** The answer without the requested ids. */
const wording = ({ status, text }: Got, with_ids: Ids): string =>
  Object.values(with_ids).reduce((said, id) => said.replaceAll(id, 'ID'), `${status} ${text}`);

/** Valid ids of no object. */
const nobodysIds = (): Ids => Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, `${id.slice(0, -6)}zzzzzz`]));

/** An account's own id is the same in both modes. */
const of_one_mode = named.filter(({ path }) => !path.startsWith('/v1/accounts/'));

test.each(named.map((routed) => [routed.route, routed] as const))(
  '%s: the id of another account is answered as an unknown one',
  async (_, routed) => {
    const [theirs, nobodys] = [await call(routed, stranger.test.key), await call(routed, stranger.test.key, nobodysIds())];
    expect(wording(theirs, ids)).toBe(wording(nobodys, nobodysIds()));
    // An account out of reach is answered as such, and so is everything in it.
    const codes = /\/accounts\/:account/.test(routed.path) ? ['account_invalid'] : ['resource_missing', 'parameter_missing'];
    expect(codes).toContain(theirs.body.error.code);
  },
);

test.each(of_one_mode.map((routed) => [routed.route, routed] as const))(
  '%s: the id of a test object is unknown in live mode',
  async (_, routed) => {
    const [theirs, nobodys] = [await call(routed, merchant.live.key), await call(routed, merchant.live.key, nobodysIds())];
    expect(wording(theirs, ids)).toBe(wording(nobodys, nobodysIds()));
    expect(['resource_missing', 'parameter_missing', 'test_mode_only']).toContain(theirs.body.error?.code);
  },
);

test('a wrong key reaches no route: 401, and 429 after twenty', async () => {
  for (const routed of routes) {
    const got = await call(routed, 'sk_live_nobodyhasthiskey');
    expect([
      [401, 'api_key_unknown'],
      [429, 'rate_limit'],
    ]).toContainEqual(outcome(got));
    if (got.status === 401) expect(got.headers['www-authenticate']).toMatch(/^Basic /);
  }
});

test('every route of the catalogue was called', () => {
  expect(routes.map(({ route }) => route).sort()).toEqual(Object.keys(access).sort());
});
