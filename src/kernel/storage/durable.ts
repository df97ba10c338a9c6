import { openDatabase } from './database.js';

/** The settings that make acknowledged writes survive a crash, and the effect of switching each off. */
const durable: Readonly<Record<string, string>> = {
  fsync: 'a crash of the machine destroys the database',
  full_page_writes: 'a crash of the machine can destroy pages of the database',
  synchronous_commit: 'a crash loses the last payments that were answered with 200',
};

/**
 * Refuses a PostgreSQL that can lose acknowledged writes, with instructions to fix it. It checks without the session settings of Florin's
 * connections, which would hide the server's own.
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
    `This PostgreSQL can lose money: ${off.map((name) => `${name} is off, so ${durable[name]}`).join('; ')}. As a superuser run: ` +
      `${off.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf(); and check whether its command line, the ` +
      'database or the role overrides it (pg_settings, and \\drds in psql). For tests only, FLORIN_UNSAFE_DATABASE=on skips this check.',
  );
