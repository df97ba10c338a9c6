import type { Database } from './database.js';
import { type Migration, migrationFiles } from './migration-files.js';

/** The pending migrations. */
export type Pending = {
  readonly now: readonly Migration[];
  /** Migrations that remove what older versions need: they wait until all processes run this version. */
  readonly later: readonly Migration[];
};

type Ran = { readonly number: number; readonly name: string; readonly needs: string | null };

/** Compares the schema with this program's migrations. Takes no locks and writes nothing. */
export async function pendingIn(database: Pick<Database, 'query'>): Promise<Pending> {
  const known = await migrationFiles();
  const ran = await ranIn(database);
  const newest = known.at(-1)?.number ?? 0;
  const strange = ran.find(({ number, needs }) => number > newest && (needs === null || Number(needs) > newest));
  if (strange) {
    throw new Error(
      `The database has the schema ${strange.name}, which is newer than this program. Run a newer florin, or restore a backup taken before the upgrade.`,
    );
  }
  const missing = known.filter(({ number }) => !ran.some((each) => each.number === number));
  // In a new database there can be no older processes.
  const isLater = ({ contract_of }: Migration): boolean => contract_of !== null && ran.length > 0;
  return { now: missing.filter((each) => !isLater(each)), later: missing.filter(isLater) };
}

/** Whether any migration has run. */
export const hasSchema = async (database: Pick<Database, 'query'>): Promise<boolean> => (await ranIn(database)).length > 0;

/** The column `needs` is newer than the table. */
async function ranIn(database: Pick<Database, 'query'>): Promise<Ran[]> {
  const [table] = await database.query({ text: `select where to_regclass('migrations') is not null`, values: [] });
  if (!table) return [];
  const text = `select number, name, to_jsonb(migrations) ->> 'needs' as needs from migrations order by number`;
  return database.query<Ran>({ text, values: [], once: true });
}

/** Refuses a schema that this program cannot use, for processes that do not migrate. */
export async function checkSchema(database: Pick<Database, 'query'>): Promise<void> {
  const { now } = await pendingIn(database);
  if (now.length === 0) return;
  const names = now.map(({ name }) => name).join(', ');
  throw new Error(`The schema of the database lacks ${names}. Run florin migrate first, as the role that owns the tables.`);
}
