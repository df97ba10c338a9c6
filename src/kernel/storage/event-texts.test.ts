import { afterAll, beforeAll, expect, test } from 'vitest';
import { filters, now } from '../../../test/support/rows-to-store.js';
import { type Stored, startStored } from '../../../test/support/stored.js';
import { customer } from '../../resources/customers/customers/customer.js';
import { eventTexts, packingEvents, type StoredText } from './event-texts.js';
import type { EventRow } from './rows.js';
import { storing } from './writes.js';

let stored: Stored;
beforeAll(async () => {
  stored = await startStored();
});
afterAll(() => stored.stop());

const store = () =>
  packingEvents(
    storing(stored.database, { group_commit: true, filters, together_min: 0 }),
    stored.database,
    new Map([['customer', customer]]),
  );

const person = {
  name: 'lovelace',
  email: 'ada@example.com',
  phone: '+15550100',
  description: 'Zwölf ☕',
  metadata: { secretary: 'babbage' },
};

const eventOf = (id: string): EventRow => {
  const object = { id: `cus_${id}`, object: 'customer', created: 17, livemode: false, balance: 1234, ...person };
  const data = { object, previous_attributes: { name: 'byron' } };
  const doc = JSON.stringify({
    id,
    object: 'event',
    api_version: null,
    created: 17,
    data,
    livemode: false,
    request: null,
    type: 'customer.updated',
  });
  return { account: 'acct_1', id, type: 'customer.updated', object: 'customer', object_id: object.id, status: null, doc };
};

const textsIn = async (ids: readonly string[]): Promise<string[]> => {
  const text = 'select doc, packed, null as secret from events where id = any ($1) order by id';
  return eventTexts(stored.database, await stored.database.query<StoredText>({ text, values: [ids] }));
};

const columnsOf = (id: string) =>
  stored.rows<{ doc: string | null; length: number | null }>('select doc, length(packed) as length from events where id = $1', id);

test('events of several processes are read byte for byte as they were written, and take less space', async () => {
  const events = ['evt_1', 'evt_2', 'evt_3'].map(eventOf);
  const [one, other] = [store(), store()];
  await Promise.all([one({ now, events: events.slice(0, 1) }), other({ now, events: events.slice(1, 2) })]);
  await other({ now, events: events.slice(2) });
  expect(await textsIn(['evt_1', 'evt_2', 'evt_3'])).toEqual(events.map(({ doc }) => doc));
  const [third] = await columnsOf('evt_3');
  expect(third?.doc).toBeNull();
  expect(third?.length).toBeLessThan((events[2]?.doc.length ?? 0) / 2);
});

test('a dictionary that the database has lost is stored again over the next connection', async () => {
  const packing = store();
  await packing({ now, events: [eventOf('evt_4')] });
  await stored.rows('delete from dictionaries');
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await stored.rows(`select pg_terminate_backend(pid) ${others}`);
  await expect.poll(() => stored.database.pool.totalCount).toBe(0);
  await packing({ now, events: [eventOf('evt_5')] });
  await expect.poll(() => stored.rows('select shape from dictionaries')).toHaveLength(1);
});

test('a dictionary contains no data of the account whose event has made it', async () => {
  await store()({ now, events: [eventOf('evt_private')] });
  const [dictionary] = await stored.rows<{ text: string }>(`select convert_from(content, 'UTF8') as text from dictionaries`);
  expect(dictionary?.text).toContain('"email"');
  for (const word of ['lovelace', 'ada@', '5550100', 'Zwölf', 'secretary', 'babbage', 'byron', '1234', 'evt_private'])
    expect(dictionary?.text).not.toContain(word);
});

test('while processes of an older version may read events, their texts are stored unpacked', async () => {
  await stored.rows('delete from events');
  await stored.rows('alter table events alter column doc set not null');
  const event = eventOf('evt_for_all');
  await store()({ now, events: [event] });
  expect(await stored.rows('select doc::text as doc, packed from events')).toEqual([{ doc: event.doc, packed: null }]);
  expect(await textsIn(['evt_for_all'])).toEqual([event.doc]);
});
