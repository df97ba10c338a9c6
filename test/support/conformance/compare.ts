import type { Place, Places, Sdk } from './declared.js';
import { type Florin, placeAt } from './described.js';
import { groups_left_out, names_left_out, single_left_out, values_left_out } from './reasons.js';

/** What is counted, in the order of the page. */
export const aspects = ['operations', 'parameters', 'parameter values', 'members', 'member values', 'events'] as const;

/** One of them. */
export type Aspect = (typeof aspects)[number];

/** How many are declared, and how many of them are implemented or left out with a reason; the remainder is missing. */
export type Count = { declared: number; implemented: number; refused: number };

/** Something declared that Florin lacks. */
export type Gap = {
  readonly aspect: Aspect;
  /** The method, such as `refunds.create`, or the object. */
  readonly of: string;
  /** The path, or the name of an event. */
  readonly path: string;
  /** The number of declared paths below. */
  readonly below: number;
  readonly values: readonly string[];
};

/** One group of the API. */
export type Group = { readonly name: string; readonly counts: Readonly<Record<Aspect, Count>>; readonly gaps: readonly Gap[] };

type Open = { readonly name: string; readonly counts: Record<Aspect, Count>; readonly gaps: Gap[] };

/** Compares what the SDK declares with what Florin describes and sends. */
export function compare(sdk: Sdk, florin: Florin, sent: ReadonlySet<string>): readonly Group[] {
  const groups = new Map<string, Open>();
  const groupNamed = (name: string): Open => {
    const group = groups.get(name) ?? { name, counts: newCounts(), gaps: [] };
    groups.set(name, group);
    return group;
  };
  for (const { route, method, group, parameters } of sdk.operations) {
    const described = florin.operations.get(route);
    one(groupNamed(group), 'operations', method, route, described !== undefined);
    places(groupNamed(group), ['parameters', 'parameter values'], method, parameters, described);
  }
  for (const { object, group, members } of sdk.kinds)
    places(groupNamed(group), ['members', 'member values'], object, members, florin.objects.get(object));
  for (const { type, group } of sdk.events) one(groupNamed(group), 'events', type, type, sent.has(type));
  return [...groups.values()].sort((first, other) => (first.name < other.name ? -1 : 1));
}

const newCounts = (): Record<Aspect, Count> =>
  Object.fromEntries(aspects.map((aspect) => [aspect, { declared: 0, implemented: 0, refused: 0 }])) as Record<Aspect, Count>;

function count(group: Open, aspect: Aspect, at: At, implemented: boolean, number = 1): void {
  const counted = group.counts[aspect];
  counted.declared += number;
  if (implemented) counted.implemented += number;
  else if (isLeftOut(group.name, at)) counted.refused += number;
}

/** The method, object, route or type of event, and a path in it. */
type At = { readonly of: string; readonly path: string };

/** Whether a group, or a path or one of those that it is below, is left out with a reason. */
const isLeftOut = (group: string, { of, path }: At): boolean =>
  group in groups_left_out ||
  path.split(/[.[\]]+/).some((name) => name in names_left_out) ||
  Object.keys(single_left_out).some((single) => isWithin(path ? `${of}.${path}` : of, single));

/** Whether a path is another one, or is below it. */
export const isWithin = (path: string, above: string): boolean =>
  path.startsWith(above) && (path.length === above.length || /[.[]/.test(path.charAt(above.length)));

/** Whether a value is left out with a reason, wherever a parameter or member of that name stands. */
const isValueLeftOut = (path: string, value: string): boolean => {
  const name = path.split(/[.[\]]+/).findLast(Boolean) ?? '';
  return Object.values(values_left_out[name] ?? {}).some((values) => values.includes(value));
};

function one(group: Open, aspect: Aspect, of: string, path: string, implemented: boolean): void {
  const at = { of: path, path: '' };
  count(group, aspect, at, implemented);
  if (!implemented && !isLeftOut(group.name, at)) group.gaps.push({ aspect, of, path, below: 0, values: [] });
}

/** Counts paths and their values. Of missing paths the topmost is listed, and none where the operation itself is missing. */
function places(
  group: Open,
  [of_paths, of_values]: readonly [Aspect, Aspect],
  of: string,
  declared: Places,
  described: Places | undefined,
) {
  const missing = new Map<string, { below: number }>();
  for (const [path, place] of declared) {
    const found = described && placeAt(described, path);
    const at = { of, path };
    count(group, of_paths, at, found !== undefined);
    const lacking = place.values.filter((value) => !allows(found, value));
    const refused = lacking.filter((value) => isValueLeftOut(path, value));
    const gaps = lacking.filter((value) => !refused.includes(value));
    count(group, of_values, at, true, place.values.length - lacking.length);
    count(group, of_values, at, false, gaps.length);
    group.counts[of_values].declared += refused.length;
    group.counts[of_values].refused += refused.length;
    if (!described || isLeftOut(group.name, at)) continue;
    const above = aboveOf(path, missing);
    if (above) above.below += 1;
    else if (!found) missing.set(path, { below: 0 });
    else if (gaps.length) group.gaps.push({ aspect: of_values, of, path, below: 0, values: gaps });
  }
  for (const [path, { below }] of missing) group.gaps.push({ aspect: of_paths, of, path, below, values: [] });
  if (!described && of_paths === 'members' && !isLeftOut(group.name, { of, path: '' }))
    group.gaps.push({ aspect: of_paths, of, path: '', below: declared.size, values: [] });
}

/** A described string without values of its own takes any. */
const allows = (place: Place | undefined, value: string): boolean =>
  place !== undefined && (place.values.length === 0 || place.values.includes(value));

/** The noted path that a path is below. */
function aboveOf<Noted>(path: string, noted: ReadonlyMap<string, Noted>): Noted | undefined {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index);
  return ends.map((end) => noted.get(path.slice(0, end))).find((each) => each !== undefined);
}
