import { about, initially, internal, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick, plainObject, sparse } from '../../../kernel/base/members.js';
import type { AttributeName } from '../radar/attributes.js';
import { type CompiledCondition, condition_members, type operators, withExample } from '../radar/rule-fields.js';

/** The attributes that are known before a processor is chosen. */
const routed_by = [
  'amount',
  'billing_country',
  'card_bin',
  'card_brand',
  'card_country',
  'card_funding',
  'currency',
  'customer',
  'metadata',
  'payment_method_type',
] as const satisfies readonly AttributeName[];

const compared = ['is', 'is_not', 'at_least', 'at_most', 'is_missing'] as const satisfies readonly (typeof operators)[number][];

/** The conditions of a routing rule: those of rules about fraud, without what is counted, listed or answered. */
export const conditions = about(
  'What must hold of a payment so that the rule applies: all of these conditions. Without conditions it applies to every payment. The rules of an account compare at most 1,000 values.',
  listOf(
    sparse({
      attribute: about(
        'The attribute of the payment that is compared, such as `amount`, `currency` or `card_country`; `card_bin` is the first six digits of the card.',
        withExample('currency', required(oneOf(...routed_by))),
      ),
      operator: about(
        'How it is compared: with texts (`is`, `is_not`) or with a number (`at_least`, `at_most`); `is_missing` holds if the value is not known. No other comparison holds for a value that is not known.',
        withExample('is', required(oneOf(...compared))),
      ),
      ...pick(condition_members, 'values', 'number', 'metadata_key'),
    }),
    10,
  ),
);

/** A list of processors by name. */
export const processor_names = withExample('sandbox', listOf(textOf(40), 20));

/** How much of the volume each processor gets. */
export const percentages = listOf(integer({ minimum: 1, maximum: 100 }), 20);

/** The order in which rules are compared. */
export const priority = initially(100, integer({ minimum: 0, maximum: 10_000 }));

/** The rules of an account, copied to the account, so that a payment reads them with it; in the order in which they are compared. */
export const routing_rules = internal(
  listOf(
    plainObject({
      id: text,
      conditions,
      enabled: initially(true, flag),
      percentages: nullable(percentages),
      priority,
      processors: processor_names,
    }),
  ),
);

/** A rule as a payment sees it. */
export type RouteRule = {
  readonly id: string;
  readonly conditions: readonly CompiledCondition[];
  readonly enabled: boolean;
  readonly percentages: readonly number[] | null;
  readonly priority: number;
  readonly processors: readonly string[];
};

const members = {
  disabled_processors: about('The processors that the account had switched off.', listOf(text)),
  processors: about(
    'The processors of the rule in the order in which they are asked; `processor.name` is the one that answered. Empty where no rule applied and the routes of the operator decided.',
    listOf(text),
  ),
  reason: about('Why: `rule` if one of your routing rules decided, `default` if the routes of the operator did.', oneOf('default', 'rule')),
  rule: about('The id of the routing rule that decided; null if none did.', nullable(expandsTo('routing_rule', text))),
} as const;

/** How a charge was routed. */
export const routing = about(
  'How the processor was chosen; present if the account had routing rules or had switched off a processor.',
  sometimes(object(members)),
);

/** The same of the attempt under way of a payment. */
export const routing_under_way = internal(nullable(plainObject(members)));
