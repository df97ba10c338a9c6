import { test } from 'vitest';
import { startService } from '../support/service.js';
import { endpointAt, newestEvent, pendingOf } from '../support/deliveries.js';
import { rowsOf } from '../support/services.js';

test('scratch', async () => {
  const service = await startService();
  const client = service.client();
  await endpointAt(client, 'http://127.0.0.1:9/x');
  await client.post('/v1/customers', {});
  const e = await newestEvent(client, 'customer.created');
  console.log(await pendingOf(client, e.id), await rowsOf(service, 'select * from jobs'), (await client.get('/v1/events/'+e.id, undefined, { headers: { 'stripe-version': '2025-09-30.clover' } })).text);
  await service.stop();
});
