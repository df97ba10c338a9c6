import type { AnyResource } from '../../src/kernel/base/resource.js';
import type { Catalogue } from '../../src/kernel/base/rules.js';
import { type Step, statesOf, type Tried } from './try-out.js';

/** The resources with states in a catalogue. */
export const statefulOf = (catalogue: Catalogue): AnyResource[] => [
  ...new Set(catalogue.flatMap((entry) => ('resource' in entry && entry.resource.states ? [entry.resource] : []))),
];

/** The event of an edge: its name, null for a silent one, undefined where there is no edge. */
export function edge({ start, states }: AnyResource, from: string, to: string): string | null | undefined {
  const edges = from === 'start' ? start : states?.[from];
  return (edges as Readonly<Record<string, string | null>> | null)?.[to];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

function edgesTable(resource: AnyResource, steps: readonly Step[]): string {
  const rows = ['start', ...statesOf(resource)].flatMap((from) =>
    statesOf(resource).flatMap((to) => {
      const event = edge(resource, from, to);
      const taken = steps.filter((step) => step.object === resource.object && step.from === from && step.to === to);
      const by = [...new Set(taken.map(({ verb }) => `\`${verb}\``))].join(', ');
      return event === undefined ? [] : [[from, to, event ? `\`${event}\`` : '', by || 'no verb yet']];
    }),
  );
  return table(['from', 'to', 'event', 'by'], rows);
}

function verbsTable(resource: AnyResource, tried: readonly Tried[]): string {
  const own = tried.filter(({ object }) => object === resource.object);
  const rows = [...new Set(own.map(({ row }) => row))];
  const columns = ['start', ...statesOf(resource)].filter((status) => own.some((each) => each.status === status));
  const cell = (row: string, status: string): string => own.find((each) => each.row === row && each.status === status)?.outcome ?? '';
  return table(
    ['verb', ...columns],
    rows.map((row) => [row, ...columns.map((status) => cell(row, status))]),
  );
}

const introduction = `# State tables

The decision of every verb in every state, tested by \`test/every-transition.test.ts\` and compared with this page; rewrite it with
\`UPDATE=1 npx vitest run test/every-transition.test.ts\`. A verb may take several steps at once; each step is an edge and has its event.`;

/** The page of all state tables. */
export function statePage(resources: readonly AnyResource[], tried: readonly Tried[]): string {
  const steps = tried.flatMap((each) => each.steps);
  const sections = resources.map((resource) => {
    const verbs = tried.some(({ object }) => object === resource.object) ? `\n\n${verbsTable(resource, tried)}` : '';
    return `## ${resource.object}\n\n${edgesTable(resource, steps)}${verbs}`;
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}
