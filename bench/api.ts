import type { Running } from './service.js';

/** An answer of the API, as far as subscriptions need it. */
export type Answer = {
  readonly id: string;
  readonly status?: string;
  readonly url?: string;
  readonly default_price?: string;
  readonly frozen_time?: number;
  readonly data?: readonly { readonly billing_reason: string }[];
  readonly invoice_settings?: { readonly default_payment_method: string };
  readonly status_details?: { readonly advancing: { readonly reached?: number } | null };
};

/** The API as one sandbox sees it: a POST with a body, otherwise a GET. */
export type Api = (path: string, body?: object) => Promise<Answer>;

/** Calls the API of a service; an answer other than 2xx is an error. */
export const apiOf =
  ({ port }: Pick<Running, 'port'>, key: string): Api =>
  async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers,
    });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };

/** A test clock, and the subscriptions of as many customers on it. */
export type Shop = { readonly clock: Answer; readonly subscribed: readonly string[] };

/** Makes customers on one test clock, each with a monthly subscription. */
export async function subscribeAll(api: Api, count: number, step: (what: string) => void): Promise<Shop> {
  const clock = await api('test_helpers/test_clocks', { frozen_time: Math.floor(Date.UTC(2027, 0, 31) / 1000) });
  const monthly = { currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' } };
  const { default_price: price } = await api('products', { name: 'Gold', default_price_data: monthly });
  const subscribed: string[] = [];
  for (let number = 0; number < count; number++) {
    step(`subscribing ${number + 1} of ${count}`);
    const { id: customer } = await api('customers', {
      test_clock: clock.id,
      email: `s${number}@example.com`,
      payment_method: 'pm_card_visa',
    });
    subscribed.push((await api('subscriptions', { customer, items: [{ price }] })).id);
  }
  return { clock, subscribed };
}

const pause_ms = 50;

/** Advances the clock of a shop by so many days, and calls `meanwhile` until it has arrived. */
export async function advance(
  api: Api,
  { clock }: Shop,
  days: number,
  { meanwhile, step }: { meanwhile?: () => Promise<unknown>; step: (what: string) => void },
): Promise<void> {
  await api(`test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: (clock.frozen_time ?? 0) + days * 86_400 });
  for (let looks = 0; ; looks++) {
    await meanwhile?.();
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
    if (looks % 10 > 0) continue;
    const { status, status_details } = await api(`test_helpers/test_clocks/${clock.id}`);
    const reached = status_details?.advancing?.reached;
    if (reached) step(`the clock shows ${new Date(reached * 1000).toISOString().slice(0, 10)}`);
    if (status === 'internal_failure') throw new Error('The clock has failed');
    if (status === 'ready') return;
  }
}

/** The number of paid invoices of renewals. */
export async function renewed(api: Api, { subscribed }: Shop): Promise<number> {
  let count = 0;
  for (const id of subscribed) {
    const { data = [] } = await api(`invoices?subscription=${id}&status=paid&limit=100`);
    count += data.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').length;
  }
  return count;
}
