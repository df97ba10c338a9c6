import type { AnyDecided } from '../../src/base/decision.js';
import type { Settle } from '../../src/base/legacy.js';
import type { AnyResource, Document, Due } from '../../src/base/resource.js';
import type { Action, Catalogue } from '../../src/base/rules.js';
import { stored, surroundings } from './decisions.js';
import { dressed, type Trial, trials } from './state-trials.js';

/** Anything that can change an object. */
export type Verb = Action | Settle | Due;

/** One step between two states that a decision has taken; from `start` for a new object. */
export type Step = { readonly object: string; readonly from: string; readonly to: string; readonly verb: string };

/** What a verb, tried in one way in one state, decides. */
export type Tried = {
  readonly object: string;
  readonly row: string;
  readonly status: string;
  readonly outcome: string;
  readonly steps: readonly Step[];
};

/** The verbs of a catalogue that can change a resource with states, once each. */
export const verbsOf = (catalogue: Catalogue): Verb[] =>
  catalogue
    .filter((entry) => entry.kind === 'action' || entry.kind === 'answer' || entry.kind === 'due')
    .filter(({ resource }) => resource.states);

/** The resources with states that a catalogue speaks of. */
export const statefulOf = (catalogue: Catalogue): AnyResource[] => [
  ...new Set(catalogue.flatMap((entry) => ('resource' in entry && entry.resource.states ? [entry.resource] : []))),
];

/** What a verb is called: its route, or whose answer or timer it is. */
export const nameOf = (verb: Verb): string =>
  verb.kind === 'action' ? (verb.routes[0] ?? '') : `${verb.resource.object} ${verb.kind === 'answer' ? 'answer' : verb.name}`;

/** The states of a resource. */
export const statesOf = ({ states }: AnyResource): string[] => Object.keys(states ?? {});

/** What an edge tells: the name of its event, null for a silent one, undefined where there is no edge. */
export function edge({ start, states }: AnyResource, from: string, to: string): string | null | undefined {
  const edges = from === 'start' ? start : states?.[from];
  return (edges as Readonly<Record<string, string | null>> | null)?.[to];
}

/** Tries a verb in every way there is, in every state it can meet. */
export function tryOut(verb: Verb): Tried[] {
  const makes = verb.kind === 'action' && !verb.routes[0]?.includes('/:id');
  const statuses = makes ? ['start'] : statesOf(verb.resource);
  const ways = Object.entries(trials[nameOf(verb)] ?? {});
  return ways.flatMap(([way, trial]) => statuses.map((status) => tryOnce(verb, status, way, trial)));
}

function tryOnce(verb: Verb, status: string, way: string, trial: Trial): Tried {
  const { it: own, params = {}, refs = {}, balance = 0, by_browser = false, about, ...answered } = trial;
  const { resource, needs } = verb;
  const besides = status === 'start' ? { it: {} } : (dressed[resource.object]?.(status) ?? { it: {} });
  const it = stored(resource, { ...besides.it, ...own, status: status === 'start' ? '' : status } as never) as Document;
  const nobody = Object.fromEntries(Object.keys(needs).map((name) => [name, null]));
  const present = { ...nobody, ...besides.refs, ...refs } as Readonly<Record<string, Document | null>>;
  const context = { ...surroundings({ balance, by_browser }), it, params, about: about ?? null, asked: {}, ...answered, refs: present };
  const decision: AnyDecided = verb.decide(context);
  const name = nameOf(verb);
  const steps = stepsOf(decision, it, status, present).map((step) => ({ ...step, verb: name }));
  return { object: resource.object, row: way ? `\`${name}\` ${way}` : `\`${name}\``, status, outcome: outcomeOf(decision), steps };
}

const pathOf = ({ to }: AnyDecided): string[] => (to === undefined ? [] : ([to].flat() as string[]));

function outcomeOf(decision: AnyDecided): string {
  const path = pathOf(decision);
  const told = decision.refuse && `\`${decision.refuse.code}\``;
  if (told && path.length === 0) return `refused: ${told}`;
  if (decision.remove) return 'removed';
  if (path.length === 0) return 'stays';
  return `→ ${path.join(' → ')}${told ? `, told ${told}` : ''}`;
}

/** Every step of a decision: of its own object, of those it makes and of those it changes besides. */
function stepsOf(
  decision: AnyDecided,
  it: Document,
  status: string,
  refs: Readonly<Record<string, Document | null>>,
): Omit<Step, 'verb'>[] {
  const path = pathOf(decision);
  const own = path.map((to, place) => ({ object: it.object, from: path[place - 1] ?? status, to }));
  const made = (decision.make ?? []).flatMap(({ resource, to }) => (to ? [{ object: resource.object, from: 'start', to }] : []));
  const others = Object.values(refs);
  const changed = (decision.also ?? []).flatMap(({ id, to }) => {
    const other = others.find((each) => each?.id === id);
    return to && other ? [{ object: other.object, from: String(other.status), to }] : [];
  });
  return [...own, ...made, ...changed];
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

What every verb decides in every state, tried by \`test/every-transition.test.ts\` and compared with this page; write it anew with
\`UPDATE=1 npx vitest run test/every-transition.test.ts\`. A verb may take several steps at once; each step is an edge and leaves its event.`;

/** The page of all state tables. */
export function statePage(resources: readonly AnyResource[], tried: readonly Tried[]): string {
  const steps = tried.flatMap((each) => each.steps);
  const sections = resources.map((resource) => {
    const verbs = tried.some(({ object }) => object === resource.object) ? `\n\n${verbsTable(resource, tried)}` : '';
    return `## ${resource.object}\n\n${edgesTable(resource, steps)}${verbs}`;
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}
