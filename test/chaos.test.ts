import { randomBytes, randomInt } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { count, repeats } from './support/campaign.js';
import { expectNothingLost, finishWork, hurried } from './support/crashes.js';
import { administer, urlOf } from './support/database.js';
import { startLoad } from './support/load.js';
import { type Between, startProxy } from './support/proxy.js';
import { startReceiver } from './support/receiver.js';
import { serve } from './support/service.js';
import { until } from './support/trial.js';

const failures = repeats('failures_of_database');
const callers = 6;

/** What can happen between a service and its database, and whether requests are still answered meanwhile. */
const happenings: readonly { readonly happen: (proxy: Between) => unknown; readonly answers: boolean }[] = [
  { happen: (proxy) => proxy.cut(), answers: false },
  { happen: (proxy) => proxy.freeze(), answers: false },
  { happen: (proxy) => proxy.halve(), answers: false },
  { happen: (proxy) => proxy.throttle(200_000), answers: true },
];

test(
  `${failures} times the connection to the database is cut, frozen, half closed or slow under load: nothing is lost, doubled or undelivered`,
  async () => {
    const name = `test_chaos_${process.pid}_${randomBytes(4).toString('hex')}`;
    await administer(inject('template_url'), `create database ${name} template template`);
    const proxy = await startProxy(urlOf(inject('template_url'), name));
    const receiver = await startReceiver();
    const service = await serve(proxy.url, { ...hurried, FLORIN_DATABASE_TIMEOUT_MS: '500' });
    const client = service.client();
    await client.post('/v1/webhook_endpoints', { url: receiver.url('/hooks'), enabled_events: ['*'] });
    const load = startLoad(client.key, async () => service.url);
    try {
      let happened = 0;
      const work = load.run(callers, () => happened === failures);
      for (; happened < failures; happened++) {
        const enough = load.answered() + randomInt(10, 60);
        await until(() => load.answered() >= enough);
        const { happen, answers } = happenings[happened % happenings.length] as (typeof happenings)[number];
        const noticed = answers ? load.answered() + callers : load.interrupted() + callers;
        await happen(proxy);
        await until(() => (answers ? load.answered() : load.interrupted()) >= noticed);
        await proxy.restore();
      }
      await work;
      await finishWork(service.engine.database, load);
      await expectNothingLost({ client, database: service.engine.database, load, receiver });
      expect(load.interrupted()).toBeGreaterThan(0);
      count('failures of the connection to the database under load', failures);
      count('requests under load that were answered, none lost, none done twice', load.answered());
      count('payments among them, none charged twice', load.payments());
    } finally {
      await service.stop();
      await proxy.stop();
      await receiver.stop();
      await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
    }
  },
  180_000 + failures * 10_000,
);
