import { existsSync, statSync } from 'node:fs';
import { readConfig } from '../config.js';
import { takeBackup } from './backup/take.js';
import { type Described, one_line } from './described.js';
import { openExisting } from './place.js';
import { type OfResult, sayResult } from './result.js';
import { misused } from './usage.js';

/** `florin backup`: writes the whole database as of one moment into a file. */
export const backup: Described = {
  json: one_line,
  examples: ['florin backup florin-2026-05-01.backup', 'florin backup florin.backup --json'],
  add: (command) => command.argument('<file>', 'a new file, such as florin.backup').action(backUp),
};

async function backUp(file: string, asked: OfResult): Promise<void> {
  if (existsSync(file)) throw misused(`${file} exists. Name a new file.`);
  const began_ms = performance.now();
  const place = await openExisting(readConfig(process.env), () => {});
  try {
    const { as_of, tables } = await takeBackup(place.database_url, file);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const [bytes, seconds] = [statSync(file).size, secondsSince(began_ms)];
    sayResult(
      asked,
      { file, as_of, rows, bytes, seconds },
      `${file} has ${rows.toLocaleString('en')} rows as of ${as_of} (${(bytes / 1e6).toFixed(1)} MB, ${seconds} s).\nKeep the keys of the vault elsewhere: without FLORIN_VAULT_KEYS sealed content cannot be read.`,
    );
  } finally {
    await place.leave();
  }
}

/** The seconds since a moment of `performance.now()`, to a tenth. */
export const secondsSince = (began_ms: number): number => Math.round((performance.now() - began_ms) / 100) / 10;
