import { type Effects, remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { predicateOf } from '../../core/radar/evaluate.js';
import { conditions } from '../../core/routing/rule-fields.js';
import { preview } from './preview.js';
import { compiled, inOrder, requireBounded, requireRoute } from './route.js';
import { type RoutingRule, routingRule } from './rule.js';

const { fields } = routingRule;

/** How many rules an account can have: each payment reads them. */
const rules_max = 100;

type Owner = It<typeof account> | null;

/** The rules of the account without this one. */
const othersOf = (owner: Owner, id: string) => (owner?.routing_rules ?? []).filter((each) => each.id !== id);

/** The other rules of the account and this one, in the order in which they are compared. */
const kept = (owner: Owner, id: string, changed: RoutingRule | null): Effects =>
  owner && set(owner, { routing_rules: [...othersOf(owner, id), ...(changed ? [compiled(changed)] : [])].sort(inOrder) }, null);

const takes = {
  conditions,
  enabled: about('Whether the rule applies; true by default.', fields.enabled),
  ...pick(fields, 'metadata', 'name', 'percentages', 'priority', 'processors'),
};

const reads = { owner: own(account) } as const;

/** Creates a rule: the next payment is routed by it. */
export const create = creation(routingRule, {
  takes: { ...takes, processors: required(takes.processors) },
  reads,
  decide: ({ it, input, owner }, asked) => {
    if ((owner?.routing_rules?.length ?? 0) >= rules_max) return asked.refuse(too_many);
    const made = set(it, { ...input, predicate: predicateOf(input.conditions ?? []) });
    requireRoute(made, asked);
    requireBounded([...othersOf(owner, it.id), made], asked);
    return [made, kept(owner, it.id, made)];
  },
});

const too_many = {
  code: 'parameter_invalid',
  param: 'processors',
  message: `An account has at most ${rules_max} routing rules. Delete one first.`,
} as const;

/** Changes a rule; attempts that were routed stay with their processor. */
export const update = rule(routingRule, 'update', {
  takes,
  reads,
  decide: ({ it, input, owner }, asked) => {
    const changed = set(it, { ...input, ...(input.conditions && { predicate: predicateOf(input.conditions) }) });
    if (input.conditions || input.processors || input.percentages) requireRoute(changed, asked);
    if (input.conditions) requireBounded([...othersOf(owner, it.id), changed], asked);
    return [changed, kept(owner, it.id, changed)];
  },
});

/** Deletes a rule. */
export const erase = rule(routingRule, 'delete', {
  reads,
  decide: ({ it, owner }) => [remove(it), kept(owner, it.id, null)],
});

/** The routing rules of the account, an extension of Florin. */
export const routingRules = [
  action('POST /v1/routing_rules', create, {
    about:
      'Creates a rule that chooses the processors of payments: in an order for failover, or by shares of the volume. An extension of Florin. Where no rule applies, the routes of the operator decide.',
  }),
  action('POST /v1/routing_rules/:id', update, {
    about: 'Changes a routing rule, or switches it off. Attempts that were routed before stay with their processor.',
  }),
  action('DELETE /v1/routing_rules/:id', erase, { about: 'Deletes a routing rule.' }),
  preview,
  retrieve(routingRule, 'GET /v1/routing_rules/:id', { about: 'Retrieves a routing rule.' }),
  list(
    routingRule,
    'GET /v1/routing_rules',
    {},
    { about: 'Lists routing rules, newest first. They are compared in ascending order of `priority`, and of equal ones the oldest first.' },
  ),
] as const;
