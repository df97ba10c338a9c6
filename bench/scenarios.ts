import { copyId, type Owner } from './population.js';
import { placeholder, type Sample } from './requests.js';

/** What is aimed at on two cores with 64 connections: requests a second, and their share of the statements alone. */
export type Goal = { readonly share: number; readonly per_second: number };

/** Something that is measured. */
export type Scenario = {
  readonly name: string;
  /** On `two writes` the processor is asked between them, as a remote one is. */
  readonly road: 'one write' | 'two writes';
  readonly samples: readonly Sample[];
  /** How many objects each answer must list. */
  readonly page?: number;
  readonly goal?: { readonly first: Goal; readonly stretch: Goal };
};

const goal = (first: [number, number], stretch: [number, number]): { first: Goal; stretch: Goal } => ({
  first: { share: first[0], per_second: first[1] },
  stretch: { share: stretch[0], per_second: stretch[1] },
});

/** Every scenario, a request for each account. `listing` are those with full pages, `copies` how many setup intents they share. */
export function scenariosOf(owners: readonly Owner[], listing: readonly Owner[], copies: number): Scenario[] {
  return [...writes(owners), ...reads(owners, listing, copies), ...lists(listing)];
}

function writes(owners: readonly Owner[]): Scenario[] {
  const customers = owners.map(
    ({ key }): Sample => ({
      ...{ key, method: 'POST', path: '/v1/customers', idempotent: true },
      body: { email: `buyer-${placeholder}@example.com`, name: 'Jenny Rosen', phone: '+15550100', metadata: { order: '1001' } },
    }),
  );
  const creates = owners.map(
    ({ key, customer }): Sample => ({
      ...{ key, method: 'POST', path: '/v1/setup_intents', idempotent: true },
      body: { customer, description: 'Card on file for order 1001', metadata: { order: '1001', channel: 'web' } },
    }),
  );
  const confirms = owners.map(
    ({ payment_method }, place): Sample => ({
      ...(creates[place] as Sample),
      body: { ...creates[place]?.body, payment_method, confirm: true },
    }),
  );
  return [
    { name: 'create a customer', road: 'one write', samples: customers },
    { name: 'create a setup intent', road: 'one write', samples: creates, goal: goal([0.6, 4000], [0.8, 5800]) },
    { name: 'create and confirm, one write', road: 'one write', samples: confirms, goal: goal([0.65, 2300], [0.8, 3200]) },
    { name: 'create and confirm, two writes', road: 'two writes', samples: confirms, goal: goal([0.75, 1600], [0.95, 2200]) },
  ];
}

const get = (key: string, path: string): Sample => ({ key, method: 'GET', path });

function reads(owners: readonly Owner[], listing: readonly Owner[], copies: number): Scenario[] {
  const step = Math.floor(copies / owners.length);
  const retrieves = owners
    .map((_, place) => place * step)
    .map((number) => get(listing[number % listing.length]?.key ?? '', `/v1/setup_intents/${copyId(number)}`));
  const searches = owners.map(({ key, email }) => get(key, `/v1/customers/search?query=${encodeURIComponent(`email:"${email}"`)}`));
  return [
    { name: 'retrieve a setup intent', road: 'one write', samples: retrieves, goal: goal([0.5, 15_000], [1, 30_000]) },
    { name: 'search customers by e-mail', road: 'one write', samples: searches, page: 1 },
  ];
}

/** Full pages only: a list of 100 over accounts that have 35 objects flatters by two or three times. */
export function lists(listing: readonly Owner[]): Scenario[] {
  const list = (limit: number): Sample[] => listing.map(({ key }) => get(key, `/v1/setup_intents?limit=${limit}`));
  return [
    { name: 'list 10 setup intents', road: 'one write', samples: list(10), page: 10, goal: goal([0.45, 8500], [0.6, 12_000]) },
    { name: 'list 100 setup intents', road: 'one write', samples: list(100), page: 100, goal: goal([0.5, 1700], [0.75, 2500]) },
  ];
}
