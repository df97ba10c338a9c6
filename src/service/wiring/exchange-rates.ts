import { readFile } from 'node:fs/promises';
import { isUnusable, readTable } from '../../arithmetic/fx/table.js';
import type { RateTable } from '../../kernel/base/reads.js';
import type { Database } from '../../kernel/storage/database.js';
import { ratesInUse } from '../../kernel/storage/exchange-rates.js';
import type { Chore } from '../operation/upkeep.js';
import { told } from './logging-faults.js';
import type { Parts } from './world.js';

/** Limits on the time and the size of a response with rates. */
const answer_ms = 10_000;
const text_max = 1_000_000;

const unreachable = 'the URL does not answer, or is invalid. It must not contain a user and password, but may have a key in its query';

/** The text of a file or a URL. A URL may contain a key, so errors never name it. */
async function textAt(place: string): Promise<string> {
  if (!/^https?:\/\//i.test(place)) return readFile(place, 'utf8');
  const answer = await fetch(place, { signal: AbortSignal.timeout(answer_ms) }).catch(() => null);
  if (!answer) throw new Error(`The exchange rates could not be loaded: ${unreachable}`);
  if (!answer.ok) throw new Error(`The exchange rates could not be loaded: the URL answered ${answer.status}`);
  return answer.text();
}

/**
 * Loads and stores the rates at a place; null if they equal the stored ones. Throws, and keeps the stored rates, if they are unusable, or older than
 * those in use unless `goes_back` allows it.
 */
export async function loadRates(database: Database, place: string, { goes_back = false } = {}): Promise<RateTable | null> {
  const text = await textAt(place);
  if (text.length > text_max) throw new Error('The exchange rates could not be loaded: they are over a megabyte');
  const table = readTable(text);
  if (isUnusable(table)) throw new Error(`The exchange rates could not be loaded: ${table.wrong}`);
  const used = goes_back ? null : await ratesInUse(database);
  if (used && table.date < used.date)
    throw new Error(`The exchange rates could not be loaded: those of ${table.date} are older than those in use, of ${used.date}`);
  const doc = JSON.stringify(table);
  const stored = await database.query({
    text: `insert into exchange_rates (doc) select $1::text::json
      where $1::text is distinct from (select doc::text from exchange_rates order by loaded_at desc limit 1) returning loaded_at`,
    values: [doc],
  });
  return stored.length ? table : null;
}

const every_seconds = 600;

/** Loads the rates of the configured place periodically, in every worker process; the previous ones stay in use while it cannot be read. */
export function ratesChore(parts: Parts, database: Database): readonly Chore[] {
  const { config, world } = parts;
  const place = config.fx_rates;
  if (place === null) return [];
  const failed = told(parts, 'the exchange rates could not be loaded; the previous ones stay in use');
  const work = async (): Promise<void> => {
    const loaded = await loadRates(database, place).catch(failed);
    if (loaded) world.log.info({ date: loaded.date, provider: loaded.provider }, 'exchange rates loaded');
  };
  return [{ every_seconds, work }];
}
