import type { Command } from 'commander';

/** The end of a command's help. */
type Ending = {
  /** Lines that can be typed as they are. */
  readonly examples: readonly [string, ...string[]];
  /** What the help says after the examples. */
  readonly notes?: string;
};

/** A command that does something. */
export type Doing = Ending & {
  /** What `--json` prints, for the help; null for a command that has no result. */
  readonly json: string | null;
  /** Adds the arguments, options and action. */
  readonly add: (command: Command) => unknown;
};

/** A command whose next word names what it does: `create` or `resend <events...>`, with arguments. */
export type Group = Ending & { readonly commands: Readonly<Record<string, Doing & { readonly about: string }>> };

/** The description of a command. Its type requires examples and `--json`, so that every command has them. */
export type Described = Doing | Group | (Doing & Group);

/** Adds what a description has to a command. */
export function describe(command: Command, described: Described): void {
  if ('add' in described) addAction(command, described);
  for (const [name, { about, ...each }] of 'commands' in described ? Object.entries(described.commands) : [])
    describe(command.command(name).description(about), each);
  addEnding(command, described);
}

function addAction(command: Command, { json, add }: Doing): void {
  add(command);
  if (json !== null) command.option('--json', json);
}

/** Adds the examples to the help of a command. */
export const addEnding = (command: Command, { examples, notes }: Ending): Command =>
  command.addHelpText('after', ['\nExamples:', ...examples.map((each) => `  ${each}`), ...(notes ? ['', notes] : [])].join('\n'));

/** The usual words of `--json`. */
export const one_line = 'print the result as a line of JSON';
