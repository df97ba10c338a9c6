import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_DATABASE_CONNECTIONS: '1', FLORIN_WORKER: 'off' });
});
afterAll(() => service.stop());

const prepared = async (): Promise<number> => {
  const [row] = await service.engine.database.query<{ count: number }>({
    text: 'select count(*)::int as count from pg_prepared_statements',
    values: [],
  });
  return row?.count ?? 0;
};

test('searches of ever new shapes do not fill the memory of the database with statements', async () => {
  const client = service.client();
  const clauses = ['name:"a"', '-name:"a"', 'name~"a"', 'created>1', 'created<=1'];
  const shapes = clauses.flatMap((a) => clauses.flatMap((b) => clauses.map((c) => [a, b, c].join(' AND '))));
  const before = await prepared();
  for (const query of shapes) expect((await client.get('/v1/customers/search', { query })).status).toBe(200);
  expect((await prepared()) - before).toBeLessThan(shapes.length / 2);
});
