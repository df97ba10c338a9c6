import fc from 'fast-check';
import { expect } from 'vitest';
import { type BillingShop, billing_commands, expectAlike, expectAllTold } from './bills-commands.js';
import { type Bills, newBills } from './bills-model.js';
import { type Issuer, issuer } from './issuing.js';
import { happen, type Model as IssuingModel, verb_names } from './issuing-model.js';
import { all } from './load.js';
import { ledger } from './merchant.js';
import { expectLike, expectTold, commands as money_commands } from './money-commands.js';
import { type Model as MoneyModel, newModel as newMoneyModel, type Shop } from './money-model.js';
import { type Client, clientOf, type TestService } from './service.js';
import { rowsOf } from './services.js';
import { newModel as newShopModel, type Model as ShopModel, commands as shop_commands } from './shop-model.js';

type Story = fc.IAsyncPropertyWithHooks<readonly unknown[]>;

/** A story of payments, refunds, disputes and payouts at a shop, which must then match the model. */
export const ofMoney = (open: () => Shop | Promise<Shop>, length: number, look: (model: MoneyModel) => void = () => {}): Story =>
  fc.asyncProperty(fc.commands(money_commands, { maxCommands: length, size: 'max' }), async (story) => {
    const shop = await open();
    const model = newMoneyModel(await shop.now());
    await fc.asyncModelRun(() => ({ model, real: shop }), story);
    await expectLike(model, shop);
    await expectTold(model, shop);
    look(model);
  });

/** A story of subscriptions and invoices at a shop, which must then match the model. */
export const ofBilling = (open: () => Promise<BillingShop>, length: number, look: (model: Bills) => void = () => {}): Story =>
  fc.asyncProperty(fc.commands(billing_commands, { maxCommands: length, size: 'max' }), async (story) => {
    const shop = await open();
    const model = newBills(await shop.now());
    await fc.asyncModelRun(() => ({ model, real: shop }), story);
    await expectAlike(model, shop);
    await expectAllTold(model, shop);
    look(model);
  });

/** The number of commands in a story of an issued card. */
export const issuing_length = 20;
const issuing_funds = 5000;

const issuing_command = fc.record({
  verb: fc.constantFrom(...verb_names),
  which: fc.nat({ max: 9 }),
  amount: fc.integer({ min: 1, max: 1500 }),
  closes: fc.boolean(),
});

/** A story of an issued card, whose balance and counted spending must then match the model. */
export const ofIssuing = (open: () => Promise<{ readonly service: TestService; readonly client: Client }>): Story =>
  fc.asyncProperty(fc.array(issuing_command, { minLength: issuing_length, maxLength: issuing_length }), async (commands) => {
    const { service, client } = await open();
    const of = await issuer({ client }, issuing_funds, { spending_controls: { spending_limits: [] } });
    const model: IssuingModel = { available: issuing_funds, counted: 0, authorizations: [], taken: [] };
    for (const each of commands) await happen(of, model, each);
    const held = model.authorizations.reduce((sum, each) => sum + (each.open ? each.held : 0), 0);
    const books = await ledger(service, of.client);
    expect([books.issuing_available, books.issuing_held ?? 0]).toEqual([model.available, held]);
    expect(await countedOf(service, of)).toBe(model.counted);
  });

/** The all-time spending that the limits of a card count, which no answer shows. */
async function countedOf(service: TestService, { card }: Issuer): Promise<number> {
  const text = `select coalesce(sum(value::bigint), 0)::int as counted
    from objects, jsonb_each_text(doc::jsonb #> '{spent,usd,all_time,by_category}') where object = 'issuing.card' and id = $1`;
  const [row] = await rowsOf<{ counted: number }>(service, text, card);
  return row?.counted ?? 0;
}

/** A story of setup intents and payouts at two processes, whose money must then match the model. */
export const ofShop = (
  { service, other }: Readonly<Record<'service' | 'other', TestService>>,
  open: () => Client | Promise<Client>,
): Story =>
  fc.asyncProperty(fc.commands(shop_commands, { maxCommands: 80, size: 'max' }), async (story) => {
    const client = await open();
    const model = newShopModel();
    const real = { client, clients: [client, clientOf(other.url, client.key)] as const, until: service.until };
    await fc.asyncModelRun(() => ({ model, real }), story);
    await expectFunds(client, model);
  });

async function expectFunds(client: Client, { available_usd }: ShopModel): Promise<void> {
  expect(await fundsOf(client)).toEqual({ reported: available_usd, explained: available_usd });
}

/** The balance of a sandbox in dollars, as reported and as the sum of its balance transactions. */
export async function fundsOf(client: Client): Promise<{ reported: number; explained: number }> {
  const { body } = await client.get('/v1/balance');
  const transactions = await all(client, '/v1/balance_transactions');
  return {
    reported: body.available.find(({ currency }: { currency: string }) => currency === 'usd').amount,
    explained: transactions.reduce((sum, { net }) => sum + net, 0),
  };
}
