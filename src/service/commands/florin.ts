#!/usr/bin/env -S node --max-semi-space-size=64
import { oldest_node, refusalOfNode } from './node-version.js';

// Everything else is loaded after this, because an older Node fails while it reads it.
const refusal = refusalOfNode(process.versions.node, oldest_node);
if (refusal === null) await import('./program.js');
else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
