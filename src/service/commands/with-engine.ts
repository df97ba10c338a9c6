import type { Engine } from '../../kernel/engine/engine.js';
import { migrate } from '../../kernel/storage/migrate.js';
import { checkSchema, hasSchema } from '../../kernel/storage/schema.js';
import { checkKeys, settleKeys } from '../../kernel/vault/stored-keys.js';
import { type Config, readConfig } from '../config.js';
import { makeEngine } from '../wiring/engine.js';
import { realWorld } from '../wiring/world.js';
import { openExisting, openPlace } from './place.js';

type Work<T> = (engine: Engine, config: Config, url: string) => Promise<T>;

/** Runs a command with the engine of the configured database. An outdated schema is refused: only `start` and `migrate` change it. */
export const withEngine = <T>(work: Work<T>): Promise<T> => withPlace(openExisting, settled(work));

/** Like `withEngine`, for a command that may create the database, and its schema if the database is empty. */
export const withNewEngine = <T>(work: Work<T>): Promise<T> =>
  withPlace(openPlace, async (engine, config, url) => {
    if (!(await hasSchema(engine.database))) await migrate({ url, log: () => {} });
    return settled(work)(engine, config, url);
  });

const settled =
  <T>(work: Work<T>): Work<T> =>
  async (engine, config, url) => {
    await checkSchema(engine.database);
    await settleKeys(engine.database, engine.vault);
    return work(engine, config, url);
  };

/** Like `withEngine`, for read-only commands. */
export const withEngineAsItIs = <T>(work: Work<T>): Promise<T> =>
  withPlace(openExisting, async (engine, config, url) => {
    await checkSchema(engine.database);
    await checkKeys(engine.database, engine.vault);
    return work(engine, config, url);
  });

/** Like `withEngine`, for diagnosis: does not look at the schema. */
export const withEngineUnchecked = <T>(work: Work<T>): Promise<T> => withPlace(openExisting, work);

async function withPlace<T>(opening: typeof openPlace, work: Work<T>): Promise<T> {
  const config = readConfig(process.env);
  const place = await opening(config, () => {});
  const engine = makeEngine({
    config,
    database_url: place.database_url,
    key_ring: place.key_ring,
    public_url: () => config.public_url ?? '',
    world: realWorld(config),
  });
  try {
    return await work(engine, config, place.database_url);
  } finally {
    await engine.database.close();
    await place.leave();
  }
}
