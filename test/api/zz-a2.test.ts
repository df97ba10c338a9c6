import { afterAll, beforeAll, expect, test } from 'vitest';
import { funded, ledger } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';
let service: TestService;
beforeAll(async () => { service = await startService(); });
afterAll(async () => { await service.stop(); });
test.each([20,20,20,40,40,40,100,100,100])('%d parallel', async (n) => {
  const client = await funded(service, 100000);
  const answers = await Promise.all(Array.from({ length: n }, () => client.post('/v1/payouts', { amount: 50, currency: 'usd' })));
  const counts: any = {}; for (const a of answers) counts[a.status] = (counts[a.status] ?? 0) + 1;
  console.log(n, JSON.stringify(counts), service.lines.filter((l) => l.includes('"level":50')).slice(-1));
});
test.each([20,40,100])('%d parallel updates', async (n) => {
  const client = await funded(service, 100000);
  const {body:{id}} = await client.post('/v1/payouts', { amount: 50, currency: 'usd' });
  const answers = await Promise.all(Array.from({ length: n }, (_, k) => client.post(`/v1/payouts/${id}`, { metadata: { ['k'+(k%50)]: 'x' + k } })));
  const counts: any = {}; for (const a of answers) counts[a.status] = (counts[a.status] ?? 0) + 1;
  console.log(n, JSON.stringify(counts), service.lines.filter((l) => l.includes('"level":50')).slice(-1));
});
test('advance twice', async () => {
  const client = await funded(service, 1000);
  const c0 = (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  const a1 = await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: c0 + 1000 });
  const c1 = (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  const p = (await client.post('/v1/payouts', {amount: 1, currency:'usd'})).body;
  const a2 = await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: c0 + 2000 });
  const other = service.client(client.key);
  const c2 = (await client.get('/v1/test_helpers/sandbox_clock', undefined, { headers: { authorization: `Bearer ${client.key}` } })).body.frozen_time;
  console.log({ a1: a1.body.frozen_time - c0, c1: c1 - c0, a2: a2.body.frozen_time - c0, c2: c2 - c0, p: p.created - c0 });
});
