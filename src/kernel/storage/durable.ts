import { openDatabase } from './database.js';

/** What makes an acknowledged write outlast a crash, and what becomes of it without. */
const durable: Readonly<Record<string, string>> = {
  fsync: 'a crash of the machine destroys the database',
  full_page_writes: 'a crash of the machine can destroy pages of the database',
  synchronous_commit: 'a crash loses the last payments that were answered with 200',
};

/**
 * Refuses a PostgreSQL that can lose what it has acknowledged, and says how that is mended. It is asked without the options of our own
 * connections, because they would hide what it does by itself.
 */
export async function refuseUnsafe(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 1, log: () => {}, session: {}, prepares: false });
  const off = await database
    .query<{ name: string }>({
      text: `select name from pg_settings where name = any ($1) and setting = 'off' order by name`,
      values: [Object.keys(durable)],
    })
    .finally(() => database.close());
  if (off.length) throw unsafe(off.map(({ name }) => name));
}

const unsafe = (off: readonly string[]): Error =>
  new Error(
    `This PostgreSQL can lose money: ${off.map((name) => `${name} is off, so that ${durable[name]}`).join('; ')}. As a superuser run: ` +
      `${off.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf(); and look whether its command line, the ` +
      'database or the role says otherwise (pg_settings, and \\drds in psql). For tests alone, FLORIN_UNSAFE_DATABASE=on starts on it.',
  );
