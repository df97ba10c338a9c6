import { serveUntilKilled } from './serve-until-killed.js';

/** The service as it is, in a process of its own, so that it can be killed. */
await serveUntilKilled({});
