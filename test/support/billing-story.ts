import type { TestService } from './service.js';
import type { Story } from './story.js';
import { moment } from './subscribed.js';

type Params = Readonly<Record<string, unknown>>;

/** The start of a story about billing: a customer on a test clock, and a price. */
export type BilledStory = {
  readonly story: Story;
  readonly clock: string;
  readonly customer: string;
  readonly price: string;
  readonly product: string;
};

type Opening = {
  /** The time of its start. */
  readonly at: string;
  readonly words: readonly string[];
  /** The parameters of the customer besides the name. */
  readonly customer?: Params;
  readonly price: Params;
};

/** Records how a shop creates a clock, a customer and a price. */
export async function openBilledStory(story: Story, { at, words, customer: more = {}, price }: Opening): Promise<BilledStory> {
  story.step('A clock, a customer on it, and a price', ...words);
  const clocks = '/v1/test_helpers/test_clocks';
  const clock = await story.post(clocks, { frozen_time: moment(at) }, { shown: ['id', 'frozen_time', 'status'] });
  const of_clock = { name: 'Jo Fischer', email: 'jo@example.com', test_clock: clock.body.id, ...more };
  const shown = ['id', 'name', 'test_clock', 'invoice_settings.default_payment_method'];
  const customer = await story.post('/v1/customers', of_clock, { shown });
  const sold = await story.post(
    '/v1/prices',
    { currency: 'usd', ...price },
    { shown: ['id', 'product', 'unit_amount', 'recurring.interval', 'tiers_mode'] },
  );
  return { story, clock: clock.body.id, customer: customer.body.id, price: sold.body.id, product: sold.body.product };
}

/** Records the advance of a clock, and waits for it to arrive. */
export async function advance(service: TestService, { story, clock }: BilledStory, to: string): Promise<void> {
  const path = `/v1/test_helpers/test_clocks/${clock}`;
  const headers = { authorization: `Bearer ${story.secret_key}` };
  await story.post(`${path}/advance`, { frozen_time: moment(to) }, { shown: ['status'] });
  await service.until(async () => {
    const response = await fetch(`${service.url}${path}`, { headers });
    return ((await response.json()) as { status: string }).status === 'ready';
  });
}

/** The members of invoices that stories show. */
export const bill_shown = [
  'id',
  'status',
  'billing_reason',
  'total',
  'amount_due',
  'amount_paid',
  'lines.data.amount',
  'lines.data.description',
];
/** The same in lists. */
export const bills_shown = ['id', 'status', 'billing_reason', 'created', 'total'].map((name) => `data.${name}`);
/** The members of events that stories show. */
export const events_shown = ['data.created', 'data.type'];
/** The members of balance transactions that stories show. */
export const money_shown = ['data.type', 'data.amount', 'data.fee', 'data.net'];

/** A customer with a card that may be charged off session. */
export const paysBy = (card: string): Params => ({ payment_method: card, invoice_settings: { default_payment_method: card } });
/** A monthly price with its product. */
export const byTheMonth = (unit_amount: number, name: string): Params => ({
  unit_amount,
  recurring: { interval: 'month' },
  product_data: { name },
});
