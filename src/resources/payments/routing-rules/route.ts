import type { Asked } from '../../../kernel/base/effects.js';
import { requireApart, requireProcessors } from '../../core/routing/processors.js';
import type { RouteRule } from '../../core/routing/rule-fields.js';
import { requireWhole } from '../radar/conditions.js';
import type { RoutingRule } from './rule.js';

/** How many values the rules of an account can compare: each payment is compared with all of them. */
const values_max = 1000;

/** The order in which rules are compared: by priority, and of equal ones the oldest first. */
export const inOrder = (one: RouteRule, other: RouteRule): number => one.priority - other.priority || (one.id < other.id ? -1 : 1);

/** The rule as payments need it: without names. */
export const compiled = ({ id, conditions, enabled, percentages, priority, processors }: RoutingRule) => ({
  id,
  conditions,
  enabled,
  percentages,
  priority,
  processors,
});

/** The members of a rule that are checked. */
type Said = Pick<RouteRule, 'conditions' | 'percentages' | 'processors'>;

/** Refuses a rule that names no processor of the account, or whose shares do not fit its processors. */
export function requireRoute({ conditions, percentages, processors }: Said, asked: Pick<Asked, 'account' | 'processors' | 'refuse'>): void {
  requireWhole(conditions, asked);
  if (processors.length === 0)
    asked.refuse({ code: 'parameter_invalid_empty', param: 'processors', message: 'Send at least one processor.' });
  requireProcessors(processors, 'processors', asked.account, asked);
  requireApart(processors, 'processors', asked);
  if (percentages === null) return;
  const sum = percentages.reduce((total, each) => total + each, 0);
  if (percentages.length === processors.length && sum === 100) return;
  const found = `There are ${processors.length} processors and ${percentages.length} percentages with a sum of ${sum}.`;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'percentages',
    message: `Send one percentage for each of the processors, with a sum of 100. ${found}`,
  });
}

/** Refuses a rule with which those of an account would compare too many values. A condition without values counts as one. */
export function requireBounded(rules: readonly Pick<RouteRule, 'conditions'>[], { refuse }: Pick<Asked, 'refuse'>): void {
  const compared = rules.flatMap(({ conditions }) => conditions).reduce((sum, { values }) => sum + (values?.length ?? 1), 0);
  if (compared <= values_max) return;
  const found = `With this rule they compare ${compared}.`;
  const message = `The routing rules of an account compare at most ${values_max} values. ${found} Send fewer, or delete another rule.`;
  refuse({ code: 'parameter_invalid', param: 'conditions', message });
}
