import { afterAll, beforeAll, expect, test } from 'vitest';
import { bank, connected } from '../support/connect.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const added = async (client: Client, path: string, given: object = {}, besides: object = {}): Promise<string> => {
  const { status, body, text } = await client.post(path, { external_account: { ...bank, ...given }, ...besides });
  expect(status, text).toBe(200);
  return body.id;
};

type Bank = { readonly id: string; readonly default_for_currency: boolean };

const defaults = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).body.data.flatMap((each: Bank) => (each.default_for_currency ? [each.id] : []));

test('the details of a bank account can be changed, and so can the default of its currency', async () => {
  const client = service.client();
  const { id, external_accounts } = await connected(client);
  const path = `/v1/accounts/${id}/external_accounts`;
  const first = external_accounts.data[0].id;
  const second = await added(client, path);
  const given = { account_holder_name: 'Jo Doe', account_holder_type: 'individual', metadata: { branch: '7' } };
  const changed = await client.post(`${path}/${second}`, { ...given, default_for_currency: true });
  expect(changed.body, changed.text).toMatchObject({ ...given, default_for_currency: true });
  expect(await defaults(client, path)).toEqual([second]);
  const refused = await client.post(`${path}/${second}`, { default_for_currency: false });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'default_for_currency']);
  const deleted = await client.del(`${path}/${first}`);
  expect(deleted.body).toMatchObject({ id: first, deleted: true });
});

test('a deleted default passes to another one of its currency, and the last one cannot be deleted', async () => {
  const client = service.client();
  const { id, external_accounts } = await connected(client);
  const path = `/v1/accounts/${id}/external_accounts`;
  const first = external_accounts.data[0].id;
  const second = await added(client, path);
  const euro = { country: 'DE', currency: 'eur', account_number: 'DE89370400440532013000', routing_number: undefined };
  const in_euro = await added(client, path, euro);
  expect((await defaults(client, path)).sort()).toEqual([first, in_euro].sort());
  await client.del(`${path}/${first}`);
  expect((await defaults(client, path)).sort()).toEqual([second, in_euro].sort());
  expect((await client.del(`${path}/${in_euro}`)).status).toBe(200);
  const last = await client.del(`${path}/${second}`);
  expect([last.status, last.body.error.param]).toEqual([400, 'id']);
  expect((await client.get(`/v1/accounts/${id}`)).body.payouts_enabled).toBe(true);
});

test('400: numbers that no bank has are refused with the parameter', async () => {
  const client = service.client();
  const refused = async (given: object): Promise<unknown> => {
    const { status, body } = await client.post('/v1/accounts', { type: 'custom', external_account: { ...bank, ...given } });
    return [status, body.error?.param];
  };
  expect(await refused({ routing_number: '110000001' })).toEqual([400, 'external_account[routing_number]']);
  expect(await refused({ country: 'DE', currency: 'eur', account_number: 'DE89370400440532013001', routing_number: undefined })).toEqual([
    400,
    'external_account[account_number]',
  ]);
});
