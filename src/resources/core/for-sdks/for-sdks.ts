import type { Dialect, Document } from '../../../kernel/base/resource.js';
import { sdk_shapes } from './shapes.js';

type Json = Readonly<Record<string, unknown>>;

/** What is done with the members of one object of a document, and with those of the objects within it. */
type Plan = { readonly unset: Set<string>; readonly complete: Map<string, unknown>; readonly below: Map<string, Plan> };

const newPlan = (): Plan => ({ unset: new Set(), complete: new Map(), below: new Map() });

/** The plan for the object that has the last member of a path. */
function planAt(plan: Plan, path: readonly string[]): Plan {
  const [first = '', ...rest] = path;
  if (!rest.length) return plan;
  const below = plan.below.get(first) ?? newPlan();
  plan.below.set(first, below);
  return planAt(below, rest);
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? '';

const plans: ReadonlyMap<string, Plan> = new Map(
  Object.entries(sdk_shapes).map(([kind, { unset = [], complete = {} }]) => {
    const plan = newPlan();
    for (const path of unset) planAt(plan, path.split('.')).unset.add(lastOf(path));
    for (const [path, value] of Object.entries(complete)) planAt(plan, path.split('.')).complete.set(lastOf(path), value);
    return [kind, plan];
  }),
);

const nothing = newPlan();

/** A value as SDKs see it; an object within another one follows the shape of its own kind. */
function shaped(value: unknown, given: Plan, whole: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => shaped(each, given, whole));
  if (typeof value !== 'object' || value === null) return value;
  const { object } = value as Json;
  const own = typeof object === 'string' ? plans.get(object) : undefined;
  const plan = own ?? given;
  const it = own ? (value as Json) : whole;
  const members = Object.entries(value).flatMap(([name, each]): [string, unknown][] =>
    each === null && plan.unset.has(name) ? [] : [[name, shaped(each, plan.below.get(name) ?? nothing, it)]],
  );
  const added = [...plan.complete].flatMap(([name, completion]) =>
    name in value ? [] : [[name, typeof completion === 'function' ? completion(value, it) : completion]],
  );
  return Object.fromEntries([...members, ...added]);
}

/** A document with the members that the types of SDKs have, and without those that they leave out. */
export const shapedForSdks = (doc: Document): Document => (doc.deleted ? doc : (shaped(doc, nothing, doc) as Document));

/** The shape of objects that are in the table, or hold others that are. */
export const forSdks: Dialect = { differs: () => true, shape: shapedForSdks };

const in_intents = /"(charge|decline_code|doc_url|param|amount|card)":null/;

/** Intents seldom have a member that SDKs leave out, so their text is looked at before it is read. */
export const differsForSdks = (text: string): boolean => in_intents.test(text);
