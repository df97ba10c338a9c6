import { serveUntilKilled } from '../support/serve-until-killed.js';
import { besides } from './groups.js';

/** A service with the groups of the measure in a separate process, so that it can be killed. */
await serveUntilKilled({ besides });
