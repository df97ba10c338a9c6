import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { event_types } from '../src/resources/core/events/types.js';
import { runFixtures } from '../src/service/commands/fixture-run.js';
import { connectionTo } from '../src/service/commands/service.js';
import { triggers, without_trigger } from '../src/service/commands/triggers/triggers.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8' });
});
afterAll(() => service.stop());

/** The types that rules and resources name, and so can send. */
function sentTypes(): string[] {
  const folder = join(import.meta.dirname, '../src/resources');
  const lists = /^core\/(events|webhook-endpoints\/event-names)/;
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !lists.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return event_types.filter((type) => texts.some((text) => text.includes(`'${type}'`)));
}

test('every type of event that Florin sends has a trigger, or the reason why no request brings it about', () => {
  expect([...Object.keys(triggers), ...Object.keys(without_trigger)].sort()).toEqual(sentTypes().sort());
});

test.each(Object.entries(triggers))('florin trigger %s brings about the event', async (type, { fixtures, in_account }) => {
  const client = service.client();
  const connection = connectionTo({ apiKey: client.key, apiUrl: service.url });
  const responses = await runFixtures(fixtures, { connection, environment: {}, show: () => {} });
  const account = in_account && (responses[in_account] as { readonly id: string }).id;
  const as = account ? { headers: { 'stripe-account': account } } : {};
  const found = await service.until(async () => (await client.get('/v1/events', { type, limit: '1' }, as)).body.data[0]);
  expect(found.type).toBe(type);
});
