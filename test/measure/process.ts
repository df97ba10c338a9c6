import { serveUntilKilled } from '../support/serve-until-killed.js';
import { besides } from './groups.js';

/** A service with the measure's groups in a process of its own, so that it can be killed. */
await serveUntilKilled({ besides });
