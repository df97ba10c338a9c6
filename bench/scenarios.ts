import { type Body, customer, payment, setupIntent } from './bodies.js';
import { copiedOrder, copyId, type Owner } from './population.js';
import type { Sample } from './requests.js';

/** What is aimed at on two cores with 64 connections: requests a second, and their share of the statements alone. */
export type Goal = { readonly share: number; readonly per_second: number };

/** How the processor is asked: the sandbox before the one write, the sandbox between two as if it were remote, or a remote one over HTTP. */
export type Road = 'one write' | 'two writes' | 'remote processor';

/** Something that is measured. */
export type Scenario = {
  readonly name: string;
  readonly road: Road;
  readonly samples: readonly Sample[];
  /** How many objects each answer must list. */
  readonly page?: number;
  readonly goal?: { readonly first: Goal; readonly stretch: Goal };
  /** The scenario that this one must not be slower than. */
  readonly beside?: string;
};

const goal = (first: [number, number], stretch: [number, number]): { first: Goal; stretch: Goal } => ({
  first: { share: first[0], per_second: first[1] },
  stretch: { share: stretch[0], per_second: stretch[1] },
});

/** One request for each account, with an Idempotency-Key. */
const posts = (owners: readonly Owner[], path: string, bodyOf: (owner: Owner) => Body): Sample[] =>
  owners.map((owner) => ({ key: owner.key, method: 'POST', path, idempotent: true, body: bodyOf(owner) }));

const to_many = 'pay by card, one write';

/** Every scenario that writes. */
export function writes(owners: readonly Owner[]): Scenario[] {
  const payments = posts(owners, '/v1/payment_intents', (owner) => payment(owner));
  const hot = posts(Array<Owner>(owners.length).fill(typicalOf(owners)), '/v1/payment_intents', (owner) => payment(owner));
  return [
    { name: 'create a customer', road: 'one write', samples: posts(owners, '/v1/customers', customer) },
    {
      name: 'create a setup intent',
      road: 'one write',
      samples: posts(owners, '/v1/setup_intents', setupIntent),
      goal: goal([0.6, 4000], [0.8, 5800]),
    },
    { name: to_many, road: 'one write', samples: payments, goal: goal([1.1, 2300], [1.2, 3200]) },
    { name: 'pay by card, one hot account', road: 'one write', samples: hot, beside: to_many },
    { name: 'pay by card, two writes', road: 'two writes', samples: payments, goal: goal([0.9, 1600], [1, 2200]) },
    { name: 'pay by card, processor over HTTP', road: 'remote processor', samples: payments },
  ];
}

/** An account with as many webhook endpoints as accounts have on average, which is one. */
const typicalOf = (owners: readonly Owner[]): Owner => owners.find(({ endpoints }) => endpoints === 1) as Owner;

const get = (key: string, path: string): Sample => ({ key, method: 'GET', path });

/** Every scenario that reads, among `copies` payments which the listing accounts share. Pages are full. */
export function reads(listing: readonly Owner[], copies: number, samples: number): Scenario[] {
  const numbers = Array.from({ length: samples }, (_, place) => Math.floor((place * copies) / samples));
  const ofCopies = (pathOf: (number: number) => string): Sample[] =>
    numbers.map((number) => get(listing[number % listing.length]?.key ?? '', pathOf(number)));
  const search = (member: string): Sample[] =>
    ofCopies((number) => `/v1/payment_intents/search?query=${encodeURIComponent(`${member}:"${copiedOrder(number)}"`)}`);
  const list = (limit: number): Sample[] => listing.map(({ key }) => get(key, `/v1/payment_intents?limit=${limit}`));
  const filtered = listing.map(({ key, customer }) => get(key, `/v1/payment_intents?limit=10&customer=${customer}`));
  const road = 'one write';
  return [
    {
      name: 'retrieve a payment',
      road,
      samples: ofCopies((number) => `/v1/payment_intents/${copyId(number)}`),
      goal: goal([0.5, 15_000], [1, 30_000]),
    },
    { name: 'search payments by order', road, samples: search('merchant_order_id'), page: 1 },
    { name: 'search payments by metadata', road, samples: search('metadata["order"]'), page: 1 },
    { name: 'list 10 payments of a customer', road, samples: filtered, page: 10 },
    { name: 'list 10 payments', road, samples: list(10), page: 10, goal: goal([0.65, 8500], [0.8, 12_000]) },
    { name: 'list 100 payments', road, samples: list(100), page: 100, goal: goal([0.5, 1700], [0.75, 2500]) },
  ];
}
