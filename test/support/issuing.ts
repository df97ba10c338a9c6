import { must } from './billing.js';
import { cardOf } from './issued.js';
import type { Client, TestService } from './service.js';

/** A caller with an issued card that can pay. */
export type Issuer = { readonly client: Client; readonly card: string };

/** Adds funds to the balance of issued cards. */
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

/** Pays with a card; the whole answer. */
export const useCard = ({ client, card }: Issuer, changes: object = {}) =>
  client.post('/v1/test_helpers/issuing/authorizations', { card, amount: 1000, ...changes });

/** Pays with a card; the merchant's view of the answer. */
export const used = (issuer: Issuer, changes: object = {}) => must(useCard(issuer, changes));

/** A purchase that was captured in full: the transaction, and its authorization. */
export type Purchase = Issuer & { readonly transaction: string; readonly authorization: string };

/** A sandbox with a card that has paid 1000. */
export async function purchase(service: TestService): Promise<Purchase> {
  const of = await issuer(service);
  const { id: authorization } = await used(of);
  const { transactions } = await must(network(of, `authorizations/${authorization}/capture`));
  return { ...of, authorization, transaction: transactions[0].id };
}

/** Sets the spending limit of a card. */
export const limit = ({ client, card }: Issuer, ...spending_limits: readonly object[]) =>
  must(client.post(`/v1/issuing/cards/${card}`, { spending_controls: { spending_limits } }));

/** Runs a network operation on an authorization or a transaction. */
export const network = ({ client }: Pick<Issuer, 'client'>, path: string, params: object = {}) =>
  client.post(`/v1/test_helpers/issuing/${path}`, { ...params });

/** The balance of issued cards. */
export async function spendable({ client }: Pick<Issuer, 'client'>, currency = 'usd'): Promise<number> {
  const { body } = await client.get('/v1/balance');
  return body.issuing?.available.find((each: { currency: string }) => each.currency === currency)?.amount ?? 0;
}
