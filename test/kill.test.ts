import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { repeats } from './support/campaign.js';
import { survive, type Trial } from './support/crashes.js';
import { killGroup } from './support/running.js';
import { serverPid, serverRuns, until } from './support/trial.js';

/** How often the processes are killed; a thousand times before a release. */
const kills = repeats('kills');
/** With so many payments under way in all. */
const payments = kills * 50;
const callers = 6;

/** Every third kill takes the database, every sixth both. */
async function strike({ directory, service }: Trial, kill: number): Promise<void> {
  const running = await service.up();
  if (kill % 3 === 2 && serverRuns(directory)) killGroup(serverPid(directory));
  if (kill % 6 !== 2) running.kill();
}

test(
  `${kills} kills at random moments of ${payments} payments: nothing acknowledged is lost, nothing is doubled, everybody is told`,
  async () => {
    await survive({}, async (trial) => {
      const { load } = trial;
      let killed = 0;
      const work = load.run(callers, () => killed === kills && load.payments() >= payments);
      for (; killed < kills; killed++) {
        const enough = load.answered() + randomInt(20, 160);
        await until(() => load.answered() >= enough);
        await strike(trial, killed);
      }
      await work;
      expect(trial.service.ends()).toBeGreaterThanOrEqual(Math.floor((kills * 2) / 3));
    });
  },
  180_000 + kills * 10_000,
);
