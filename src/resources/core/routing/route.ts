import { fractionOf } from '../../../kernel/base/ids.js';
import { type Facts, holdAll } from '../radar/evaluate.js';
import type { RouteRule } from './rule-fields.js';

/** How an attempt is routed, as its charge explains it. */
export type Routed = {
  readonly disabled_processors: string[];
  readonly processors: string[];
  readonly reason: 'default' | 'rule';
  readonly rule: string | null;
};

/** The attempt to route, and what can take it. */
type Routing = {
  readonly facts: Facts;
  /** The id of the attempt: it decides which share of the volume the attempt is in. */
  readonly attempt: string;
  /** The processors that the operator gives to the account. */
  readonly offered: readonly string[];
  readonly disabled: readonly string[];
};

/** Routes an attempt by the first rule that applies and has a usable processor; by the operator's routes if there is none. */
export function routeBy(rules: readonly RouteRule[], { facts, attempt, offered, disabled }: Routing): Routed {
  const disabled_processors = [...disabled];
  const isUsable = (name: string): boolean => offered.includes(name) && !disabled.includes(name);
  for (const rule of rules) {
    if (!rule.enabled || !holdAll(rule.conditions, facts)) continue;
    const processors = inTurn(rule, fractionOf(attempt), isUsable);
    if (processors.length > 0) return { disabled_processors, processors, reason: 'rule', rule: rule.id };
  }
  return { disabled_processors, processors: [], reason: 'default', rule: null };
}

type Share = { readonly name: string; readonly share: number };

/** The usable processors of a rule: first the one whose share of the volume the attempt is in, then the others in their order. */
function inTurn({ processors, percentages }: RouteRule, fraction: number, isUsable: (name: string) => boolean): string[] {
  const usable = processors.flatMap((name, place) => (isUsable(name) ? [{ name, share: percentages?.[place] ?? 0 }] : []));
  const names = usable.map(({ name }) => name);
  const first = percentages && sharing(usable, fraction);
  return first ? [first, ...names.filter((name) => name !== first)] : names;
}

/** The processor in whose share a fraction of the whole is; null without any. */
function sharing(shares: readonly Share[], fraction: number): string | null {
  let rest = fraction * shares.reduce((sum, { share }) => sum + share, 0);
  for (const { name, share } of shares) {
    if (rest < share) return name;
    rest -= share;
  }
  return null;
}
