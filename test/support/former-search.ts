import { randomBytes } from 'node:crypto';
import type { Former } from './former.js';

/**
 * The statements with which the program before migration 0006 wrote the search terms of customers, and searched them, unchanged. All searchable
 * values were in `terms`, the account among them.
 */
export const formerSearch = ({ rows }: Former, account: string) => ({
  /** Creates or updates a customer. */
  write: async (email: string, id = `cus_${randomBytes(12).toString('hex')}`): Promise<string> => {
    const doc = { id, object: 'customer', created: 1, email, name: 'Jo Former', metadata: {}, livemode: false };
    await rows(insert_object, account, 'customer', id, JSON.stringify(doc), email);
    await rows(insert_terms, account, 'customer', id, JSON.stringify({ account, created: 1, metadata: {}, email, name: 'jo former' }));
    return id;
  },
  remove: async (id: string): Promise<void> => {
    await rows(insert_terms, account, 'customer', id, '{}');
  },
  find: async (email: string): Promise<string[]> => {
    const found = await rows<{ id: string }>(by_term, account, 11, '~', JSON.stringify({ account, email }));
    return found.map(({ id }) => id);
  },
});

const insert_object = `insert into objects as it (account, object, id, version, doc, email) values ($1, $2, $3, 1, $4, $5)
  on conflict (account, object, id) do update set version = it.version + 1, doc = excluded.doc, email = excluded.email`;

const insert_terms = `insert into searches (account, object, id, terms) values ($1, $2, $3, $4)
  on conflict (account, object, id) do update set terms = excluded.terms`;

const condition = 'coalesce(term.terms @> $4::jsonb, false)';
const candidates = (where: string): string =>
  `select id from searches term where account = $1 and object = 'customer' and id < $3 and terms ? 'account' and (${where}) order by id desc limit $2`;

const by_term = `with
  found as materialized (select id, terms from searches term where term.terms @> $4::jsonb and object = 'customer' limit 1001),
  few as (select id from found term where (select count(*) from found) <= 1000 and id < $3 and (${condition})),
  many as (select * from (${candidates(`(select count(*) from found) > 1000 and ${condition}`)}) newest)
  select it.id, it.doc, it.secret from (select id from few union all select id from many) term
  join objects it on it.account = $1 and it.object = 'customer' and it.id = term.id
  where not it.deleted order by term.id desc limit $2`;
