import { at, set } from '../../src/kernel/base/effects.js';
import { nullable, required } from '../../src/kernel/base/fields.js';
import { integer, ref, text, timestamp } from '../../src/kernel/base/kinds.js';
import { listOf } from '../../src/kernel/base/members.js';
import { resource } from '../../src/kernel/base/resource.js';
import { action, type Catalogue, creation, list, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { clocks } from '../../src/resources/core/clocks/index.js';
import { event } from '../../src/resources/core/events/index.js';
import { customers } from '../../src/resources/customers/customers/index.js';
import { said } from './said.js';
import type { Client } from './service.js';

/** A reminder that rings at a time, and again after an interval as often as set. */
export const reminder = resource({
  object: 'reminder',
  prefix: 'rem',
  fields: said({
    note: nullable(text),
    every: nullable(integer()),
    times: integer(),
    rung: integer(),
    seen_at: nullable(timestamp),
    customer: nullable(ref('customer')),
    test_clock: nullable(ref('test_helpers.test_clock')),
  }),
  start: 'reminder.created',
  events: { told: ['reminder.rung'], updated: 'reminder.updated' },
  timers: ['ring'],
});

/** A part of a reminder that names no clock itself: it strikes twice, a minute apart. */
const bell = resource({
  object: 'bell',
  prefix: 'bell',
  fields: said({ struck: listOf(timestamp) }),
  start: null,
  timers: ['strike'],
});

const strike = timer(bell, 'strike', {
  decide: ({ it }, { now }) => {
    const struck = set(it, { struck: [...it.struck, now] });
    return [struck, struck.struck.length < 2 && at(now + 60, struck, 'strike')];
  },
});

const named = { customer: ref('customer'), test_clock: ref('test_helpers.test_clock') };

const remind = creation(reminder, {
  takes: said({ at: required(timestamp), note: text, every: integer(), times: integer(), ...named }),
  decide: ({ it, input: { at: moment, note = null, every = null, times = 1, customer = null, test_clock } }) => [
    set(it, { note, every, times, rung: 0, customer, ...(test_clock && { test_clock }) }),
    at(moment, it, 'ring'),
    note === 'twice' && at(moment, it, 'ring'),
  ],
});

const look = rule(reminder, 'look', { decide: ({ it }, around) => set(it, { seen_at: around.now }) });

const again = rule(reminder, 'ring again', {
  takes: said({ at: required(timestamp) }),
  decide: ({ it, input }) => at(input.at, it, 'ring'),
});

const ring = timer(reminder, 'ring', {
  decide: ({ it }, around) => {
    if (it.note === 'broken') throw new Error('This one cannot ring');
    const rung = set(it, { rung: it.rung + 1 }, 'reminder.rung');
    const bells = it.note === 'bell' && around.make(bell, {});
    const another = it.note === 'another' && around.make(reminder, { note: 'made', times: 1 });
    return [
      rung,
      it.every !== null && rung.rung < it.times && at(around.now + it.every, rung, 'ring'),
      bells && [bells, at(around.now + 60, bells, 'strike')],
      another && [another, at(around.now + 60, another, 'ring')],
    ];
  },
});

/** A service of reminders, and of their clocks. */
export const reminders: Catalogue = [
  ...clocks,
  ...customers,
  action('POST /v1/reminders', remind, { about: 'For a test.' }),
  action('POST /v1/reminders/:id/look', look, { about: 'For a test.' }),
  action('POST /v1/reminders/:id/again', again, { about: 'For a test.' }),
  ring,
  strike,
  list(bell, ['GET /v1/bells'], {}, { about: 'For a test.' }),
  retrieve(reminder, 'GET /v1/reminders/:id', { about: 'For a test.' }),
  list(reminder, ['GET /v1/reminders'], {}, { about: 'For a test.' }),
  list(event, ['GET /v1/events'], said({ type: text }), { about: 'For a test.' }),
];

/** Every ring event, oldest first: its reminder, and the time on the clock in seconds. */
export async function rings(client: Client): Promise<[id: string, moment: number][]> {
  const rung: [string, number][] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await client.get('/v1/events', { type: 'reminder.rung', limit: 100, ...(after && { starting_after: after }) });
    for (const { data, created } of body.data) rung.push([data.object.id, Math.floor(created / 1000)]);
    if (!body.has_more) return rung.reverse();
    after = body.data.at(-1).id;
  }
}
