import { afterAll, beforeAll, test } from 'vitest';
import { startService, type TestService } from './support/service.js';
let service: TestService;
beforeAll(async () => { service = await startService(); });
afterAll(() => service.stop());
test('probe', async () => {
  const c = service.client();
  const h = { headers: { 'idempotency-key': 'k1' } };
  const p = { confirm: true, payment_method: 'pm_card_chargeDeclined' };
  for (let i = 0; i < 2; i++) { const a = await c.post('/v1/setup_intents', p, h); console.log(a.status, a.text.slice(0, 300)); }
  const q = { confirm: true, payment_method: 'pm_card_visa' };
  const all = await Promise.all([1,2,3,4,5].map(() => c.post('/v1/setup_intents', q, { headers: { 'idempotency-key': 'k2' } })));
  console.log(all.map((a) => [a.status, a.text.slice(0, 150)]));
  console.log(service.lines.filter((l) => /fault/.test(l)).map((l) => l.slice(0, 1500)).join('\n'));
});
