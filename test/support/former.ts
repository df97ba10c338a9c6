import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { openDatabase } from '../../src/kernel/storage/database.js';
import { administer, urlOf } from './database.js';

/** A database with the schema of an earlier program, as that program created it. */
export type Former = {
  readonly url: string;
  readonly name: string;
  rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
};

/** Programs with this schema had created their databases before this migration was rewritten. */
const first_form_of_0006 = [
  'drop trigger searches_in_both_shapes on searches',
  'drop function searches_in_both_shapes()',
  'drop index searches_terms',
  'create index searches_terms on searches using gin (terms jsonb_path_ops) with (fastupdate = off) where terms is not null',
];

const folder = new URL('../../migrations/', import.meta.url);

/** A migration without its steps, for an empty database. */
const inOneTransaction = (text: string): string =>
  text
    .replaceAll('\n-- step: ', '\n;-- step: ')
    .replaceAll(' concurrently', '')
    .replaceAll('$1::tid', `'(0,0)'::tid`)
    .replaceAll('$2::tid', `'(1,0)'::tid`);

/** The migrations up to a number, each in one transaction, as they ran before there were steps. */
export async function startFormer(newest: number): Promise<Former> {
  const template_url = inject('template_url');
  const name = `test_former_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(template_url, `create database ${name}`);
  const url = urlOf(template_url, name);
  const database = openDatabase({ url, connections: 4, prepares: false, log: () => {} });
  const rows: Former['rows'] = (text, ...values) => database.query({ text, values });
  await rows('create table migrations (number int primary key, name text not null, ran_at timestamptz not null default now())');
  for (const file of readdirSync(folder).sort()) {
    const number = Number(file.slice(0, 4));
    if (number > newest) break;
    await database.transaction(async (query) => {
      await query({ text: inOneTransaction(readFileSync(new URL(file, folder), 'utf8')), values: [] });
      await query({ text: 'insert into migrations values ($1, $2)', values: [number, file] });
    });
  }
  if (newest >= 6 && newest < 18) for (const text of first_form_of_0006) await rows(text);
  return {
    url,
    name,
    rows,
    stop: async () => {
      await database.close();
      await administer(template_url, `drop database if exists ${name} with (force)`);
    },
  };
}
