import { type Described, one_line } from './described.js';
import { paced } from './paced.js';
import { progressOf } from './progress.js';
import { type OfResult, sayResult } from './result.js';
import { chanceFrom, openShop, shop_requests } from './seed/shop.js';
import { passWeek, type Shop, type Size, seedClock } from './seed/year.js';
import { type Asking, asking, connectionTo, placeOf, type Service, serviceOf } from './service.js';
import { misused } from './usage.js';

type Options = Asking &
  OfResult & {
    readonly customers: number;
    readonly payments: number;
    readonly weeks: number;
    readonly seed: number;
    readonly force?: boolean;
  };

const number = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < minimum || value > maximum)
    throw misused(`${text} is not a whole number from ${minimum} to ${maximum}.`);
  return value;
};

/** `florin seed`: fills a sandbox with a shop and a year of its history. */
export const seeding: Described = {
  json: one_line,
  examples: ['florin seed', 'florin seed --key sk_test_big_shop --customers 500 --payments 5000'],
  notes: `The history begins now and the clock of the sandbox moves ahead week by week, so that renewals, settlements and payouts happen in order.`,
  add: (command) =>
    asking(command)
      .option('--customers <count>', 'customers, most with a subscription', number(1, 10_000), 60)
      .option('--payments <count>', 'single payments, some of which are declined, disputed or refunded', number(1, 100_000), 240)
      .option('--weeks <count>', 'the length of the history', number(1, 104), 52)
      .option('--seed <number>', 'another number makes another shop; the same one the same shop', number(0, 2 ** 31), 1)
      .option('--force', 'also fill a sandbox that has objects, and move its clock')
      .action(seed),
};

const per_second = 500;

async function seed({ force = false, seed: start, ...options }: Options): Promise<void> {
  if (!/^(sk|rk)_test_/.test(placeOf(options).key))
    throw misused('Only a sandbox is filled with a made-up shop: use a test key, sk_test_....');
  const service = serviceOf(paced(connectionTo(options), per_second));
  await refuseFull(service, force);
  const size: Size = options;
  const progress = progressOf(shop_requests + size.customers + size.payments + size.weeks + 1);
  try {
    const sold = await openShop(service);
    for (let count = 0; count < shop_requests; count++) progress.step('catalogue');
    const shop: Shop = { service, chance: chanceFrom(start), sold, size, step: progress.step, customers: [], subscriptions: [], paid: [] };
    for (let week = 0; week < size.weeks; week++) await passWeek(shop, week);
    await seedClock(shop);
  } finally {
    progress.stop();
  }
  await report(service, options);
}

async function refuseFull(service: Service, force: boolean): Promise<void> {
  const { data } = await service<{ readonly data: readonly object[] }>('GET', '/v1/customers?limit=1');
  if (data.length > 0 && !force)
    throw new Error(
      'This sandbox has customers already, and filling it moves its clock ahead by the whole history. Use another key, such as --key sk_test_shop, or --force.',
    );
}

const counted = ['customers', 'subscriptions', 'invoices', 'payment_intents', 'refunds', 'disputes', 'payouts'] as const;

async function report(service: Service, asked: OfResult): Promise<void> {
  const counts: Record<string, number> = {};
  for (const name of counted) counts[name] = await countOf(service, name);
  const said = Object.entries(counts).map(([name, count]) => `${count} ${name.replace('_', ' ')}`);
  sayResult(asked, counts, `${said.join(', ')}.`);
}

/** The number of objects in a list, over all its pages. */
async function countOf(service: Service, name: string): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const status = name === 'subscriptions' ? '&status=all' : '';
    const { data, has_more } = await service<{ readonly data: readonly { readonly id: string }[]; readonly has_more: boolean }>(
      'GET',
      `/v1/${name}?limit=100${status}${after}`,
    );
    count += data.length;
    if (!has_more) return count;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
}
