import type { Command } from 'commander';
import { checkup, type Finding } from './checkup.js';
import { withEngineUnchecked } from './with-engine.js';

/** `florin doctor`: lists problems and how to fix them; the exit code is 1 if there are any. */
export const doctorCommand = (command: Command): void =>
  void command.option('--json', 'print each finding as a line of JSON').action(({ json }: { json?: boolean }) =>
    withEngineUnchecked(async (engine, config, url) => {
      const found = await checkup({ engine, config, url });
      process.stdout.write(found.map(json ? (each) => `${JSON.stringify(each)}\n` : line).join(''));
      if (found.some(({ is_well }) => !is_well)) process.exitCode = 1;
    }),
  );

const line = ({ name, is_well, said }: Finding): string => `${is_well ? 'ok   ' : 'WRONG'}  ${name.padEnd(10)}  ${said}\n`;
