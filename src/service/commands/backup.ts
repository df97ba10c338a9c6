import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { takeBackup } from './backup/take.js';
import { openExisting } from './place.js';
import { misused } from './usage.js';

type Options = { readonly json?: boolean };

/** `florin backup`: writes the whole database as of one moment into a file. */
export function backupCommand(command: Command): void {
  command
    .argument('<file>', 'a new file, such as florin.backup')
    .option('--json', 'print the result as a line of JSON')
    .addHelpText('after', '\nExamples:\n  florin backup florin-$(date +%F).backup\n  florin restore --drill florin-2026-05-01.backup')
    .action(backUp);
}

async function backUp(file: string, { json = false }: Options): Promise<void> {
  if (existsSync(file)) throw misused(`${file} exists. Name a new file.`);
  const began_ms = performance.now();
  const place = await openExisting(readConfig(process.env), () => {});
  try {
    const { as_of, tables } = await takeBackup(place.database_url, file, !json);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const [bytes, seconds] = [statSync(file).size, secondsSince(began_ms)];
    if (json) return void process.stdout.write(`${JSON.stringify({ file, as_of, rows, bytes, seconds })}\n`);
    process.stdout.write(
      `${file} has ${rows.toLocaleString('en')} rows as of ${as_of} (${(bytes / 1e6).toFixed(1)} MB, ${seconds} s).\nKeep the keys of the vault elsewhere: without FLORIN_VAULT_KEYS sealed content cannot be read.\n`,
    );
  } finally {
    await place.leave();
  }
}

/** The seconds since a moment of `performance.now()`, to a tenth. */
export const secondsSince = (began_ms: number): number => Math.round((performance.now() - began_ms) / 100) / 10;
