import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { repeats } from './support/campaign.js';
import { survive, type Trial } from './support/crashes.js';
import { killGroup } from './support/running.js';
import { serverPid, serverRuns, until } from './support/trial.js';

/** The number of kills; a thousand before a release. */
const kills = repeats('kills');
/** The number of payments in all. */
const payments = kills * 50;
const callers = 6;

/** Every third kill hits the database, every sixth both. */
async function strike({ directory, service }: Trial, kill: number): Promise<void> {
  const running = await service.up();
  if (kill % 3 === 2 && serverRuns(directory)) killGroup(serverPid(directory));
  if (kill % 6 !== 2) running.kill();
}

test(
  `${kills} kills at random times during ${payments} payments: nothing acknowledged is lost, nothing is doubled, every event is delivered`,
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
