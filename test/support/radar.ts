import type { Answer, Client } from './service.js';

type Body = Answer['body'];

/** Creates an object, which must succeed. */
export async function madeAt(shop: Client, path: string, params: object): Promise<Body> {
  const { status, body, text } = await shop.post(path, { ...params });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return body;
}

/** A condition with a text. */
export const is = (attribute: string, ...values: string[]) => ({ attribute, operator: 'is', values });

/** A rule of the account. */
export const ruleThat = (shop: Client, action: string, ...conditions: object[]): Promise<Body> =>
  madeAt(shop, '/v1/radar/rules', { action, conditions });

/** A value list with values. */
export async function listWith(shop: Client, item_type: string, ...values: string[]): Promise<string> {
  const { id } = await madeAt(shop, '/v1/radar/value_lists', { alias: `list_${item_type}`, name: 'A list', item_type });
  for (const value of values) await madeAt(shop, '/v1/radar/value_list_items', { value_list: id, value });
  return id;
}
