import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acquired, pay, startAcquired } from '../../support/acquired.js';

let it: Acquired;
beforeAll(async () => {
  it = await startAcquired(['first', 'second']);
});
afterAll(() => it.stop());

test('when an acquirer is down, payments use the next one, and no payer is charged twice', async () => {
  const client = it.service.client();
  const before = await Promise.all(Array.from({ length: 5 }, () => pay(client, 1000)));
  await it.wires.first?.line.stop();
  await it.wires.first?.acquirer.stop();
  const after = await Promise.all(Array.from({ length: 5 }, () => pay(client, 1000)));
  expect([...before, ...after].map(({ body }) => body.status)).toEqual(Array.from({ length: 10 }, () => 'succeeded'));
  const book = (await it.wires.second?.acquirer.book()) ?? [];
  expect(book.map(({ subject, taken }) => [subject, taken]).sort()).toEqual(after.map(({ body }) => [body.id, 1000]).sort());
});
