import { randomBytes } from 'node:crypto';
import { openAccount } from '../../src/api/keys/keys.js';
import { accountParts } from '../../src/resources/accounts/accounts/open.js';
import type { Answer, Client, TestService } from './service.js';
import { tester } from './tester.js';

/** Milliseconds of a day, for clocks. */
export const day_ms = 86_400_000;

/** A sandbox with funds to pay out. */
export async function funded(service: TestService, amount: number, currency = 'usd'): Promise<Client> {
  const client = service.client();
  await topUp(client, amount, currency);
  return client;
}

/** Adds funds to a sandbox; answers with the top-up's id. */
export async function topUp(client: Client, amount: number, currency = 'usd'): Promise<string> {
  const { status, text, body } = await client.post('/v1/test_helpers/top_ups', { amount, currency });
  if (status !== 200) throw new Error(text);
  return body.id;
}

/** The id of the account that a key belongs to. */
export const accountOf = async (client: Client): Promise<string> => (await client.get('/v1/account')).body.id;

/** Adds a bank account with this number; answers with its id. */
export async function bankAccount(client: Client, account_number: string, currency = 'usd'): Promise<string> {
  const external_account = { object: 'bank_account', account_number, country: 'US', currency, routing_number: '110000000' };
  const { status, text, body } = await client.post(`/v1/accounts/${await accountOf(client)}/external_accounts`, { external_account });
  if (status !== 200) throw new Error(text);
  return body.id;
}

/** Moves the service's clock to the arrival of a payout, or to this many days before: its bank has it for two of them at least. */
export const towards = (service: TestService, { arrival_date }: { readonly arrival_date: number }, days_before = 0): void =>
  service.advance(Math.max(0, arrival_date * 1000 - days_before * day_ms - service.now()));

/** The available balance in a currency, according to the API. */
export async function available(client: Client, currency = 'usd'): Promise<number> {
  const { body } = await client.get('/v1/balance');
  return body.available.find((each: { currency: string }) => each.currency === currency)?.amount ?? 0;
}

/** A sandbox's ledger accounts in one currency, as the stable view shows them. */
export async function ledger(service: TestService, client: Client, currency = 'usd'): Promise<Record<string, number>> {
  const rows = await service.engine.database.query<{ ledger_account: string; amount: number }>({
    text: 'select ledger_account, amount from ledger_balances where account = $1 and currency = $2',
    values: [`${await accountOf(client)}_test`, currency],
  });
  return Object.fromEntries(rows.map(({ ledger_account, amount }) => [ledger_account, amount]));
}

/** A caller in live mode, with a new account. */
export async function liveClient(service: TestService): Promise<Client> {
  const { engine } = service;
  const key = `sk_live_${randomBytes(12).toString('hex')}`;
  const account = { id: engine.ids.fresh('acct', service.now()), name: 'Live', livemode: true };
  await openAccount(engine, account, [{ key, kind: 'secret', name: 'Live secret key' }], accountParts, tester(service.engine));
  return service.client(key);
}

const clock = '/v1/test_helpers/sandbox_clock';

/** Moves a sandbox's clock to a time; a clock at or beyond it only runs its due work. */
export async function moveClockTo(client: Client, to: number): Promise<Answer> {
  const { body } = await client.get(clock);
  const frozen_time = Math.max(to, body.frozen_time);
  const answer = await client.post(`${clock}/advance`, { frozen_time });
  // A clock runs: it may be beyond the time that was read for it, and is then read again.
  const ticked = answer.body?.error?.code === 'parameter_invalid' && (await client.get(clock)).body.frozen_time > frozen_time;
  return ticked ? moveClockTo(client, to) : answer;
}

/** Moves a sandbox's clock ahead; answers with its new time. */
export async function advanceClock(client: Client, seconds: number): Promise<number> {
  const { body } = await client.get('/v1/test_helpers/sandbox_clock');
  const {
    status,
    text,
    body: moved,
  } = await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: body.frozen_time + seconds });
  if (status !== 200) throw new Error(text);
  return moved.frozen_time;
}
