import { expect, test } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { refusal } from '../support/payments.js';
import { commonService } from '../support/services.js';
import { type Metered, metered, minuteOf, summaries, takeBack, tell, total } from '../support/usage.js';

const service = await commonService();

const day = 86_400;
const seconds = (): number => Math.floor(service.now() / 1000);

/** The usage of the last days, and the future usage. */
const used = (of: Metered, now = seconds()): Promise<number> => total(of, minuteOf(now - 36 * day), minuteOf(now + day));

test('an event has the values that were sent, and counts', async () => {
  const of = await metered(service.client());
  const { status, body } = await tell(of, '25.50', { identifier: 'call_1', timestamp: seconds() - 60 });
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(String),
      object: 'billing.meter_event',
      created: expect.any(Number),
      event_name: of.event_name,
      identifier: 'call_1',
      livemode: false,
      payload: { stripe_customer_id: of.customer, value: '25.50' },
      timestamp: body.created - 60,
    },
  ]);
  expect(await used(of)).toBe(25.5);
});

test('an event without them gets an identifier, and the current time', async () => {
  const of = await metered(service.client());
  const [first, second] = [(await tell(of, '1')).body, (await tell(of, '2')).body];
  expect(first.timestamp).toBe(first.created);
  expect(first.identifier).not.toBe(second.identifier);
  expect((await takeBack(of, second.identifier)).status).toBe(200);
  expect(await used(of)).toBe(1);
});

test.each([
  ['sum', 6.5],
  ['count', 4],
  ['last', 0.25],
] as const)('a meter with the formula %s results in %d', async (formula, expected) => {
  const of = await metered(service.client(), formula);
  const now = seconds();
  for (const [value, ago] of [
    ['0.25', 1],
    ['3', 30],
    ['4', 20],
    ['-0.75', 1],
  ] as const) {
    const earlier = formula === 'last' && value === '-0.75' ? 10 : ago;
    expect((await tell(of, value, { timestamp: now - earlier })).status).toBe(200);
  }
  expect(await used(of)).toBe(expected);
});

test('of two events at the same time the later one is the last', async () => {
  const of = await metered(service.client(), 'last');
  const timestamp = seconds();
  for (const value of ['7', '5']) await tell(of, value, { timestamp });
  expect(await used(of)).toBe(5);
});

test('a meter reads the customer and the value from its mapped keys', async () => {
  const of = await metered(service.client(), 'sum', {
    customer_mapping: { event_payload_key: 'user', type: 'by_id' },
    value_settings: { event_payload_key: 'bytes' },
  });
  const { shop, event_name, customer } = of;
  const { body: stranger } = await shop.post('/v1/customers');
  const asked = await shop.post('/v1/billing/meter_events', {
    event_name,
    payload: { user: customer, bytes: 12, value: '100', stripe_customer_id: stranger.id },
  });
  expect(asked.body.payload).toEqual({ user: customer, bytes: '12', value: '100', stripe_customer_id: stranger.id });
  expect(await used(of)).toBe(12);
  expect(await used({ ...of, customer: stranger.id })).toBe(0);
  expect(refusal(await tell(of, '1'))).toEqual([400, 'meter_event_no_customer_defined', 'payload[user]']);
});

test('an event of a counting meter needs no value', async () => {
  const of = await metered(service.client(), 'count');
  const { event_name, customer, shop } = of;
  expect((await shop.post('/v1/billing/meter_events', { event_name, payload: { stripe_customer_id: customer } })).status).toBe(200);
  expect(await used(of)).toBe(1);
});

test('400: an invalid event is refused, and counts nothing', async () => {
  const of = await metered(service.client());
  const { shop, customer } = of;
  const now = seconds();
  expect(refusal(await tell({ ...of, event_name: 'nothing' }, '1'))).toEqual([400, 'no_meter', 'event_name']);
  expect(refusal(await tell({ ...of, customer: 'cus_none' }, '1'))).toEqual([
    400,
    'meter_event_customer_not_found',
    'payload[stripe_customer_id]',
  ]);
  for (const value of ['many', '1e3', '', ' 1', '0x10', '1.', 'NaN'])
    expect(refusal(await tell(of, value)).slice(0, 1), value).toEqual([400]);
  expect(refusal(await tell(of, 'many'))).toEqual([400, 'meter_event_invalid_value', 'payload[value]']);
  expect(refusal(await tell(of, '1234567890123'))).toEqual([400, 'meter_event_value_too_many_digits', 'payload[value]']);
  expect(refusal(await tell(of, '0.1234567890123'))).toEqual([400, 'meter_event_value_too_many_digits', 'payload[value]']);
  expect(refusal(await tell(of, '1', { timestamp: now + 400 }))).toEqual([400, 'timestamp_in_future', 'timestamp']);
  expect(refusal(await tell(of, '1', { timestamp: now - 35 * day - 60 }))).toEqual([400, 'timestamp_too_far_in_past', 'timestamp']);
  await shop.del(`/v1/customers/${customer}`);
  expect(refusal(await tell(of, '1'))[1]).toBe('meter_event_customer_not_found');
});

test('400 archived_meter: an inactive meter accepts no more events, and keeps its counted usage', async () => {
  const of = await metered(service.client());
  await tell(of, '3');
  await of.shop.post(`/v1/billing/meters/${of.meter}/deactivate`);
  expect(refusal(await tell(of, '1'))).toEqual([400, 'archived_meter', 'event_name']);
  expect(await used(of)).toBe(3);
});

test('400 duplicate_meter_event: of many events with one identifier, in turn or at once, one counts', async () => {
  const of = await metered(service.client());
  const identifier = 'once';
  const answers = await Promise.all(Array.from({ length: 12 }, () => tell(of, '2', { identifier })));
  const later = await tell(of, '2', { identifier });
  const refused = [...answers, later].filter(({ status }) => status !== 200);
  expect(refused.map(refusal)).toEqual(Array(12).fill([400, 'duplicate_meter_event', 'identifier']));
  expect(later.body.error.message).toBe('An event already exists with identifier once.');
  expect(await used(of)).toBe(2);
});

test('an identifier is available again after a day of the customer’s clock, and the first event still counts', async () => {
  const of = await metered(service.client());
  const identifier = 'nightly';
  await tell(of, '2', { identifier });
  await advanceClock(of.shop, day + 60);
  expect((await tell(of, '3', { identifier })).status).toBe(200);
  expect(refusal(await tell(of, '3', { identifier }))[1]).toBe('duplicate_meter_event');
  expect(await used(of, seconds() + day)).toBe(5);
});

test('hundreds of concurrent events of one customer all count', async () => {
  const of = await metered(service.client());
  const answers = await Promise.all(Array.from({ length: 300 }, () => tell(of, '0.1')));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await used(of)).toBe(30);
});

test('an event uses the test clock of its customer', async () => {
  const shop = service.client();
  const frozen_time = 1_500_000_000;
  const { body: clock } = await shop.post('/v1/test_helpers/test_clocks', { frozen_time });
  for (const more of [{}, { customer_mapping: { event_payload_key: 'user', type: 'by_id' } }]) {
    const of = await metered(shop, more.customer_mapping ? 'count' : 'sum', { ...more, customer: { test_clock: clock.id } });
    const payload = { stripe_customer_id: of.customer, user: of.customer, value: '1' };
    const answer = await shop.post('/v1/billing/meter_events', { event_name: of.event_name, payload });
    expect(answer.body).toMatchObject({ timestamp: frozen_time, created: frozen_time });
    const at = (timestamp: number) => shop.post('/v1/billing/meter_events', { event_name: of.event_name, payload, timestamp });
    expect(refusal(await at(seconds()))).toEqual([400, 'timestamp_in_future', 'timestamp']);
    expect((await at(frozen_time - 35 * day)).status).toBe(200);
    expect(await total(of, minuteOf(frozen_time - 36 * day), minuteOf(frozen_time + day))).toBe(2);
    expect((await takeBack(of, answer.body.identifier)).status).toBe(200);
  }
});

test('a canceled event no longer counts, with any formula', async () => {
  for (const formula of ['sum', 'count', 'last'] as const) {
    const of = await metered(service.client(), formula);
    const now = seconds();
    await tell(of, '1', { identifier: 'first', timestamp: now - 20 });
    await tell(of, '1', { identifier: 'second', timestamp: now - 10 });
    const { status, body } = await takeBack(of, 'second');
    expect([status, body]).toMatchObject([
      200,
      { object: 'billing.meter_event_adjustment', status: 'complete', type: 'cancel', cancel: { identifier: 'second' }, livemode: false },
    ]);
    expect(await used(of), formula).toBe(1);
  }
});

test('400: an event is canceled once, within a day, by its own event name', async () => {
  const of = await metered(service.client());
  await tell(of, '5', { identifier: 'late' });
  await tell(of, '7', { identifier: 'twice' });
  expect(refusal(await takeBack(of, 'unknown'))).toEqual([400, 'resource_missing', 'cancel[identifier]']);
  expect(refusal(await takeBack({ ...of, event_name: 'other' }, 'late'))).toEqual([400, 'resource_missing', 'cancel[identifier]']);
  const at_once = await Promise.all([takeBack(of, 'twice'), takeBack(of, 'twice')]);
  expect(at_once.map(({ status }) => status).sort()).toEqual([200, 400]);
  await advanceClock(of.shop, day);
  expect(refusal(await takeBack(of, 'late'))).toEqual([400, 'parameter_invalid', 'cancel[identifier]']);
  expect(await used(of, seconds() + day)).toBe(5);
});

test('summaries list the hours and days with usage, the newest first, page by page', async () => {
  const of = await metered(service.client());
  const today = Math.floor(seconds() / day) * day;
  const start = today - 3 * day;
  for (const [value, timestamp] of [
    ['1', start],
    ['2', start + 3599],
    ['4', start + 3600],
    ['8', start + 2 * day],
    ['16', today],
  ] as const)
    expect((await tell(of, value, { timestamp })).status).toBe(200);
  const by = async (value_grouping_window: string, more: object = {}) =>
    (await summaries(of, start, today, { value_grouping_window, ...more })).body;
  const shown = ({ data }: { data: { start_time: number; end_time: number; aggregated_value: number }[] }) =>
    data.map(({ start_time, end_time, aggregated_value }) => [start_time - start, end_time - start, aggregated_value]);
  expect(shown(await by('day'))).toEqual([
    [2 * day, 3 * day, 8],
    [0, day, 7],
  ]);
  const hours = await by('hour');
  expect(shown(hours)).toEqual([
    [2 * day, 2 * day + 3600, 8],
    [3600, 7200, 4],
    [0, 3600, 3],
  ]);
  const first = await by('hour', { limit: 2 });
  expect([first.data, first.has_more]).toEqual([hours.data.slice(0, 2), true]);
  expect((await by('hour', { limit: 2, starting_after: first.data[1].id })).data).toEqual(hours.data.slice(2));
  expect(hours.data[0]).toMatchObject({ object: 'billing.meter_event_summary', id: expect.any(String), meter: of.meter, livemode: false });
});

test('the end of a summary is exclusive, and a summary without usage is 0', async () => {
  const of = await metered(service.client());
  const minute = minuteOf(seconds()) - 120;
  await tell(of, '1', { timestamp: minute });
  await tell(of, '2', { timestamp: minute + 60 });
  expect(await total(of, minute, minute + 60)).toBe(1);
  expect(await total(of, minute + 60, minute + 120)).toBe(2);
  expect(await total(of, minute - 60, minute)).toBe(0);
  expect((await summaries(of, minute - day, minute - 60)).body.data).toHaveLength(1);
});

test('400: the times of summaries are starts of their units, in order', async () => {
  const of = await metered(service.client());
  const hour = 1_500_001_200;
  const ask = async (start: number, end: number, more: object = {}) => refusal(await summaries(of, start, end, more));
  expect(await ask(hour + 1, hour + 60)).toEqual([400, 'parameter_invalid', 'start_time']);
  expect(await ask(hour, hour + 61)).toEqual([400, 'parameter_invalid', 'end_time']);
  expect(await ask(hour, hour)).toEqual([400, 'parameter_invalid', 'end_time']);
  expect(await ask(hour, hour + 60, { value_grouping_window: 'hour' })).toEqual([400, 'parameter_invalid', 'end_time']);
  expect(await ask(hour, hour + 3600, { value_grouping_window: 'day' })).toEqual([400, 'parameter_invalid', 'start_time']);
  expect(refusal(await summaries({ ...of, customer: 'cus_none' }, hour, hour + 60))).toEqual([400, 'resource_missing', 'customer']);
  expect(refusal(await summaries({ ...of, meter: 'mtr_none' }, hour, hour + 60))).toEqual([404, 'resource_missing', 'id']);
});
