import { type Command, Option } from 'commander';
import { collected, fileAt, type Pair, pairsOf } from './data.js';
import { addEnding, describe } from './described.js';
import type { Operation, Parameter } from './operations.js';
import { type OfRequest, requesting, response_line, sendAndPrint, taken_names } from './request.js';
import { misused } from './usage.js';

/** Adds the operations of a resource to its command, except those whose name the command already has. */
export function addOperations(command: Command, operations: readonly Operation[]): void {
  const before = command.commands.map((each) => each.name());
  for (const operation of operations) {
    const [, ...words] = operation.words;
    if (!before.includes(words[0] ?? '')) addOperation(words.reduce(inside, command), operation);
  }
  for (const each of command.commands) if (each.description() === '') each.description(verbsOf(each));
  addExamples(command, operations, before.length > 0);
}

/** Words that lead to several operations have the examples of the first ones. */
function addExamples(command: Command, operations: readonly Operation[], has_examples: boolean): void {
  const below = (words: readonly string[]): Operation[] =>
    operations.filter((each) => words.every((word, place) => each.words[place] === word));
  const visit = (group: Command, words: readonly string[]): void => {
    if (group.commands.length === 0) return;
    const [first, second] = below(words)
      .toSorted((one, other) => one.words.length - other.words.length)
      .map(({ example }) => example);
    if (first && !(has_examples && group === command)) addEnding(group, { examples: second ? [first, second] : [first] });
    for (const each of group.commands) visit(each, [...words, each.name()]);
  };
  visit(command, [command.name()]);
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
  const names = operation.parameters.map(({ name }) => name);
  describe(command, {
    json: response_line,
    examples: [operation.example],
    notes: "Members of objects: -d 'metadata[order]=1742'. Hyphens and underscores in names are the same.",
    add: () => requesting(command, names).action((...given: unknown[]) => sent(operation, own, given)),
  });
}

/** Sends the operation with what the parser found: the ids of the path, then the options. */
function sent({ method, path, in_path }: Operation, own: readonly Parameter[], given: readonly unknown[]): Promise<void> {
  const places = given.slice(0, in_path.length) as string[];
  const options = given[in_path.length] as Given;
  const pairs = own.flatMap((parameter) => pairsGiven(parameter, options[parameter.name]));
  return sendAndPrint({ method, path: filled(path, places) }, pairs, options);
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
