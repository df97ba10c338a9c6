import { type Effects, remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { predicateOf } from '../../core/radar/evaluate.js';
import { type CompiledRule, conditions, rule_actions } from '../../core/radar/rule-fields.js';
import { type Lists, requireConditions } from './conditions.js';
import { type RadarRule, radarRule } from './rule.js';
import { valueList } from './value-list.js';

const { fields } = radarRule;

/** How many rules an account can have: each payment reads them. */
const rules_max = 100;

/** The rule as payments need it. */
const compiled = ({ id, action, enabled, conditions }: RadarRule, lists: Lists): CompiledRule => ({
  id,
  action,
  enabled,
  conditions: conditions.map((each) => {
    const list_type = each.value_list === undefined ? undefined : lists.get(each.value_list)?.item_type;
    return { ...each, ...(list_type && { list_type }) };
  }),
});

type Owner = It<typeof account> | null;

/** The rules of the account with this one changed, or without it. In order of their creation. */
function kept(owner: Owner, id: string, rule: CompiledRule | null): Effects {
  if (!owner) return null;
  const rules: readonly CompiledRule[] = owner.radar_rules ?? [];
  const changed = rules.map((each) => (each.id === id ? rule : each));
  const all = rule && !rules.some((each) => each.id === id) ? [...changed, rule] : changed;
  return set(owner, { radar_rules: all.flatMap((each) => (each ? [{ ...each, conditions: [...each.conditions] }] : [])) }, null);
}

const takes = {
  action: about(
    'What the rule does with a payment that meets its conditions: `request_three_d_secure`, `allow`, `block` or `review`.',
    fields.action,
  ),
  conditions,
  enabled: about('Whether the rule applies; true by default.', fields.enabled),
  ...pick(fields, 'metadata', 'name'),
};

const reads = { owner: own(account), lists: one(valueList, 'conditions.value_list') } as const;

const of_params = {
  ...takes,
  action: required({ ...takes.action, schema: { ...takes.action.schema, examples: ['block'] } }),
  conditions: required(conditions),
};

/** Creates a rule: the next payment is compared with it. */
export const create = creation(radarRule, {
  takes: of_params,
  reads,
  decide: ({ it, input, owner, lists }, asked) => {
    requireConditions(input, lists, asked);
    if ((owner?.radar_rules?.length ?? 0) >= rules_max)
      return asked.refuse({
        code: 'parameter_invalid',
        param: 'action',
        message: `An account has at most ${rules_max} rules. Delete one first.`,
      });
    const made = set(it, { ...input, predicate: predicateOf(input.conditions) });
    return [made, kept(owner, it.id, compiled(made, lists))];
  },
});

/** Changes a rule; payments that were decided keep their outcome. */
export const update = rule(radarRule, 'update', {
  takes,
  reads,
  decide: ({ it, input, owner, lists }, asked) => {
    const changed = set(it, { ...input, ...(input.conditions && { predicate: predicateOf(input.conditions) }) });
    if (input.conditions || input.action) requireConditions(changed, lists, asked);
    return [changed, kept(owner, it.id, compiled(changed, lists))];
  },
});

/** Deletes a rule. */
export const erase = rule(radarRule, 'delete', {
  reads: { owner: own(account) },
  decide: ({ it, owner }) => [remove(it), kept(owner, it.id, null)],
});

/** The rules of the account, which Stripe offers in its dashboard only. */
export const radarRules = [
  action('POST /v1/radar/rules', create, {
    about:
      'Creates a rule that decides about payments: it requests 3D Secure, allows, blocks, or opens a review. An extension of Florin: Stripe offers rules in its dashboard only.',
  }),
  action('POST /v1/radar/rules/:id', update, { about: 'Changes a rule, or switches it off. Earlier payments keep their outcome.' }),
  action('DELETE /v1/radar/rules/:id', erase, { about: 'Deletes a rule.' }),
  retrieve(radarRule, 'GET /v1/radar/rules/:id', { about: 'Retrieves a rule.' }),
  list(
    radarRule,
    'GET /v1/radar/rules',
    {},
    {
      about: `Lists rules, newest first. They decide in the order ${rule_actions.join(', ')}; of rules with the same action the oldest one that applies.`,
    },
  ),
] as const;
