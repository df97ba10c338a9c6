import { at, set } from '../../src/base/effects.js';
import { nullable, required } from '../../src/base/fields.js';
import { integer, text, timestamp } from '../../src/base/kinds.js';
import { resource } from '../../src/base/resource.js';
import { action, type Catalogue, creation, list, retrieve, timer } from '../../src/base/rules.js';
import { clocks } from '../../src/resources/clocks/index.js';
import { event } from '../../src/resources/events/index.js';
import type { Client } from './service.js';

/** Something that rings at a moment, and again after a while as often as it is told to. */
export const reminder = resource({
  object: 'reminder',
  prefix: 'rem',
  fields: { note: nullable(text), every: nullable(integer()), times: integer(), rung: integer() },
  start: 'reminder.created',
  events: { told: ['reminder.rung'] },
  timers: ['ring'],
});

const remind = creation(reminder, {
  takes: { at: required(timestamp), note: text, every: integer(), times: integer() },
  decide: ({ it, input: { at: moment, note = null, every = null, times = 1 } }) => [
    set(it, { note, every, times, rung: 0 }),
    at(moment, it, 'ring'),
  ],
});

const ring = timer(reminder, 'ring', {
  decide: ({ it }, around) => {
    if (it.note === 'broken') throw new Error('This one cannot ring');
    const rung = set(it, { rung: it.rung + 1 }, 'reminder.rung');
    return [rung, it.every !== null && rung.rung < it.times && at(around.now + it.every, rung, 'ring')];
  },
});

/** A service of reminders, and of the clock that they go by. */
export const reminders: Catalogue = [
  ...clocks,
  action('POST /v1/reminders', remind),
  ring,
  retrieve(reminder, 'GET /v1/reminders/:id'),
  list(event, ['GET /v1/events'], { type: text }),
];

/** Every ring that has been told, oldest first: whose it was, and the moment on the clock in seconds. */
export async function rings(client: Client): Promise<[id: string, moment: number][]> {
  const rung: [string, number][] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await client.get('/v1/events', { type: 'reminder.rung', limit: 100, ...(after && { starting_after: after }) });
    for (const { data, created } of body.data) rung.push([data.object.id, Math.floor(created / 1000)]);
    if (!body.has_more) return rung.reverse();
    after = body.data.at(-1).id;
  }
}
