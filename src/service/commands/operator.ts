import { hostname, userInfo } from 'node:os';
import type { Privileged } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';

/** The operating system user who runs a command, for the audit record. */
export const operator = ({ ids, now_ms }: Pick<Engine, 'ids' | 'now_ms'>, action: `florin ${string}`): Privileged => ({
  request: ids.fresh('run', now_ms()),
  action,
  actor: userInfo().username,
  actor_type: 'operator',
  from: hostname(),
});
