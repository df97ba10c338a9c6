import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsIn } from '../src/kernel/storage/parts-of-schema.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off' });
});
afterAll(() => service.stop());

const file = new URL('../migrations/schema.json', import.meta.url);

test('migrations/schema.json lists what the migrations make; UPDATE=1 writes it', async () => {
  const text = `${JSON.stringify(await partsIn(service.engine.database), null, 1)}\n`;
  if (process.env.UPDATE) writeFileSync(file, text);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
});
