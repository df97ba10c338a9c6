import { expect, test } from 'vitest';
import { newestMails } from '../../src/delivery/mail/outbox.js';
import { tenantOf } from '../../src/kernel/base/books.js';
import { auditedService } from '../support/audited.js';
import { accountOf, moveClockTo } from '../support/merchant.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';

const service = await auditedService();

const at = (text: string): number => Date.parse(text) / 1000;
const schedule = { report_type: 'balance.summary.1', interval: 'day', email: 'books@example.com', timezone: 'Europe/Berlin' };

/** The runs of an account, oldest first, once there are so many and all have ended. */
const runs = (client: Client, count: number): Promise<Readonly<Record<string, never>>[]> =>
  service.until(async () => {
    const { data } = (await client.get('/v1/reporting/report_runs')).body;
    return data.length >= count && data.every((each: { status: string }) => each.status !== 'pending') && data.reverse();
  });

test('a daily schedule runs the report of each day that has ended, and sends an e-mail about it', async () => {
  const client = service.client();
  await moveClockTo(client, at('2027-03-26T12:00:00Z'));
  const { id, next_run } = await made(client, '/v1/reporting/report_schedules', schedule);
  expect(next_run).toBe(at('2027-03-26T23:00:00Z'));
  await moveClockTo(client, at('2027-03-28T23:30:00Z'));
  const all = await runs(client, 3);
  expect(all.map(({ parameters, email, schedule: by, status }) => [parameters, email, by, status])).toEqual(
    [
      ['2027-03-25T23:00:00Z', '2027-03-26T23:00:00Z'],
      ['2027-03-26T23:00:00Z', '2027-03-27T23:00:00Z'],
      // The clock changes on this day, which has 23 hours.
      ['2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
    ].map(([start = '', end = '']) => [
      { interval_start: at(start), interval_end: at(end), timezone: 'Europe/Berlin' },
      ...['books@example.com', id, 'succeeded'],
    ]),
  );
  const account = tenantOf(await accountOf(client), false);
  const mails = await service.until(async () => {
    const found = await newestMails(service.engine.database, account);
    return found.length === 3 && found;
  });
  const [last] = all.slice(-1) as unknown as { id: string }[];
  expect(mails[0]).toMatchObject({ to: 'books@example.com', subject: expect.stringContaining('balance.summary.1') });
  expect(JSON.stringify(mails)).toContain(`/dashboard/reports?run=${last?.id}`);
});

test('a schedule that is stopped runs nothing until it is active again', async () => {
  const client = service.client();
  await moveClockTo(client, at('2027-03-26T12:00:00Z'));
  const { id } = await made(client, '/v1/reporting/report_schedules', { ...schedule, interval: 'month' });
  expect(await made(client, `/v1/reporting/report_schedules/${id}`, { active: false })).toMatchObject({ active: false, next_run: null });
  await moveClockTo(client, at('2027-05-15T12:00:00Z'));
  expect((await client.get('/v1/reporting/report_runs')).body.data).toEqual([]);
  const again = await made(client, `/v1/reporting/report_schedules/${id}`, { active: true });
  expect(again.next_run).toBe(at('2027-05-31T22:00:00Z'));
  expect((await client.del(`/v1/reporting/report_schedules/${id}`)).body).toEqual({
    id,
    object: 'reporting.report_schedule',
    deleted: true,
  });
  await moveClockTo(client, at('2027-06-15T12:00:00Z'));
  expect((await client.get('/v1/reporting/report_runs')).body.data).toEqual([]);
});

test.each([
  ['a type that needs a payout', { report_type: 'payout_reconciliation.by_id.itemized.4' }, 'report_type'],
  ['a type that needs a connected account', { report_type: 'connected_account_balance.summary.1' }, 'parameters[connected_account]'],
  ['an unknown type', { report_type: 'balance' }, 'report_type'],
  ['an address without a domain', { email: 'books' }, 'email'],
  ['an unknown interval', { interval: 'year' }, 'interval'],
])('400: %s is refused', async (_, params, param) => {
  const { status, body } = await service.client().post('/v1/reporting/report_schedules', { ...schedule, ...params });
  expect([status, body.error?.param]).toEqual([400, param]);
});
