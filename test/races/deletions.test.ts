import { expect, test } from 'vitest';
import type { AnyField, Fields } from '../../src/kernel/base/fields.js';
import { auditedService } from '../support/audited.js';
import { type Scenario, scenarios, without_race } from '../support/deletion-scenarios.js';
import type { Answer, Client } from '../support/service.js';

// Without a worker, the next write is the request's.
const service = await auditedService({ FLORIN_WORKER: 'false' });

/** The resources that parameters refer to. */
const referred = ({ refers_to, members, item }: AnyField): string[] => [
  ...(refers_to ? [refers_to] : []),
  ...(members ? referredBy(members) : []),
  ...(item ? referred(item) : []),
];
const referredBy = (fields: Fields): string[] => Object.values(fields).flatMap(referred);

/** Every pair of the catalogue: a deletable resource, and a resource that a referring request changes. */
function pairs(): string[] {
  const { catalogue, deletable } = service.engine.index;
  const named = catalogue.flatMap((entry) =>
    entry.kind === 'action' &&
    entry.preview === undefined &&
    entry.rule.name !== 'delete' &&
    entry.routes.some((route) => route.startsWith('POST'))
      ? referredBy(entry.rule.takes).map((object): [string, string] => [object, entry.resource.object])
      : [],
  );
  return [...new Set(named.filter(([object]) => deletable.has(object)).map(([object, by]) => `${object} <- ${by}`))].sort();
}

/** Runs a function between the read and the write of the next request. */
async function between(
  request: () => Promise<Answer>,
  during: () => Promise<Answer>,
): Promise<{ first: Answer; other: Answer | undefined }> {
  const { failpoint } = service.engine;
  let other: Answer | undefined;
  let armed = true;
  Object.assign(service.engine, {
    failpoint: async (name: string) => {
      if (!armed || name !== 'before_commit') return;
      armed = false;
      other = await during();
    },
  });
  const first = await request();
  Object.assign(service.engine, { failpoint });
  return { first, other };
}

const open = async (scenario: Scenario): Promise<{ client: Client; refer: () => Promise<Answer>; remove: () => Promise<Answer> }> => {
  const client = service.client();
  const { deleted, path, params } = await scenario(client);
  return { client, refer: () => client.post(path, params), remove: () => client.del(deleted) };
};

test('every pair of a deletable resource and a referring one has a scenario, or a reason to have none', () => {
  expect([...Object.keys(scenarios), ...Object.keys(without_race)].sort()).toEqual(pairs());
});

test.each(Object.entries(scenarios))('%s: a deletion before the referring write makes that write fail', async (_, scenario) => {
  const { refer, remove } = await open(scenario);
  const { first, other } = await between(refer, remove);
  expect(other?.status, other?.text).toBe(200);
  expect(first.status, first.text).toBeGreaterThanOrEqual(400);
  expect(first.status, first.text).toBeLessThan(500);
});

test.each(Object.entries(scenarios))('%s: a deletion sees objects stored before its write', async (_, scenario) => {
  const sequential = await open(scenario);
  const referred_first = await sequential.refer();
  expect(referred_first.status, referred_first.text).toBe(200);
  const removed_then = await sequential.remove();
  const { refer, remove } = await open(scenario);
  const { first, other } = await between(remove, refer);
  expect(other?.status, other?.text).toBe(200);
  expect([first.status, first.body.error?.code]).toEqual([removed_then.status, removed_then.body.error?.code]);
});

test('an account is deleted or receives a transfer, and never both', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { client, refer, remove } = await open(scenarios['account <- transfer'] as Scenario);
    const [transferred, removed] = await Promise.all([refer(), remove()]);
    expect([transferred.status, removed.status].filter((status) => status === 200)).toHaveLength(1);
    expect((await client.get('/v1/accounts')).body.data).toHaveLength(removed.status === 200 ? 0 : 1);
  }
});
