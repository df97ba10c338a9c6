import { setTimeout as pause } from 'node:timers/promises';
import { revisited } from './asking.js';
import { notify } from './notifying.js';
import type { Row } from './store.js';
import type { World } from './world.js';

const pause_ms = 2000;
/** A question that is under way changes more often than this. */
const rest_seconds = 4;
const batch = 20;

/** Works on the questions whose outcome a crash or a broken connection left unknown, and sends notifications that have not arrived, until `ended` is aborted. */
export async function keep(world: World, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      for (const row of await world.store.restless(rest_seconds, batch)) if (!ended.aborted) await tended(world, row);
    } catch (error) {
      world.log.error({ why: (error as Error).message }, 'the keeper has failed and tries again');
    }
    await pause(pause_ms, undefined, { signal: ended }).catch(() => {});
  }
}

async function tended(world: World, row: Row): Promise<void> {
  const connector = world.configuration.connectors.find(({ name }) => name === row.connector);
  // A connector that was taken out of the configuration is left to the operator.
  if (!connector) return world.store.rested(row);
  if (row.notify) return void (await notify(world, connector, row));
  const now = await revisited(world, connector, row.key, {}, false);
  if (now?.notify) await notify(world, connector, now);
  else if (now && now.state !== 'final' && now.state !== 'waiting') await world.store.rested(now);
}
