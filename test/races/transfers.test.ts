import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, repeats } from '../support/campaign.js';
import { as, connected } from '../support/connect.js';
import { circleIn, counted, type Operation } from '../support/history.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { type Installation, startInstallation } from '../support/services.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
});
afterAll(() => installation.stop());

const rounds = repeats('rounds_of_transfers');
const readers = 4;
/** A transfer moves twice a power of four, of which half is reversed: any sum of them says which ones it contains. */
const places = Array.from({ length: 13 }, (_, place) => place);
const half = (place: number): number => 4 ** place;
const funds = 99_999_999;

/** What a sum of transfers contains: a version of each transfer and of each reversal, 0 while it is missing. */
function contentsOf(sum: number, of: readonly number[]): Map<string, number> {
  return new Map(
    of.flatMap((place) => {
      const digit = Math.floor(sum / half(place)) % 4;
      expect([0, 1, 2]).toContain(digit);
      return [
        [`transfer ${place}`, digit > 0 ? 1 : 0],
        [`reversal ${place}`, digit === 1 ? 1 : 0],
      ] as const;
    }),
  );
}

/** A platform whose accounts receive transfers, at both processes. */
async function openPlatform(round: number) {
  const clients = installation.services.map((service) => service.client(`sk_test_transfers_of_round_${round}`));
  const clientAt = (place: number): Client => clients[place % clients.length] as Client;
  const accounts: string[] = [];
  for (let place = 0; place < 3; place++) accounts.push((await connected(clientAt(place))).id);
  await made(clientAt(0), '/v1/test_helpers/top_ups', { amount: funds, currency: 'usd' });
  const accountOf = (place: number): string => accounts[place % accounts.length] as string;
  const available = async (client: Client, account?: string): Promise<number> => {
    const { body } = await client.get('/v1/balance', undefined, account ? as(account) : {});
    return body.available.find(({ currency }: { currency: string }) => currency === 'usd')?.amount ?? 0;
  };
  return { clientAt, accounts, accountOf, available };
}

test(`a history of transfers and reversals between accounts at two processes has no circle, in ${rounds} rounds`, async () => {
  let operations = 0;
  for (let round = 0; round < rounds; round++) {
    const { clientAt, accounts, accountOf, available } = await openPlatform(round);
    const moment = counted();
    const history: Operation[] = [];
    const write = async (wrote: string, client: Client, path: string, params: Readonly<Record<string, unknown>>): Promise<string> => {
      const sent = moment();
      const { id } = await made(client, path, params);
      history.push({ name: wrote, sent, answered: moment(), wrote, version: 1 });
      return id;
    };
    const move = async (place: number): Promise<void> => {
      const amount = 2 * half(place);
      const given = { amount, currency: 'usd', destination: accountOf(place) };
      const id = await write(`transfer ${place}`, clientAt(place), '/v1/transfers', given);
      await write(`reversal ${place}`, clientAt(place + round), `/v1/transfers/${id}/reversals`, { amount: half(place) });
    };
    let is_over = false;
    const read = async (reader: number): Promise<void> => {
      for (let turn = 0; !is_over; turn++) {
        const account = [undefined, ...accounts][(reader + turn) % (accounts.length + 1)];
        const sent = moment();
        const amount = await available(clientAt(reader + turn), account);
        const answered = moment();
        const saw = account
          ? contentsOf(
              amount,
              places.filter((place) => accountOf(place) === account),
            )
          : contentsOf(funds - amount, places);
        history.push({ name: `read ${reader}.${turn}`, sent, answered, saw });
      }
    };
    const reading = Array.from({ length: readers }, (_, reader) => read(reader));
    await Promise.all(places.map(move));
    is_over = true;
    await Promise.all(reading);
    const order = new Map(history.flatMap((each) => ('wrote' in each ? [[each.wrote, [0, 1]] as const] : [])));
    expect(order.size).toBe(2 * places.length);
    expect(circleIn(history, order)).toBe(null);
    operations += history.length;
  }
  count('transfers, reversals and reads of balances at two processes that some order explains', operations);
});
