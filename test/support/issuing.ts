import { must } from './billing.js';
import { cardOf } from './issued.js';
import type { Client, TestService } from './service.js';

/** Somebody who has issued a card and can pay with it. */
export type Issuer = { readonly client: Client; readonly card: string };

/** Adds funds to what issued cards can spend. */
export const fund = (client: Client, amount: number, currency = 'usd') =>
  must(client.post('/v1/test_helpers/top_ups', { amount, currency, destination_balance: 'issuing' }));

/** A sandbox with an active card, and funds for it. */
export async function issuer(
  of: { readonly client: Client } | Pick<TestService, 'client'>,
  amount = 10_000,
  card: object = {},
): Promise<Issuer> {
  const client = typeof of.client === 'function' ? of.client() : of.client;
  if (amount > 0) await fund(client, amount);
  return { client, card: (await cardOf(client, { ...card })).id };
}

/** Uses a card somewhere; the whole answer. */
export const useCard = ({ client, card }: Issuer, changes: object = {}) =>
  client.post('/v1/test_helpers/issuing/authorizations', { card, amount: 1000, ...changes });

/** Uses a card somewhere; what the merchant there is told. */
export const used = (issuer: Issuer, changes: object = {}) => must(useCard(issuer, changes));

/** A purchase that was captured as a whole: what was taken, and by which authorization. */
export type Purchase = Issuer & { readonly transaction: string; readonly authorization: string };

/** A sandbox with a card that has paid with 1000. */
export async function purchase(service: TestService): Promise<Purchase> {
  const of = await issuer(service);
  const { id: authorization } = await used(of);
  const { transactions } = await must(network(of, `authorizations/${authorization}/capture`));
  return { ...of, authorization, transaction: transactions[0].id };
}

/** Says how much a card may spend. */
export const limit = ({ client, card }: Issuer, ...spending_limits: readonly object[]) =>
  must(client.post(`/v1/issuing/cards/${card}`, { spending_controls: { spending_limits } }));

/** Lets the network do something with an authorization or a transaction. */
export const network = ({ client }: Pick<Issuer, 'client'>, path: string, params: object = {}) =>
  client.post(`/v1/test_helpers/issuing/${path}`, { ...params });

/** What issued cards can spend, as the balance says it. */
export async function spendable({ client }: Pick<Issuer, 'client'>, currency = 'usd'): Promise<number> {
  const { body } = await client.get('/v1/balance');
  return body.issuing?.available.find((each: { currency: string }) => each.currency === currency)?.amount ?? 0;
}
