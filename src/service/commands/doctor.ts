import { checkup, type Finding } from './checkup.js';
import type { Described } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { exit_codes } from './usage.js';
import { withEngineUnchecked } from './with-engine.js';

/** `florin doctor`: lists problems and how to fix them; the exit code is 1 if there are any. */
export const doctor: Described = {
  json: 'print each finding as a line of JSON',
  examples: ['florin doctor', 'florin doctor --json'],
  add: (command) => command.action(examine),
};

const examine = (asked: OfResult): Promise<void> =>
  withEngineUnchecked(async (engine, config, url) => {
    const found = await checkup({ engine, config, url });
    for (const each of found) sayResult(asked, each, line(each));
    if (found.some(({ is_well }) => !is_well)) process.exitCode = exit_codes.failure;
  });

const line = ({ name, is_well, said }: Finding): string => `${is_well ? 'ok   ' : 'WRONG'}  ${name.padEnd(10)}  ${said}`;
