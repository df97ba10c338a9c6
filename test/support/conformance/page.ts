import { type Aspect, aspects, type Count, type Gap, type Group } from './compare.js';
import { known_differences } from './known-differences.js';
import { groups_left_out, names_left_out, reasons, single_left_out, values_left_out } from './reasons.js';

/** Writes the page: totals of each group, what is left out and why, and what each group lacks. */
export function writePage(groups: readonly Group[], version: string): string {
  const here = groups.filter(({ name }) => !(name in groups_left_out));
  const total = (of: readonly Group[], name: string): Group => ({ name, counts: sumOf(of), gaps: [] });
  const rows = [
    ...groups.map(rowOf),
    rowOf(total(here, '**all but the groups left out**')),
    rowOf(total(groups, '**everything declared**')),
  ];
  return `${[
    `# Conformance with the declarations of \`stripe\` ${version}`,
    introduction,
    '## Totals',
    `| group | ${aspects.join(' | ')} |\n|---|${aspects.map(() => '---|').join('')}\n${rows.join('\n')}`,
    '## Left out',
    leftOut(),
    '## Shapes that differ',
    differences(),
    '## Missing',
    ...here.filter(({ gaps }) => gaps.length).map(sectionOf),
  ].join('\n\n')}\n`;
}

const introduction = `The type declarations of Stripe's SDK for Node name every operation, parameter, member of an object, value of an enumeration
and event. \`test/conformance.test.ts\` compares them with \`openapi.json\` and with the events that Florin sends, and writes this page.
It fails when the page is not up to date, and when a share falls. \`UPDATE=1 npx vitest run --project florin test/conformance.test.ts\`
writes the page again.

\`7/9\` says that 7 of 9 are implemented and 2 missing; \`5+2/9\` that 5 are implemented, 2 left out with a reason given below, and 2 missing.
Parameters and members count at every depth. Members of an object that is nested in another one count once, with the object itself.`;

const cell = ({ declared, implemented, refused }: Count): string =>
  declared === 0 ? '' : `${implemented}${refused ? `+${refused}` : ''}/${declared}`;

const rowOf = ({ name, counts }: Group): string => `| ${name} | ${aspects.map((aspect) => cell(counts[aspect])).join(' | ')} |`;

function sumOf(groups: readonly Group[]): Group['counts'] {
  const sum = (aspect: Aspect, key: keyof Count): number => groups.reduce((all, { counts }) => all + counts[aspect][key], 0);
  return Object.fromEntries(
    aspects.map((aspect) => [
      aspect,
      { declared: sum(aspect, 'declared'), implemented: sum(aspect, 'implemented'), refused: sum(aspect, 'refused') },
    ]),
  ) as Record<Aspect, Count>;
}

function leftOut(): string {
  const rows = (table: Readonly<Record<string, keyof typeof reasons>>, form: (name: string) => string): string[] =>
    Object.entries(table).map(([name, reason]) => `| ${form(name)} | ${reasons[reason]} |`);
  return [
    '| group, name of parameters and members, a single operation, event or path, or values | reason |\n|---|---|',
    ...rows(groups_left_out, (name) => name),
    ...rows(names_left_out, (name) => `\`${name}\``),
    ...rows(single_left_out, (name) => `\`${name}\``),
    ...Object.entries(values_left_out).flatMap(([name, by_reason]) =>
      (Object.keys(by_reason) as (keyof typeof reasons)[]).map(
        (reason) => `| values of \`${name}\`: ${(by_reason[reason] ?? []).join(' ')} | ${reasons[reason]} |`,
      ),
    ),
  ].join('\n');
}

/** What answers do that the declared types do not allow. */
const differences = (): string =>
  [
    'The test compares every object of a sandbox that has objects of every kind, as the SDK gets them, with the declared types. What differs:',
    ...Object.entries(known_differences).map(([reason, found]) => `- ${reason} ${found.map((each) => `\`${each}\``).join(', ')}`),
  ].join('\n\n');

function sectionOf({ name, gaps }: Group): string {
  const parts = aspects.flatMap((aspect) => {
    const lines = linesOf(gaps.filter((gap) => gap.aspect === aspect));
    return lines.length ? [`${titles[aspect]}:\n\n${lines.join('\n')}`] : [];
  });
  return [`### ${name}`, ...parts].join('\n\n');
}

const titles: Readonly<Record<Aspect, string>> = {
  operations: 'Operations',
  parameters: 'Parameters',
  'parameter values': 'Values of parameters',
  members: 'Members',
  'member values': 'Values of members',
  events: 'Events',
};

/** A line for each set of operations or objects that lack the same. */
function linesOf(gaps: readonly Gap[]): string[] {
  const owners = new Map<string, string[]>();
  for (const gap of gaps) {
    const text = textOf(gap);
    owners.set(text, [...(owners.get(text) ?? []), gap.of.split('.').at(-1) ?? '']);
  }
  const lines = new Map<string, string[]>();
  for (const [text, of] of owners) {
    const names = [...new Set(of)].join(', ');
    lines.set(names, [...(lines.get(names) ?? []), text]);
  }
  return [...lines].map(([names, texts]) => `- ${names}: ${texts.join(', ')}`);
}

function textOf({ path, below, values, aspect }: Gap): string {
  if (aspect === 'operations') return `\`${path}\``;
  if (aspect === 'events') return `\`${path}\``;
  if (!path) return `all ${below}`;
  return `\`${path}\`${below ? ` (${below} below)` : ''}${values.length ? ` ${values.join(' ')}` : ''}`;
}

/** The implemented and declared numbers of a page, by group and aspect; and the version that it was written for. */
export function readTotals(page: string): { readonly version: string; readonly shares: ReadonlyMap<string, number> } {
  const version = /`stripe` (\S+)/.exec(page)?.[1] ?? '';
  const shares = new Map<string, number>();
  for (const [, name = '', ...cells] of page
    .split('\n')
    .flatMap((line) => (/^\| [^|]+ \|.*\/\d+ \|/.test(line) ? [line.split(/ *\| */)] : [])))
    for (const [at, aspect] of aspects.entries()) {
      const [, implemented, declared] = /^(\d+)(?:\+\d+)?\/(\d+)$/.exec(cells[at] ?? '') ?? [];
      if (declared) shares.set(`${name}: ${aspect}`, Number(implemented) / Number(declared));
    }
  return { version, shares };
}
