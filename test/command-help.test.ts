import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { type Operation, operations } from '../src/service/commands/operations.js';
import { commands, programFor } from '../src/service/commands/program.js';
import { exit_codes, reported } from '../src/service/commands/usage.js';

type Output = { readonly code: number; readonly said: string; readonly error: string; readonly is_accepted: boolean };

/** Parses words in this process, with the operations of the API that their first one names. In place of an action it is noted that it would run. */
async function parsed(words: readonly string[], found: readonly Operation[]): Promise<Output> {
  const said: string[] = [];
  const errors: string[] = [];
  let is_accepted = false;
  const program = await programFor(words, found);
  for (const each of everyCommandIn(program))
    each.configureOutput({ writeOut: (text) => said.push(text), writeErr: (text) => errors.push(text) }).action(() => {
      is_accepted = true;
    });
  const code = await program.parseAsync([...words], { from: 'user' }).then(
    () => exit_codes.success,
    (error: unknown) => reported(error, false),
  );
  return { code, said: said.join(''), error: errors.join(''), is_accepted };
}

const everyCommandIn = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommandIn)];

type Found = { readonly words: readonly string[]; readonly command: Command; readonly operations: readonly Operation[] };

/** Every command with its words: those of the service, and those of a resource of the API. */
async function everyCommand(): Promise<Found[]> {
  const all = await operations();
  const names = [...new Set([...Object.keys(commands), ...all.map(({ words }) => words[0] ?? '')])];
  const found = names.map(async (name) => {
    const own = all.filter(({ words }) => words[0] === name);
    const program = await programFor([name], own);
    const command = program.commands.find((each) => each.name() === name) as Command;
    return belowOf(command, [name]).map((each) => ({ ...each, operations: own }));
  });
  return (await Promise.all(found)).flat();
}

const belowOf = (command: Command, words: readonly string[]): { command: Command; words: readonly string[] }[] => [
  { command, words },
  ...command.commands.flatMap((each) => belowOf(each, [...words, each.name()])),
];

const every = await everyCommand();

/** Commands that run until they are stopped, or whose output another program defines. */
const without_json = ['mcp', 'completion'];

const isAction = ({ command }: Found): boolean => command.commands.length === 0 || command.options.some(({ long }) => long === '--json');

/** The words of an example, as a shell would split them, without what belongs to the shell. */
function wordsOf(example: string): string[] {
  const [, line = ''] = /\bflorin (.*)/.exec(example.replace(/"\$\(.*\)"/, '1').replace(/ >( \S+)$| +#.*$|\) +#.*$|\)$/, '')) ?? [];
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
}

test('the help of every command ends with examples of it, which it accepts', async () => {
  const refused: unknown[] = [];
  for (const { words, operations } of every) {
    const { code, said } = await parsed([...words, '--help'], operations);
    expect([words, code]).toEqual([words, exit_codes.success]);
    const [, ending = ''] = said.split('\nExamples:\n');
    const examples = ending.split('\n\n')[0]?.split('\n').filter(Boolean) ?? [];
    expect(examples.join('\n'), words.join(' ')).toMatch(new RegExp(`\\bflorin ${words.join(' ')}`));
    for (const example of examples) {
      const answer = await parsed(wordsOf(example), operations);
      if (!answer.is_accepted) refused.push([example, answer.error]);
    }
  }
  expect(refused).toEqual([]);
});

test('every command with a result has --json, and says what it prints', () => {
  const silent = every
    .filter(isAction)
    .filter(({ command }) => !command.options.some(({ long, description }) => long === '--json' && description));
  expect(silent.map(({ words }) => words.join(' '))).toEqual(without_json);
});

test('a misspelled option of any command is an error of usage, which names the right one, with --json as JSON', async () => {
  for (const { words, command, operations } of every.filter(isAction).filter(({ words: [name = ''] }) => !without_json.includes(name))) {
    const needed = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'x']);
    const { code, said, error } = await parsed([...words, ...needed, '--jsonn'], operations);
    expect([words, code, said, error]).toEqual([words, exit_codes.usage, '', expect.stringContaining('Did you mean --json?')]);
    const as_json = await parsed([...words, ...needed, '--json', '--no-such-option'], operations);
    expect([words, as_json.code, as_json.said]).toEqual([words, exit_codes.usage, '']);
    expect(JSON.parse(as_json.error).error.message).toContain("unknown option '--no-such-option'");
  }
});
