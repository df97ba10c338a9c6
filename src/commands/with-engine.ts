import { type Config, readConfig } from '../config.js';
import type { Engine } from '../engine/engine.js';
import { migrate } from '../storage/migrate.js';
import { makeEngine } from '../wiring/engine.js';
import { realWorld } from '../wiring/world.js';
import { openPlace } from './place.js';

/** Does something with the engine of the configured database, and leaves it as it was found. */
export async function withEngine<T>(work: (engine: Engine, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const place = await openPlace(config, () => {});
  const engine = makeEngine({
    config,
    database_url: place.database_url,
    key_ring: place.key_ring,
    public_url: () => config.public_url ?? '',
    world: realWorld(config),
  });
  try {
    await migrate(engine.database);
    return await work(engine, config);
  } finally {
    await engine.database.close();
    await place.leave();
  }
}
