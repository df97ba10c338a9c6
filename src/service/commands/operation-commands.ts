import { type Command, Option } from 'commander';
import { collected, fileAt, type Pair, pairsOf } from './data.js';
import type { Operation, Parameter } from './operations.js';
import { type OfRequest, requesting, sendAndPrint, taken_names } from './request.js';
import { misused } from './usage.js';

/** Adds the operations of a resource to its command, except those whose name the command already has. */
export function addOperations(command: Command, operations: readonly Operation[]): void {
  const before = command.commands.map((each) => each.name());
  for (const operation of operations) {
    const [, ...words] = operation.words;
    if (!before.includes(words[0] ?? '')) addOperation(words.reduce(inside, command), operation);
  }
  for (const each of command.commands) if (each.description() === '') each.description(verbsOf(each));
}

const verbsOf = ({ commands }: Command): string => commands.map((each) => each.name()).join(', ');

function inside(command: Command, word: string): Command {
  return command.commands.find((each) => each.name() === word) ?? command.command(word);
}

type Given = OfRequest & Readonly<Record<string, unknown>>;

function addOperation(command: Command, operation: Operation): void {
  const own = operation.parameters.filter(({ name }) => !taken_names.includes(name) && /^\w+$/.test(name));
  command.summary(operation.summary).description([operation.summary, operation.about].filter(Boolean).join('.\n'));
  for (const place of operation.in_path) command.argument(`<${place}>`);
  for (const parameter of own) command.addOption(optionOf(parameter));
  requesting(
    command,
    operation.parameters.map(({ name }) => name),
  )
    .addHelpText('after', () => exampleOf(operation))
    .action((...given: unknown[]) => {
      const places = given.slice(0, operation.in_path.length) as string[];
      const options = given[operation.in_path.length] as Given;
      return sendAndPrint(
        { method: operation.method, path: filled(operation.path, places) },
        own.flatMap((parameter) => pairsGiven(parameter, options[parameter.name])),
        options,
      );
    });
}

const filled = (path: string, places: readonly string[]): string => {
  const values = [...places];
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
};

const placeholders = { value: '<value>', flag: '[boolean]', list: '<value>', file: '<path>', members: '<json>' } as const;

function optionOf({ name, form, about, choices, members, required }: Parameter): Option {
  const words = choices.length && choices.length <= choices_shown_max ? `One of ${choices.join(', ')}.` : '';
  const said = [about, words, members.length ? `Members: ${members.join(', ')}.` : ''].filter(Boolean).join(' ');
  const option = new Option(`--${name} ${placeholders[form]}`, said).helpGroup(required ? 'Required parameters:' : 'Parameters:');
  return form === 'list' ? option.argParser(collected) : option;
}

const choices_shown_max = 20;

function pairsGiven({ name, form }: Parameter, value: unknown): (readonly [string, string | File])[] {
  if (value === undefined) return [];
  if (form === 'file') return [[name, fileAt(String(value))]];
  if (form === 'list') return (value as readonly string[]).map((each): Pair => [`${name}[]`, each]);
  return form === 'members' ? membersIn(name, String(value)) : [[name, String(value)]];
}

function membersIn(name: string, text: string): Pair[] {
  if (text === '') return [[name, '']];
  try {
    return pairsOf(name, JSON.parse(text));
  } catch {
    throw misused(`--${name} takes JSON. Single members can be sent as -d '${name}[member]=value'.`);
  }
}

function exampleOf({ words, in_path, parameters }: Operation): string {
  const required = parameters.filter((each) => each.required);
  const shown = required.length ? required : parameters.slice(0, 1);
  const options = shown.map(({ name, form }) =>
    form === 'members' ? `-d '${name}[...]=...'` : `--${name} ${form === 'flag' ? '' : '...'}`.trim(),
  );
  return `\nExample:\n  florin ${[...words, ...in_path.map((each) => `<${each}>`), ...options].join(' ')}\n\nMembers of objects: -d 'metadata[order]=1742'. Hyphens and underscores in names are the same.`;
}

/** Writes the hyphens in the names of an operation's parameters as underscores. */
export function withUnderscores(words: readonly string[], operations: readonly Operation[]): string[] {
  const meant = operations.filter((operation) => operation.words.every((word, place) => words[place] === word));
  const names = new Set(meant.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  return words.map((word) => {
    const [, name = '', rest = ''] = /^--([a-z\d]+(?:-[a-z\d]+)+)(=.*)?$/s.exec(word) ?? [];
    const underscored = name.replaceAll('-', '_');
    return names.has(underscored) ? `--${underscored}${rest}` : word;
  });
}
