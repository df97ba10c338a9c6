import { real_clock } from '../../src/kernel/engine/clock.js';
import { drive, unasked } from '../../src/kernel/engine/drive.js';
import { tenantFrom } from '../../src/kernel/engine/engine.js';
import { firstStep } from '../../src/kernel/engine/step.js';
import { setSpread } from '../../src/resources/accounts/accounts/spread.js';
import { accountOf } from './merchant.js';
import type { Client, TestService } from './service.js';

/** Sets the spread of a sandbox's conversions, as an operator does. */
export async function spreadOf({ engine }: TestService, client: Client, spread_basis_points: number): Promise<void> {
  const subject = await accountOf(client);
  const tenant = tenantFrom(`${subject}_test`, real_clock);
  const step = firstStep(setSpread, { tenant, subject, given: { input: { spread_basis_points } }, now_ms: engine.now_ms() });
  await drive(engine, { ...unasked, tenant, begin: () => [step] });
}
