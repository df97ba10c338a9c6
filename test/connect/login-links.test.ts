import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, bank, connected, whole_account } from '../support/connect.js';
import { accountOf, moveClockTo } from '../support/merchant.js';
import { made } from '../support/populate.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const express = { ...whole_account, type: 'express', business_profile: { mcc: '5734', url: 'https://example.com', name: 'Jo’s <Tea>' } };

const visit = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });

/** Opens a link, and answers with the path of its page. */
async function opened(url: string): Promise<string> {
  const { status, headers } = await visit(url);
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '', url).href;
}

const linkOf = (client: Client, account: string) => made(client, `/v1/accounts/${account}/login_links`, {});

/** The visible text of a page. */
const read = async (url: string, language = 'en'): Promise<string> => {
  const html = await (await visit(url, { headers: { 'accept-language': language } })).text();
  const body = html.slice(html.indexOf('<main>'));
  return body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
};

/** An account with login links, and its platform. */
async function expressAccount(given: object = {}) {
  const client = service.client();
  const { id } = await connected(client, { ...express, ...given });
  return { client, id };
}

test('a link is an address, and shows nothing else', async () => {
  const { client, id } = await expressAccount();
  const link = await linkOf(client, id);
  expect(Object.keys(link).sort()).toEqual(['created', 'id', 'livemode', 'object', 'url']);
  expect([link.object, link.url.startsWith(`${service.url}/express/`)]).toEqual(['login_link', true]);
});

test('400 and 403: a login link to an account with another dashboard, not onboarded, not connected, or of another platform', async () => {
  const { client, id } = await expressAccount();
  const ask = async (by: Client, account: string) => {
    const { status, body } = await by.post(`/v1/accounts/${account}/login_links`);
    return [status, body.error.message];
  };
  const custom = await connected(client, whole_account);
  expect(await ask(client, custom.id)).toEqual([400, expect.stringContaining('Express Dashboard')]);
  const standard = await connected(client, { type: 'standard' });
  expect(await ask(client, standard.id)).toEqual([400, expect.stringContaining('Express Dashboard')]);
  const bare = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } } });
  expect(await ask(client, bare.id)).toEqual([400, expect.stringContaining('has not completed onboarding')]);
  expect(await ask(client, await accountOf(client))).toEqual([403, expect.stringContaining('is not a connected account')]);
  expect((await ask(service.client(), id))[0]).toBe(403);
});

test('an account with an express controller gets login links, whatever its type', async () => {
  const client = service.client();
  const { type: _, ...rest } = express;
  const { id } = await connected(client, { ...rest, controller: { stripe_dashboard: { type: 'express' } } });
  expect((await linkOf(client, id)).object).toBe('login_link');
});

test('the dashboard shows the balance, payouts, payments and transfers of the account, and of no other', async () => {
  const { client, id } = await expressAccount();
  const paying = { amount: 4000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  const passed_on = await made(client, '/v1/payment_intents', { ...paying, transfer_data: { destination: id } });
  await made(client, '/v1/payment_intents', { ...paying, amount: 777, description: 'Of the platform alone' });
  const { body: own } = await client.post('/v1/payment_intents', { ...paying, amount: 2500, description: 'Two <b>teas</b>' }, as(id));
  expect(own.status).toBe('succeeded');
  await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' }, as(id));
  expect((await client.post('/v1/payouts', { amount: 1000, currency: 'usd' }, as(id))).status).toBe(200);
  const page = await opened((await linkOf(client, id)).url);
  const text = await read(page);
  expect(text).toContain('Available USD $80.00');
  expect(text).toMatch(/Arrives on \w+ \d+, \d{4} \S.*? \$10\.00/);
  expect(text).toContain('Transfer from the platform');
  expect(text).toContain('Two &lt;b&gt;teas&lt;/b&gt;');
  expect(text).not.toContain('Of the platform alone');
  expect(text).not.toContain('Information required');
  await client.post('/v1/refunds', { payment_intent: passed_on.id, amount: 1000, reverse_transfer: true });
  expect(await read(page)).toContain('$10.00 refunded');
  const html = await (await visit(page)).text();
  for (const hidden of [bank.account_number, '6789', '4242', passed_on.id, '<script']) expect(html).not.toContain(hidden);
});

test('an empty account shows that it is empty', async () => {
  const { client, id } = await expressAccount();
  const text = await read(await opened((await linkOf(client, id)).url));
  for (const said of ['Available USD $0.00', 'No payout is on its way.', 'No payouts yet.', 'No payments yet.'])
    expect(text).toContain(said);
});

test('410: a link opens once, within minutes, and its session lasts for an hour', async () => {
  const { client, id } = await expressAccount();
  const { url } = await linkOf(client, id);
  const page = await opened(url);
  const again = await visit(url);
  expect([again.status, (await again.text()).includes('ask the platform')]).toEqual([410, true]);
  const late = await linkOf(client, id);
  const { frozen_time } = (await client.get('/v1/test_helpers/sandbox_clock')).body;
  await moveClockTo(client, frozen_time + 301);
  expect((await visit(late.url)).status).toBe(410);
  expect((await visit(page)).status).toBe(200);
  for (const wrong of [`${page}x`, `${url}x`, `${service.url}/express/x`]) expect([404, 410]).toContain((await visit(wrong)).status);
  await moveClockTo(client, frozen_time + 7200);
  const over = await visit(page);
  expect([over.status, (await over.text()).includes('This link has expired')]).toEqual([410, true]);
  expect((await visit(`${page}/onboarding`, { method: 'POST' })).status).toBe(410);
});

test('requirements are entered on the page of an account link, which returns to a page without data', async () => {
  const { client, id } = await expressAccount();
  await made(client, `/v1/accounts/${id}`, { individual: { address: { line1: 'address_no_match' } } });
  const unclear = await read(await opened((await linkOf(client, id)).url));
  expect(unclear).toContain('A document is also needed. Your platform will ask you for it.');
  expect(unclear).not.toContain('Provide information');
  await made(client, `/v1/accounts/${id}`, { business_type: 'company' });
  const page = await opened((await linkOf(client, id)).url);
  expect(await read(page)).toMatch(/Information required .* Your company: .*Legal name/);
  const answer = await visit(`${page}/onboarding`, { method: 'POST' });
  expect(answer.status).toBe(303);
  const onboarding = await opened(answer.headers.get('location') ?? '');
  const form = await (await visit(onboarding)).text();
  const back = /href="([^"]+\/express\/[^"]+)"/.exec(form)?.[1] ?? '';
  expect([back.includes(page.split('/').at(-1) ?? 'none'), (await visit(back)).status]).toEqual([false, 410]);
});

test('missing details are listed as a language writes them: a space before a French colon, a Japanese family name first', async () => {
  const { client, id } = await expressAccount();
  await made(client, `/v1/accounts/${id}`, { business_type: 'company' });
  const page = await opened((await linkOf(client, id)).url);
  expect(await read(page, 'fr')).toContain('Votre société : Raison sociale, ');
  expect(await read(page, 'ja')).toContain('法人の 25% 以上を所有する個人：姓、名、メールアドレス');
});

test('the address of a page works for its link only, and only for the session that opened it', async () => {
  const { client, id } = await expressAccount();
  const link = await linkOf(client, id);
  const authorization = `Bearer page_${link.url.split('/').at(-1)}`;
  const by_page = (path: string, body: object = {}) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const session = (await opened(link.url)).split('/').at(-1) ?? '';
  const path = `/v1/accounts/${id}/login_links/${link.id}`;
  const wrong = { session: 'x'.repeat(session.length) };
  for (const verb of ['open', 'look', 'overview']) expect((await by_page(`${path}/${verb}`, wrong)).status).toBe(400);
  expect((await by_page(`${path}/onboard`, { ...wrong, return_url: 'https://example.com' })).status).toBe(400);
  const seen = await (await by_page(`${path}/look`, { session })).text();
  expect([seen.includes('"shown"'), seen.includes(session)]).toEqual([true, false]);
  expect((await by_page(`${path}/overview`, { session })).status).toBe(200);
  expect((await by_page(`/v1/accounts/${id}`, { email: 'x@example.com' })).status).toBe(403);
  for (const read_path of ['/v1/balance', '/v1/payouts', '/v1/charges'])
    expect((await fetch(`${service.url}${read_path}`, { headers: { authorization } })).status).toBe(403);
  const other = await linkOf(client, id);
  expect((await by_page(`/v1/accounts/${id}/login_links/${other.id}/overview`, { session })).status).toBe(404);
});
