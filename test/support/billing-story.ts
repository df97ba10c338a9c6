import type { TestService } from './service.js';
import type { Story } from './story.js';
import { moment } from './subscribed.js';

type Params = Readonly<Record<string, unknown>>;

/** What a story about billing begins with: a customer on a test clock, and what they subscribe to. */
export type BilledStory = {
  readonly story: Story;
  readonly clock: string;
  readonly customer: string;
  readonly price: string;
  readonly product: string;
};

type Opening = {
  /** When it begins. */
  readonly at: string;
  readonly words: readonly string[];
  /** What the customer has besides their name. */
  readonly customer?: Params;
  readonly price: Params;
};

/** Tells how a shop comes to a clock, a customer and a price. */
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

/** Tells that a clock is advanced, and waits for it to arrive. */
export async function advance(service: TestService, { story, clock }: BilledStory, to: string): Promise<void> {
  const path = `/v1/test_helpers/test_clocks/${clock}`;
  const headers = { authorization: `Bearer ${story.secret_key}` };
  await story.post(`${path}/advance`, { frozen_time: moment(to) }, { shown: ['status'] });
  await service.until(async () => {
    const response = await fetch(`${service.url}${path}`, { headers });
    return ((await response.json()) as { status: string }).status === 'ready';
  });
}

/** What is told of invoices. */
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
/** What is told of lists of them. */
export const bills_shown = ['id', 'status', 'billing_reason', 'created', 'total'].map((name) => `data.${name}`);
/** What is told of events. */
export const events_shown = ['data.created', 'data.type'];
/** What is told of changes of the balance. */
export const money_shown = ['data.type', 'data.amount', 'data.fee', 'data.net'];

/** A customer who has left a card that may be charged while they are away. */
export const paysBy = (card: string): Params => ({ payment_method: card, invoice_settings: { default_payment_method: card } });
/** A price by the month of a product that comes with it. */
export const byTheMonth = (unit_amount: number, name: string): Params => ({
  unit_amount,
  recurring: { interval: 'month' },
  product_data: { name },
});
