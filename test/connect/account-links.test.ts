import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers_of_jo, as, connected, jo, whole_account } from '../support/connect.js';
import { accountOf, moveClockTo } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const urls = { refresh_url: 'https://platform.example/again', return_url: 'https://platform.example/done' };

const linkTo = async (client: Client, account: string, given: object = {}) => {
  const { status, body, text } = await client.post('/v1/account_links', { account, type: 'account_onboarding', ...urls, ...given });
  expect(status, text).toBe(200);
  return body;
};

const visit = (url: string) => fetch(url, { redirect: 'manual' });

/** Opens a link, and answers with the path of its page. */
async function opened(url: string): Promise<string> {
  const { status, headers } = await visit(url);
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '', url).href;
}

const sent = async (url: string, fields: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
};

const bare = { type: 'express', country: 'US', capabilities: { transfers: { requested: true } } };

const of_jo: Record<string, string> = { 'business_profile.mcc': '5734', ...answers_of_jo, tos_acceptance: 'true' };

test('a link shows only its address and its expiry', async () => {
  const client = service.client();
  const { id } = await connected(client, bare);
  const link = await linkTo(client, id);
  expect(Object.keys(link).sort()).toEqual(['account', 'created', 'expires_at', 'id', 'livemode', 'object', 'url']);
  expect(link).toMatchObject({ object: 'account_link', account: id, expires_at: link.created + 300 });
  expect(link.url).toMatch(/\/onboarding\//);
});

test('an account holder who opens a link enters the requirements, step by step, and returns to the platform', async () => {
  const client = service.client();
  const { id } = await connected(client, bare);
  const page = await opened((await linkTo(client, id)).url);
  expect(await (await visit(page)).text()).toContain('What kind of business is it?');
  expect((await sent(page, { business_type: 'individual' })).status).toBe(303);
  const form = await (await visit(page)).text();
  expect(form).toContain('First name');
  const { 'individual.email': _, ...partly } = of_jo;
  const missing = await sent(page, partly);
  expect([missing.status, missing.text.includes('Some details are still missing')]).toEqual([200, true]);
  expect([missing.text.includes('name="individual.email"'), missing.text.includes('name="individual.first_name"')]).toEqual([true, false]);
  const done = await sent(page, { 'individual.email': jo.email });
  expect([done.status, done.location]).toEqual([303, `${urls.return_url}`]);
  const account = (await client.get(`/v1/accounts/${id}`)).body;
  expect(account).toMatchObject({
    business_type: 'individual',
    details_submitted: true,
    payouts_enabled: true,
    individual: { first_name: 'Jo', address: { country: 'US' }, verification: { status: 'verified' } },
    tos_acceptance: { ip: expect.any(String), user_agent: expect.any(String) },
  });
  expect(account.tos_acceptance.date).toBeGreaterThan(0);
});

test('mistakes are shown beside their fields, none of them is saved, and no number is shown again', async () => {
  const client = service.client();
  const { id } = await connected(client, { ...bare, business_type: 'individual' });
  const page = await opened((await linkTo(client, id)).url);
  const wrong = await sent(page, { ...of_jo, 'individual.dob.month': '13' });
  expect(wrong.text).toMatch(/id="individual\.dob\.month-fault"/);
  expect(wrong.text).toContain('value="Jo"');
  expect(wrong.text).not.toContain('000123456789');
  const no_bank = await sent(page, { ...of_jo, 'external_account.routing_number': '110000001' });
  expect(no_bank.text).toMatch(/id="external_account\.routing_number-fault"/);
  expect((await client.get(`/v1/accounts/${id}`)).body).toMatchObject({ individual: null, tos_acceptance: { date: null } });
});

test('a company enters its representative and its owners', async () => {
  const client = service.client();
  const { id } = await connected(client, { ...bare, business_type: 'company' });
  const page = await opened((await linkTo(client, id)).url);
  const of_person = Object.entries(of_jo).filter(([name]) => name.startsWith('individual.'));
  const representative = Object.fromEntries(of_person.map(([name, value]) => [name.replace('individual', 'representative'), value]));
  const others = Object.entries(of_jo).filter(([name]) => !name.startsWith('individual.'));
  const done = await sent(page, {
    ...Object.fromEntries(others),
    ...representative,
    'representative.relationship.title': 'CEO',
    'company.name': 'Tea',
    'company.phone': '+15555550100',
    'company.tax_id': '000000000',
    'company.address.line1': '1 High St',
    'company.address.city': 'Town',
    'company.address.state': 'CA',
    'company.address.postal_code': '94103',
    'owners.none': 'true',
  });
  expect([done.status, done.location], done.text).toEqual([303, urls.return_url]);
  const account = (await client.get(`/v1/accounts/${id}`)).body;
  expect(account).toMatchObject({ payouts_enabled: true, company: { name: 'Tea', tax_id_provided: true, owners_provided: true } });
  expect((await client.get(`/v1/accounts/${id}/persons`)).body.data).toMatchObject([
    { relationship: { representative: true, title: 'CEO' } },
  ]);
});

test('a used or expired link redirects to refresh_url', async () => {
  const client = service.client();
  const { id } = await connected(client, bare);
  const link = await linkTo(client, id);
  const page = await opened(link.url);
  expect((await visit(link.url)).headers.get('location')).toBe(urls.refresh_url);
  const late = await linkTo(client, id);
  const { frozen_time } = (await client.get('/v1/test_helpers/sandbox_clock')).body;
  await moveClockTo(client, frozen_time + 301);
  expect((await visit(late.url)).headers.get('location')).toBe(urls.refresh_url);
  expect((await visit(page)).status).toBe(200);
  await moveClockTo(client, frozen_time + 7200);
  expect((await visit(page)).headers.get('location')).toBe(urls.refresh_url);
  expect((await visit(`${page}x`)).headers.get('location')).toBe(urls.refresh_url);
  expect((await visit(`${link.url}x`)).status).toBe(404);
});

test('the address of a page gives access to nothing else: neither its account nor the platform’s settings', async () => {
  const client = service.client();
  const { id } = await connected(client, bare);
  const { url, id: link } = await linkTo(client, id);
  const authorization = `Bearer page_${url.split('/').at(-1)}`;
  const by_page = (path: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await by_page(`/v1/accounts/${id}`, { email: 'x@example.com' })).status).toBe(403);
  const path = `/v1/accounts/${id}/account_links/${link}`;
  const session = (await opened(url)).split('/').at(-1) ?? '';
  const tell = (body: object) => by_page(`${path}/tell`, body);
  expect((await tell({ session, capabilities: { card_payments: { requested: true } } })).status).toBe(400);
  expect((await tell({ session: 'x'.repeat(session.length), business_type: 'company' })).status).toBe(400);
  // A later finder of the address can still see the link's page address, but cannot open it.
  const found = await fetch(`${service.url}${path}`, { headers: { authorization } });
  expect(found.status).toBe(200);
  expect(await found.text()).not.toContain(session);
  expect((await by_page(`${path}/open`, { session: 'x'.repeat(session.length) })).status).toBe(400);
  expect((await tell({ session, business_type: 'individual' })).status).toBe(200);
  expect((await client.get(`/v1/accounts/${id}`)).body.business_type).toBe('individual');
});

test('400 and 403: a link to an account that is not connected, of another kind, and by another platform', async () => {
  const client = service.client();
  const { id } = await connected(client, bare);
  const ask = async (by: Client, given: object) => {
    const { status, body } = await by.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls, ...given });
    return [status, body.error?.param];
  };
  expect(await ask(client, { type: 'account_update' })).toEqual([400, 'type']);
  expect(await ask(client, { account: await accountOf(client) })).toEqual([403, 'account']);
  expect(await ask(client, { return_url: undefined })).toEqual([400, 'return_url']);
  expect((await ask(service.client(), {}))[0]).toBe(400);
  const custom = await connected(client, whole_account);
  expect((await linkTo(client, custom.id, { type: 'account_update' })).url).toBeTruthy();
  expect((await client.get('/v1/customers', undefined, as(id))).status).toBe(200);
});
