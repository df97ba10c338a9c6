import { tenantOf } from '../../kernel/base/books.js';
import type { RateTable } from '../../kernel/base/reads.js';
import { storedClock } from '../../kernel/engine/clock.js';
import { drive, unasked } from '../../kernel/engine/drive.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { firstStep } from '../../kernel/engine/step.js';
import type { Database } from '../../kernel/storage/database.js';
import { ratesInUse } from '../../kernel/storage/exchange-rates.js';
import { spread_max } from '../../resources/accounts/accounts/account.js';
import { setSpread } from '../../resources/accounts/accounts/spread.js';
import { loadRates } from '../wiring/exchange-rates.js';
import { type Described, one_line } from './described.js';
import { operator } from './operator.js';
import { type OfResult, sayResult } from './result.js';
import { misused } from './usage.js';
import { withEngine } from './with-engine.js';

/** `florin fx`: the exchange rates in use, and an account's conversion spread. */
export const fx: Described = {
  examples: ['florin fx rates', 'florin fx load rates.json'],
  commands: {
    rates: {
      about: 'print the exchange rates in use',
      json: one_line,
      examples: ['florin fx rates', 'florin fx rates --json'],
      add: (command) => command.action((asked: OfResult) => withEngine(({ database }) => show(database, asked))),
    },
    'load [place]': {
      about: 'load exchange rates from a file or URL (default: FLORIN_FX_RATES)',
      json: one_line,
      examples: ['florin fx load rates.json', 'florin fx load https://rates.example.com/latest.json'],
      add: (command) =>
        command.action((place: string | undefined, asked: OfResult) =>
          withEngine(({ database }, { fx_rates }) => load(database, place ?? fx_rates, asked)),
        ),
    },
    'spread <account> <basis-points>': {
      about: "set the spread on an account's conversions, in basis points",
      json: one_line,
      examples: ['florin fx spread acct_123 150', 'florin fx spread acct_123 150 --live'],
      add: (command) => command.option('--live', 'in live mode', false).action(setTo),
    },
  },
};

const none = 'No exchange rates have been loaded. Test mode uses a sample; live mode refuses conversions.';

async function show(database: Database, asked: OfResult): Promise<void> {
  const table = await ratesInUse(database);
  sayResult(asked, table, table ? tableOf(table) : none);
}

const tableOf = ({ date, base, rates }: RateTable): string =>
  [`The rates of ${date}, for one ${base}:`, ...Object.entries(rates).map(([currency, rate]) => `  ${currency}  ${rate}`)].join('\n');

async function load(database: Database, place: string | null, asked: OfResult): Promise<void> {
  if (place === null) throw misused('Name the exchange rates: a file, a URL, or FLORIN_FX_RATES');
  const table = await loadRates(database, place, { goes_back: true });
  const text = table
    ? `Loaded the rates of ${table.date}: ${Object.keys(table.rates).length} for one ${table.base}.`
    : 'The rates have not changed.';
  sayResult(asked, { loaded: table }, text);
}

type Account = { readonly account: string; readonly livemode: boolean };

async function setTo(account: string, points: string, { live, ...asked }: OfResult & { live: boolean }): Promise<void> {
  const spread_basis_points = Number(points);
  if (!/^\d+$/.test(points) || spread_basis_points > spread_max)
    throw misused(`The basis points must be a whole number from 0 to ${spread_max}`);
  await withEngine((engine) => spread(engine, { account, livemode: live }, spread_basis_points));
  const text = `${account} is charged ${spread_basis_points} basis points in ${live ? 'live' : 'test'} mode.`;
  sayResult(asked, { account, livemode: live, spread_basis_points }, text);
}

async function spread(engine: Engine, { account: account_id, livemode }: Account, spread_basis_points: number): Promise<void> {
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
}
