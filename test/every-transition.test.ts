import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../src/kernel/base/resource.js';
import { sent_events } from '../src/resources/core/events/sent-events.js';
import { catalogue } from '../src/resources/index.js';
import { balance } from '../src/resources/money/balance/balance.js';
import { edge, statefulOf, statePage } from './support/state-tables.js';
import { trials } from './support/state-trials.js';
import { statesOf, tryOut, verbsOf } from './support/try-out.js';

const resources = statefulOf(catalogue);
const verbs = verbsOf(catalogue);
const tried = (await Promise.all(verbs.map(tryOut))).flat();
const steps = tried.flatMap((each) => each.steps);

const edgesOf = (resource: (typeof resources)[number]): { from: string; to: string; event: string | null }[] =>
  ['start', ...statesOf(resource)].flatMap((from) =>
    statesOf(resource).flatMap((to) => {
      const event = edge(resource, from, to);
      return event === undefined ? [] : [{ from, to, event }];
    }),
  );

describe('every verb', () => {
  test('has trials for every verb, and for no others', () => {
    const tried_in = 'test/support/state-trials.ts, or a file that it imports, has a trial for each verb';
    expect(Object.keys(trials).sort(), tried_in).toEqual(verbs.map(({ name }) => name).sort());
  });

  test('moves along existing edges, in any state', () => {
    const byName = new Map(resources.map((resource) => [resource.object, resource]));
    const wrong = steps.filter(({ object, from, to }) => {
      const resource = byName.get(object);
      return !resource || edge(resource, from, to) === undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('has no decision that the engine could not apply, in any state', () => {
    expect(tried.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });

  test('behaves in every state as docs/state-tables.md says', () => {
    const place = join(import.meta.dirname, '../docs/state-tables.md');
    const page = statePage(resources, tried);
    if (process.env.UPDATE) writeFileSync(place, page);
    expect(page, 'UPDATE=1 writes the page').toBe(readFileSync(place, 'utf8'));
  });
});

/** Resources with an edge that no trial takes: capabilities change with accounts, and some refunds begin with transfers. Neither has states. */
const untried = ['capability', 'refund'];

describe.each(resources.filter(({ object }) => !untried.includes(object)))('$object', (resource) => {
  test('has no edge that no trial takes', () => {
    const taken = steps.filter(({ object }) => object === resource.object).map(({ from, to }) => `${from} ${to}`);
    const listed = edgesOf(resource).map(({ from, to }) => `${from} ${to}`);
    expect(listed.filter((edge) => !taken.includes(edge))).toEqual([]);
  });
});

describe.each(resources)('$object', (resource) => {
  test('reaches every state from its start', () => {
    const reached = new Set(['start']);
    for (const from of reached) for (const edge of edgesOf(resource)) if (edge.from === from) reached.add(edge.to);
    expect([...reached].sort()).toEqual(['start', ...statesOf(resource)].sort());
  });

  test('starts in, and moves to, its own states only', () => {
    const targets = [resource.start, ...Object.values(resource.states ?? {})].flatMap((edges) => Object.keys(edges ?? {}));
    expect(targets.filter((to) => !statesOf(resource).includes(to))).toEqual([]);
  });

  test('is left in a final state by nothing but its removal', () => {
    const final = statesOf(resource).filter((state) => !edgesOf(resource).some(({ from }) => from === state));
    expect(steps.filter(({ object, from }) => object === resource.object && final.includes(from))).toEqual([]);
  });
});

const all = [...new Set(catalogue.flatMap((entry) => ('resource' in entry ? [entry.resource] : [])))];

test.each(all.map((resource) => [resource.object, resource] as const))('%s has events that an endpoint can subscribe to', (_, resource) => {
  const unknown = eventsOf(resource).filter((event) => !Object.hasOwn(sent_events, event));
  expect(unknown, 'resources/core/events/sent-events.ts has a sentence about every event').toEqual([]);
});

test('every event with a sentence is sent', () => {
  const forms = all.flatMap(({ form_of }) => Object.values(form_of?.told ?? {}));
  const sent = new Set([...[balance, ...all].flatMap(eventsOf), ...forms]);
  expect(Object.keys(sent_events).filter((type) => !sent.has(type))).toEqual([]);
});
