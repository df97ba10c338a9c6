import type { Answer, Client } from './service.js';

/** A meter of a test, and a customer with usage. */
export type Metered = { readonly shop: Client; readonly meter: string; readonly event_name: string; readonly customer: string };

/** Opens a shop with a meter, by a formula. */
export async function metered(
  shop: Client,
  formula: 'sum' | 'count' | 'last' = 'sum',
  { customer = {}, ...params }: Readonly<Record<string, unknown>> & { readonly customer?: object } = {},
): Promise<Metered> {
  const event_name = `api_requests_${formula}`;
  const made = await shop.post('/v1/billing/meters', { display_name: 'Requests', event_name, default_aggregation: { formula }, ...params });
  const user = await shop.post('/v1/customers', customer as Record<string, unknown>);
  if (made.status !== 200 || user.status !== 200) throw new Error(made.text + user.text);
  return { shop, meter: made.body.id, event_name, customer: user.body.id };
}

/** Sends an event of the customer's usage. */
export const tell = ({ shop, event_name, customer }: Metered, value: string, more: object = {}): Promise<Answer> =>
  shop.post('/v1/billing/meter_events', { event_name, payload: { stripe_customer_id: customer, value }, ...more });

/** Cancels the event with an identifier. */
export const takeBack = ({ shop, event_name }: Metered, identifier: string): Promise<Answer> =>
  shop.post('/v1/billing/meter_event_adjustments', { event_name, type: 'cancel', cancel: { identifier } });

/** The start of the minute. */
export const minuteOf = (moment: number): number => Math.floor(moment / 60) * 60;

/** The customer's usage within a time, in summaries. */
export async function summaries(
  { shop, meter, customer }: Metered,
  start_time: number,
  end_time: number,
  more: object = {},
): Promise<Answer> {
  return shop.get(`/v1/billing/meters/${meter}/event_summaries`, { customer, start_time, end_time, ...more });
}

/** The customer's usage within a time, as one number. */
export const total = async (of: Metered, start_time: number, end_time: number): Promise<number> =>
  (await summaries(of, start_time, end_time)).body.data[0].aggregated_value;
