import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filters, now, objectRow } from '../../../test/support/rows-to-store.js';
import { type Stored, startStored } from '../../../test/support/stored.js';
import { customer } from '../../resources/customers/customers/customer.js';
import { type Listing, lister, type ReadList } from './list.js';
import { storing } from './writes.js';

const accounts = ['acct_a', 'acct_b', 'acct_c', 'acct_d', 'acct_e'];
const idOf = (number: number): string => `cus_${String(number).padStart(22, '0')}`;

let stored: Stored;
let list: ReadList;
beforeAll(async () => {
  stored = await startStored();
  list = lister(stored.database);
  const store = storing(stored.database, { group_commit: true, filters, together_min: 0 });
  for (const account of accounts) {
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const objects = numbers.map((number) =>
      objectRow(account, idOf(number), 1, { columns: { email: number % 3 ? 'jo@example.com' : `${account}@example.com` } }),
    );
    await store({ now, objects });
  }
});
afterAll(() => stored.stop());
beforeEach(() => {
  stored.sent.length = 0;
});

const listing = (account: string, more: Partial<Listing> = {}): Listing => ({
  account,
  resource: customer,
  filters: {},
  limit: 3,
  ...more,
});
const numbersIn = async (asked: Listing): Promise<{ numbers: number[]; has_more: boolean }> => {
  const { rows, has_more } = await list(asked);
  return { numbers: rows.map(({ id }) => Number(id.slice('cus_'.length))), has_more };
};

test('concurrent pages of one shape share a statement, and each gets its own rows', async () => {
  const asked = accounts.flatMap((account, place) => [
    listing(account, { starting_after: idOf(10 - place) }),
    listing(account, { starting_after: idOf(2), limit: 5 }),
  ]);
  const pages = await Promise.all(asked.map(numbersIn));
  expect(pages).toEqual(
    accounts.flatMap((_, place) => [
      { numbers: [9 - place, 8 - place, 7 - place], has_more: true },
      { numbers: [1, 0], has_more: false },
    ]),
  );
  expect(stored.sent.length).toBeLessThan(5);
});

test('concurrent pages of different shapes are each right', async () => {
  const pages = await Promise.all([
    numbersIn(listing('acct_a')),
    numbersIn(listing('acct_b', { ending_before: idOf(2) })),
    numbersIn(listing('acct_b', { ending_before: idOf(5), limit: 2 })),
    numbersIn(listing('acct_c', { filters: { email: 'acct_c@example.com' } })),
    numbersIn(listing('acct_d', { filters: { email: 'acct_c@example.com' } })),
    numbersIn(listing('acct_e', { filters: { email: ['acct_e@example.com', 'other@example.com'] }, limit: 9 })),
    numbersIn(listing('acct_d', { filters: { email: ['acct_d@example.com'] } })),
    numbersIn(listing('acct_none')),
  ]);
  expect(pages).toEqual([
    { numbers: [11, 10, 9], has_more: true },
    { numbers: [5, 4, 3], has_more: true },
    { numbers: [7, 6], has_more: true },
    { numbers: [9, 6, 3], has_more: true },
    { numbers: [], has_more: false },
    { numbers: [9, 6, 3, 0], has_more: false },
    { numbers: [9, 6, 3], has_more: true },
    { numbers: [], has_more: false },
  ]);
});

test('a page with an invalid cursor is refused alone, without other concurrent ones', async () => {
  const unreadable = { email: 'nul\0' };
  const found = await Promise.allSettled([
    numbersIn(listing('acct_a', { filters: { email: 'acct_a@example.com' } })),
    numbersIn(listing('acct_b', { filters: unreadable })),
    numbersIn(listing('acct_c', { filters: { email: 'acct_c@example.com' } })),
    numbersIn(listing('acct_d', { starting_after: 'no cursor' })),
  ]);
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
});
