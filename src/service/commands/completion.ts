import { Argument, type Command } from 'commander';
import type { Described } from './described.js';
import { pages } from './open.js';
import type { Operation } from './operations.js';

/** The command line for some words, and the operations of the API that their first one names. */
export type Tree = { readonly program: Command; readonly found: readonly Operation[]; readonly resources: readonly string[] };

const scripts = {
  bash: `_florin() {
  local IFS=$'\\n'
  COMPREPLY=($(florin completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _florin florin
`,
  zsh: `#compdef florin
_florin() {
  local -a found
  found=("\${(@f)$(florin completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _florin florin
`,
  fish: `complete -c florin -f -a '(florin completion words -- (commandline -opc)[2..] (commandline -ct | string collect --allow-empty) 2>/dev/null)'
`,
} as const;

type Shell = keyof typeof scripts;

/** `florin completion`: prints the script that completes commands in a shell; \`words\` prints the candidates for the last word. */
export const completion = (treeFor: (words: readonly string[]) => Promise<Tree>): Described => ({
  json: null,
  examples: [
    'source <(florin completion bash)                                      # in ~/.bashrc',
    'source <(florin completion zsh)                                       # in ~/.zshrc, after compinit',
    'florin completion fish > ~/.config/fish/completions/florin.fish',
  ],
  add: (command) =>
    command
      .addArgument(new Argument('<shell>', 'the shell; or words, which its script calls').choices([...Object.keys(scripts), 'words']))
      .argument('[words...]', 'the words before the cursor, the last one perhaps empty or unfinished')
      .action(async (shell: Shell | 'words', words: readonly string[]) => {
        if (shell !== 'words') return void process.stdout.write(scripts[shell]);
        const last = words.at(-1) ?? '';
        const before = words.slice(0, -1);
        const candidates = await candidatesAfter(before, last, await treeFor(before));
        process.stdout.write(
          candidates
            .filter((each) => each.startsWith(last))
            .map((each) => `${each}\n`)
            .join(''),
        );
      }),
});

async function candidatesAfter(before: readonly string[], last: string, { program, found, resources }: Tree): Promise<readonly string[]> {
  const words = before.filter((word) => !word.startsWith('-'));
  const [command, path] = reached(program, words);
  const choices = choicesOf(found, path, before.at(-1) ?? '');
  if (choices.length) return choices;
  if (last.startsWith('-')) return optionsOf(command);
  if (command === program) return words.length === 0 || words[0] === 'help' ? [...namesIn(program), 'help', ...resources] : [];
  return [...namesIn(command), ...(await argumentsOf(path))];
}

/** The command that words lead to, and its words. */
function reached(program: Command, words: readonly string[]): readonly [Command, readonly string[]] {
  let command = program;
  const path: string[] = [];
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) break;
    path.push(word);
    command = next;
  }
  return [command, path];
}

const namesIn = ({ commands }: Command): string[] => commands.map((each) => each.name());

const optionsOf = ({ options }: Command): string[] => [
  ...options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long, short }) => [long ?? '', short?.startsWith('--') ? short : ''].filter(Boolean)),
  '--help',
];

/** The published values of the parameter whose option is the word before. */
function choicesOf(found: readonly Operation[], path: readonly string[], option: string): readonly string[] {
  const operation = found.find(({ words }) => words.join(' ') === path.join(' '));
  const name = option.replace(/^--/, '').replaceAll('-', '_');
  return (option.startsWith('--') && operation?.parameters.find((each) => each.name === name)?.choices) || [];
}

/** The arguments of commands that have a list of them. */
async function argumentsOf([name = '', verb]: readonly string[]): Promise<readonly string[]> {
  if (verb !== undefined) return [];
  if (name === 'trigger') return Object.keys((await import('./triggers/triggers.js')).triggers);
  if (name === 'open') return Object.keys(pages);
  return name === 'completion' ? Object.keys(scripts) : [];
}
