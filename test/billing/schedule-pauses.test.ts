import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, scheduled, scheduleNow, subscriptionNow } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = () => openClockedShop(service, { at: '2026-01-01' });
const at = (day: string) => ({ type: 'timestamp', timestamp: moment(day) });

test('a subscription pauses and resumes as its schedule has planned', async () => {
  const shop = await openShop();
  const phases = [{ items: [{ price: await shop.price(1000) }], iterations: 6 }];
  const resume_at = { type: 'duration', duration: { interval: 'month', interval_count: 1 } };
  const pause_schedules = [{ key: 'winter', pause: { pause_at: at('2026-01-15') }, resume: { resume_at } }];
  const schedule = await scheduled(shop, { phases, pause_schedules });
  const [entry] = schedule.pause_schedules;
  expect(entry).toMatchObject({ key: 'winter', pause: { pause_at: moment('2026-01-15'), status: { type: 'scheduled' } } });
  expect(entry.resume).toMatchObject({ resume_at: moment('2026-02-15'), status: { type: 'scheduled' } });
  await shop.advance('2026-01-16');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('paused');
  expect((await scheduleNow(shop, schedule)).pause_schedules[0].pause.status).toEqual({ error: null, type: 'succeeded' });
  await shop.advance('2026-02-16');
  const resumed: Body = await subscriptionNow(shop, schedule.subscription);
  expect([resumed.status, resumed.billing_cycle_anchor]).toEqual(['active', moment('2026-02-15')]);
  expect((await scheduleNow(shop, schedule)).pause_schedules[0].resume.status).toEqual({ error: null, type: 'succeeded' });
});

test('a planned pause is changed by its key and removed by an empty value', async () => {
  const shop = await openShop();
  const phases = [{ items: [{ price: await shop.price(1000) }], iterations: 6 }];
  const schedule = await scheduled(shop, { phases, pause_schedules: [{ pause: { pause_at: at('2026-01-15') } }] });
  const update = (pause_schedules: unknown) => shop.client.post(`/v1/subscription_schedules/${schedule.id}`, { pause_schedules });
  const [{ key }] = schedule.pause_schedules;
  const later = await update([{ key, pause: { pause_at: at('2026-01-20') } }]);
  expect(later.body.pause_schedules).toMatchObject([{ key, pause: { pause_at: moment('2026-01-20') } }]);
  await shop.advance('2026-01-16');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('active');
  expect((await update('')).body.pause_schedules).toEqual([]);
  await shop.advance('2026-01-21');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('active');
});

test('400: a pause without a time, outside the phases, or with an earlier resumption is refused', async () => {
  const shop = await openShop();
  const phases = [{ items: [{ price: await shop.price(1000) }], iterations: 1 }];
  const refused = async (entry: object) => {
    const sent = { customer: shop.customer, start_date: 'now', phases, pause_schedules: [entry] };
    const { status, body } = await shop.client.post('/v1/subscription_schedules', sent);
    return [status, body.error?.param];
  };
  const pause = { pause_at: at('2026-01-15') };
  expect(await refused({})).toEqual([400, 'pause_schedules[0][pause]']);
  expect(await refused({ pause: { pause_at: { type: 'timestamp' } } })).toEqual([400, 'pause_schedules[0][pause][pause_at][timestamp]']);
  expect(await refused({ pause: { pause_at: at('2026-05-01') } })).toEqual([400, 'pause_schedules[0][pause][pause_at]']);
  const early = { resume_at: at('2026-01-10') };
  expect(await refused({ pause, resume: early })).toEqual([400, 'pause_schedules[0][resume][resume_at][timestamp]']);
  expect(await refused({ pause, resume: { resume_at: { type: 'now' } } })).toEqual([400, 'pause_schedules[0][resume][resume_at][type]']);
});
