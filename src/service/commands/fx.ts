import type { Command } from 'commander';
import { tenantOf } from '../../kernel/base/books.js';
import { storedClock } from '../../kernel/engine/clock.js';
import { drive, unasked } from '../../kernel/engine/drive.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { firstStep } from '../../kernel/engine/step.js';
import { ratesInUse } from '../../kernel/storage/exchange-rates.js';
import { spread_max } from '../../resources/accounts/accounts/account.js';
import { setSpread } from '../../resources/accounts/accounts/spread.js';
import { loadRates } from '../wiring/exchange-rates.js';
import { operator } from './operator.js';
import { withEngine } from './with-engine.js';

/** `florin fx`: the exchange rates in use, and an account's conversion spread. */
export function fxCommands(fx: Command): void {
  fx.command('rates')
    .description('print the exchange rates in use')
    .action(() => withEngine(show));
  fx.command('load [place]')
    .description('load exchange rates from a file or URL (default: FLORIN_FX_RATES)')
    .action((place: string | undefined) => withEngine((engine, { fx_rates }) => load(engine, place ?? fx_rates)));
  fx.command('spread <account> <basis-points>')
    .description("set the spread on an account's conversions, in basis points")
    .option('--live', 'in live mode', false)
    .action((account: string, points: string, { live }: { live: boolean }) =>
      withEngine((engine) => spread(engine, { account, livemode: live }, Number(points))),
    );
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const none = 'No exchange rates have been loaded. Test mode uses a sample; live mode refuses conversions.';

async function show({ database }: Engine): Promise<void> {
  const table = await ratesInUse(database);
  say(table ? JSON.stringify(table) : none);
}

async function load({ database }: Engine, place: string | null): Promise<void> {
  if (place === null) throw new Error('Name the exchange rates: a file, a URL, or FLORIN_FX_RATES');
  const loaded = await loadRates(database, place, { goes_back: true });
  say(
    loaded
      ? `Loaded the rates of ${loaded.date}: ${Object.keys(loaded.rates).length} for one ${loaded.base}.`
      : 'The rates have not changed.',
  );
}

type Account = { readonly account: string; readonly livemode: boolean };

async function spread(engine: Engine, { account: account_id, livemode }: Account, spread_basis_points: number): Promise<void> {
  if (!Number.isInteger(spread_basis_points) || spread_basis_points < 0 || spread_basis_points > spread_max)
    throw new Error(`The basis points must be a whole number from 0 to ${spread_max}`);
  const account = tenantOf(account_id, livemode);
  const [row] = await engine.load([{ of: 'object', account, object: 'account', id: account_id }]);
  if (!row) throw new Error(`No such account: ${account_id}. List them with florin accounts list`);
  const tenant = { account, account_id, livemode, ...(await storedClock(engine, account)) };
  const given = { input: { spread_basis_points } };
  await drive(engine, {
    ...unasked,
    tenant,
    begin: (unit) => [firstStep(setSpread, { tenant, subject: account_id, given, now_ms: unit.service_ms + tenant.clock_offset_ms })],
    audit: { ...operator(engine, 'florin fx spread'), subject: account_id },
  });
  say(`${account_id} is charged ${spread_basis_points} basis points in ${livemode ? 'live' : 'test'} mode.`);
}
