import { afterAll, beforeAll, expect, test } from 'vitest';
import { connected, whole_account } from '../support/connect.js';
import { accountOf } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a capability is an object with its name and its requirements', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'custom', capabilities: { transfers: { requested: true } } });
  const path = `/v1/accounts/${id}/capabilities`;
  const listed = (await client.get(path)).body.data;
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({
    id: 'transfers',
    object: 'capability',
    account: id,
    requested: true,
    status: 'inactive',
    requirements: { disabled_reason: 'requirements.fields_needed', currently_due: expect.arrayContaining(['business_type']) },
  });
  expect(listed[0].requested_at).toBeGreaterThan(0);
  const { business_type, business_profile, individual, external_account, tos_acceptance } = whole_account;
  await client.post(`/v1/accounts/${id}`, { business_type, business_profile, individual, external_account, tos_acceptance });
  const active = (await client.get(`${path}/transfers`)).body;
  expect(active).toMatchObject({ status: 'active', requirements: { currently_due: [], disabled_reason: null } });
  expect((await client.get(`${path}/card_payments`)).status).toBe(404);
});

test('a capability is requested and given up alone, and its account shows it', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const path = `/v1/accounts/${id}/capabilities`;
  const asked = await client.post(`${path}/sepa_debit_payments`, { requested: true });
  expect([asked.status, asked.body.id, asked.body.status], asked.text).toEqual([200, 'sepa_debit_payments', 'active']);
  const again = await client.post(`${path}/sepa_debit_payments`, { requested: true });
  expect(again.body).toEqual(asked.body);
  const given_up = (await client.post(`${path}/card_payments`, { requested: false })).body;
  expect(given_up).toMatchObject({ id: 'card_payments', requested: false, requested_at: null, status: 'unrequested' });
  const account = (await client.get(`/v1/accounts/${id}`)).body;
  expect(account.capabilities).toEqual({ sepa_debit_payments: 'active', transfers: 'active' });
  const ids = (await client.get(path)).body.data.map((each: { id: string }) => each.id);
  expect(ids.sort()).toEqual(['card_payments', 'sepa_debit_payments', 'transfers']);
  const back = (await client.post(`${path}/card_payments`, { requested: true })).body;
  expect(back).toMatchObject({ requested: true, status: 'active' });
});

test('400 and 403: an unknown capability, and an account with its own dashboard', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const unknown = await client.post(`/v1/accounts/${id}/capabilities/flying`, { requested: true });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'capability']);
  const own = await client.post(`/v1/accounts/${await accountOf(client)}/capabilities/transfers`, { requested: true });
  expect([own.status, own.body.error.code]).toEqual([403, 'permission_denied']);
});
