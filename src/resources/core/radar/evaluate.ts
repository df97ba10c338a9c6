import type { UsageAsked, Used } from '../../../kernel/base/reads.js';
import { type AttributeName, attributeOf, type CountKey, spans } from './attributes.js';
import { memberOf } from './item-types.js';
import { type Candidate, type CompiledCondition, type CompiledRule, type RuleAction, rule_actions } from './rule-fields.js';

/** The facts of a payment: values by attribute, and the keys that its charges are counted by. Absent values are unknown. */
export type Facts = {
  readonly [A in Exclude<AttributeName, 'charge_amount' | 'charge_count' | 'metadata'>]?: string | number | null;
} & {
  readonly metadata: Readonly<Record<string, string>>;
  readonly counted: Readonly<Partial<Record<CountKey, string>>>;
};

/** The keyed hash of an IP address, which is the form that rules compare. */
type Hash = (address: string) => string;

/** What counts the charges of a card, customer, email or address; `currency` for their amounts. */
export const countOf = (of: string, currency?: string): string => (currency === undefined ? `charges ${of}` : `amounts ${of} ${currency}`);

function knownOf({ attribute, metadata_key = '' }: CompiledCondition, facts: Facts): string | number | null {
  if (attribute === 'metadata') return (Object.hasOwn(facts.metadata, metadata_key) && facts.metadata[metadata_key]) || null;
  if (attribute === 'charge_count' || attribute === 'charge_amount') return null;
  return facts[attribute] ?? null;
}

const sameOf = ({ attribute, list_type }: CompiledCondition, value: string): string =>
  list_type === 'string' ? value.toLowerCase() : (attributeOf(attribute).same?.(value) ?? value);

/** The usage that conditions ask for: the members of value lists, and the charges of a time. */
export function usageOf(rules: readonly CompiledRule[], facts: Facts, now: number): UsageAsked[] {
  const asked = enabledOf(rules).flatMap(({ conditions }) => conditions.flatMap((each) => askedBy(each, facts, now) ?? []));
  return [...new Map(asked.map((each) => [each.key, each])).values()];
}

const forever = 253_402_300_800;

function askedBy(condition: CompiledCondition, facts: Facts, now: number): UsageAsked | null {
  const { attribute, value_list, per, within } = condition;
  if (value_list !== undefined) {
    const value = knownOf(condition, facts);
    if (value === null) return null;
    const of = memberOf(value_list, sameOf(condition, String(value)));
    return { key: of, of, formula: 'count', start: 0, end: forever };
  }
  const counted = per && facts.counted[per];
  if (!attributeOf(attribute).counted || !counted || !within) return null;
  const amounts = attribute === 'charge_amount';
  const of = countOf(`${per} ${counted}`, amounts ? String(facts.currency) : undefined);
  return { key: `${of} ${within}`, of, formula: amounts ? 'sum' : 'count', start: now - spans[within] + 1, end: now + 1 };
}

/** What conditions are compared with: facts, counts, and the time. */
type Known = { readonly facts: Facts; readonly used: Used; readonly now: number; readonly hashed: Hash; readonly answered: boolean };

/** Whether a condition holds; null while the processor has not answered what it is about. */
function holds(condition: CompiledCondition, { facts, used, now, hashed, answered }: Known): boolean | null {
  const { attribute, operator, values = [], number = 0 } = condition;
  const { counted, answered: needs_answer } = attributeOf(attribute);
  if (needs_answer && !answered) return null;
  const asked = condition.value_list !== undefined || counted ? askedBy(condition, facts, now) : null;
  const value = counted ? asked && Number(used.get(asked.key)) : knownOf(condition, facts);
  if (operator === 'is_missing') return value === null;
  if (value === null) return false;
  switch (operator) {
    case 'at_least':
      return Number(value) >= number;
    case 'at_most':
      return Number(value) <= number;
    case 'in_list':
    case 'not_in_list':
      return asked !== null && Number(used.get(asked.key)) > 0 === (operator === 'in_list');
    case 'is':
    case 'is_not':
      return values.some((each) => isSame(condition, each, String(value), hashed)) === (operator === 'is');
  }
}

const isSame = (condition: CompiledCondition, given: string, value: string, hashed: Hash): boolean =>
  condition.attribute === 'ip_address' ? hashed(given.toLowerCase()) === value : sameOf(condition, given) === sameOf(condition, value);

const enabledOf = (rules: readonly CompiledRule[]): readonly CompiledRule[] => rules.filter(({ enabled }) => enabled);

/** What the charges of a payment are counted by, so that the rules can count them from now on. */
export const countedBy = (rules: readonly CompiledRule[], { counted }: Facts): string[] => {
  const per = new Set(enabledOf(rules).flatMap(({ conditions }) => conditions.flatMap((each) => each.per ?? [])));
  return [...per].flatMap((each) => (counted[each] ? [`${each} ${counted[each]}`] : []));
};

/** What the rules say before the processor is asked: a rule without conditions has decided; the others may still do so, in this order. */
export type Screened = { readonly three_d_secure: string | null; readonly candidates: readonly Candidate[] };

/** The rules that apply to a payment, or may apply once its processor has answered: allow before block before review. */
export function screened(rules: readonly CompiledRule[], known: Omit<Known, 'answered'>): Screened {
  const open = enabledOf(rules).flatMap((rule) => restOf(rule, { ...known, answered: false }) ?? []);
  const of = (action: RuleAction): Candidate[] => open.filter((each) => each.action === action);
  const asking = of('request_three_d_secure').find(({ conditions }) => conditions.length === 0);
  const candidates: Candidate[] = [];
  for (const action of rule_actions.slice(1)) {
    const certain = of(action).find(({ conditions }) => conditions.length === 0);
    candidates.push(...(certain ? [certain] : of(action)));
    if (certain) break;
  }
  return { three_d_secure: asking?.id ?? null, candidates };
}

/** The rule with its undecided conditions; null if one of its conditions does not hold. */
function restOf({ id, action, conditions }: CompiledRule, known: Known): Candidate | null {
  const results = conditions.map((each) => [each, holds(each, known)] as const);
  if (results.some(([, result]) => result === false)) return null;
  return { id, action, conditions: results.filter(([, result]) => result === null).map(([each]) => each) };
}

/** The answer of a processor, as far as rules compare it. */
export type AnswerFacts = Pick<Facts, 'address_line1_check' | 'address_postal_code_check' | 'cvc_check' | 'risk_level' | 'risk_score'>;

const uncounted: Used = { get: () => '0' };

/** The first rule that applies, now that the processor has answered; null if none does. */
export function decidedBy(candidates: readonly Candidate[], answer: AnswerFacts): Candidate | null {
  const known: Known = { facts: { ...answer, metadata: {}, counted: {} }, used: uncounted, now: 0, hashed: String, answered: true };
  return candidates.find(({ conditions }) => conditions.every((each) => holds(each, known))) ?? null;
}

/** Whether all conditions hold of facts, none of which are counts, value lists or the answer of a processor. */
export const holdAll = (conditions: readonly CompiledCondition[], facts: Facts): boolean =>
  conditions.every((each) => holds(each, { facts, used: uncounted, now: 0, hashed: String, answered: false }));

/** A condition in words. */
const inWords = ({ attribute, operator, values, number, value_list, metadata_key, per, within }: CompiledCondition): string => {
  const what = [attribute, metadata_key && `[${metadata_key}]`, per && ` per ${per} and ${within}`].filter(Boolean).join('');
  return [what, operator, values?.join(' or '), number, value_list].filter((each) => each !== undefined).join(' ');
};

/** All conditions of a rule in words, for people. */
export const predicateOf = (conditions: readonly CompiledCondition[]): string => conditions.map(inWords).join(' and ');
