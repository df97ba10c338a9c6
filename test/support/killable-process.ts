import { serveUntilKilled } from './serve-until-killed.js';

/** The service in a separate process, so that it can be killed. */
await serveUntilKilled({});
