import type { Privileged } from '../../src/kernel/audit/record.js';
import type { Engine } from '../../src/kernel/engine/engine.js';

/** A test that acts as an operator with a command. */
export const tester = ({ ids, now_ms }: Pick<Engine, 'ids' | 'now_ms'>): Privileged => ({
  request: ids.fresh('run', now_ms()),
  action: 'test',
  actor: 'tester',
  actor_type: 'operator',
  from: 'here',
});
