import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = service.client();
  await fill(client);
});
afterAll(() => service.stop());

/** 15,000 customers, each a copy of one: the oldest 3,000 belong to a campaign, and one in the middle has its own name. */
async function fill(of: Client): Promise<void> {
  const { id } = (await of.post('/v1/customers', { name: 'Homer', metadata: { campaign: 'old' } })).body;
  const query = (text: string): Promise<unknown> => service.engine.database.query({ text, values: [id] });
  await query(`insert into objects (account, object, id, version, doc) select account, object, made, 1, jsonb_set(doc::jsonb, '{id}', to_jsonb(made))
    from (select *, left(id, -5) || lpad(n::text, 5, '0') as made from objects, generate_series(1, 15000) n where id = $1) copied`);
  await query(`insert into searches (account, object, id, terms, rest)
    select account, object, left(id, -5) || lpad(n::text, 5, '0'), jsonb_set(case when n <= 3000 then terms else terms #- array[account, 'metadata'] end, array[account, 'name'],
        case when n = 9 then '"rumpelstiltskin"' else terms #> array[account, 'name'] end), rest
    from searches, generate_series(1, 15000) n where id = $1`);
}

const search = (query: string, of = client): Promise<{ status: number; body: never }> =>
  of.get('/v1/customers/search', { query, limit: '5' }) as never;

test('400: a query that would scan too many objects is refused, and the message says what to add', async () => {
  for (const query of ['name~"umpel"', '-name:"homer"', 'name~"umpel" OR email~"x"', 'metadata["campaign"]~"ol" AND name~"umpel"'])
    expect([query, await search(query)]).toMatchObject([
      query,
      {
        status: 400,
        body: { error: { code: 'parameter_invalid', param: 'query', message: expect.stringMatching(/10000 objects.+email:/) } },
      },
    ]);
});

test('200: a query that fills a page soon is answered, and so is one that a clause narrows down', async () => {
  const newest = await search('name~"ome"');
  expect(newest).toMatchObject({ status: 200, body: { has_more: true, data: { length: 5 } } });
  const narrowed = await search('metadata["campaign"]:"old" AND name~"umpel"');
  expect(narrowed).toMatchObject({ status: 200, body: { has_more: false, data: { length: 1 } } });
});

test('200: matches of a term are found however old they all are', async () => {
  const { status, body } = await search('metadata["campaign"]:"old"');
  expect([status, (body as { data: unknown[]; has_more: boolean }).data.length]).toEqual([200, 5]);
});

test('sixty concurrent searches do not delay those of other accounts', async () => {
  const other = service.client();
  await other.post('/v1/customers', { name: 'Jo Smith' });
  const order: string[] = [];
  const many = Array.from({ length: 60 }, () => search('name~"umpel"').then(() => order.push('many')));
  await service.until(async () => order.length > 0);
  const before = order.length;
  expect(await search('name~"smith"', other)).toMatchObject({ status: 200, body: { data: { length: 1 } } });
  const in_between = order.length - before;
  await Promise.all(many);
  expect([order.length, in_between < 12]).toEqual([60, true]);
});
