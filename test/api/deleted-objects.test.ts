import { afterAll, expect, test } from 'vitest';
import { scenarios } from '../support/deletion-scenarios.js';
import { startService } from '../support/service.js';

const service = await startService({ FLORIN_WORKER: 'false' });
afterAll(() => service.stop());

test.each([...new Map(Object.entries(scenarios).map(([pair, scenario]) => [pair.split(' ')[0], scenario]))])(
  'a deleted %s is a customer with deleted: true, or unknown',
  async (object, scenario) => {
    const client = service.client();
    const { deleted } = await scenario(client);
    expect((await client.del(deleted)).status).toBe(200);
    const { status, body } = await client.get(deleted);
    if (object === 'customer') expect([status, body]).toEqual([200, { id: body.id, object: 'customer', deleted: true }]);
    else if (object === 'account') expect([status, body.error.code]).toEqual([403, 'account_invalid']);
    else expect([status, body.error.code]).toEqual([404, 'resource_missing']);
  },
);
