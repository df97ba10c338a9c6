#!/usr/bin/env -S node --max-semi-space-size=16
import { oldest_node, refusalOfNode } from './node-version.js';

// Stack traces name the lines of sources, not those of bundled chunks.
process.setSourceMapsEnabled(true);

// The program is imported after this check, because an older Node fails on its syntax.
const refusal = refusalOfNode(process.versions.node, oldest_node);
if (refusal === null) await (await import('./program.js')).run(process.argv.slice(2));
else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
