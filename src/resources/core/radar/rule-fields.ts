import { about, type Given, initially, internal, nullable, required, type Schema } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, plainObject, sparse } from '../../../kernel/base/members.js';
import { attribute_names, count_keys, type Span, spans } from './attributes.js';
import { item_type_names } from './item-types.js';

/** What rules do with a payment, in the order in which they decide. */
export const rule_actions = ['request_three_d_secure', 'allow', 'block', 'review'] as const;
/** One of them. */
export type RuleAction = (typeof rule_actions)[number];

/** How a condition compares. */
export const operators = ['is', 'is_not', 'at_least', 'at_most', 'in_list', 'not_in_list', 'is_missing'] as const;

const within = Object.keys(spans) as Span[];

/** A field with an example in the reference. */
export const withExample = <T extends { readonly schema: Schema }>(example: string, inner: T): T => ({
  ...inner,
  schema: { ...inner.schema, examples: [example] },
});

/** The members of a condition. */
export const condition_members = {
  attribute: about(
    'The attribute of the payment that is compared, such as `amount`, `card_country` or `charge_count`.',
    withExample('card_country', required(oneOf(...attribute_names))),
  ),
  operator: about(
    'How it is compared: with texts (`is`, `is_not`), with a number (`at_least`, `at_most`) or with a value list (`in_list`, `not_in_list`); `is_missing` holds if the value is not known. No other comparison holds for a value that is not known.',
    withExample('is', required(oneOf(...operators))),
  ),
  values: about('The texts for `is` and `is_not`; equal to one of them counts as equal.', withExample('CA', listOf(textOf(500), 50))),
  number: about(
    'The number for `at_least` and `at_most`; amounts in the smallest unit of the currency, in which the limit itself is included.',
    integer({ minimum: 0 }),
  ),
  value_list: about('The value list for `in_list` and `not_in_list`.', ref('radar.value_list')),
  metadata_key: about('The key of the metadata to compare, for the attribute `metadata`.', textOf(40)),
  per: about(
    'What `charge_count` and `charge_amount` add up the charges of: those with the same card, customer, email or IP address.',
    oneOf(...count_keys),
  ),
  within: about('Within what time before the payment `charge_count` and `charge_amount` count.', oneOf(...within)),
};

/** A condition of a rule. */
export const condition = sparse(condition_members);

/** A condition as a caller gives it. */
export type Condition = Given<typeof condition_members>;

/** The conditions of a rule, all of which must hold. */
export const conditions = about(
  'What must hold of a payment so that the rule applies: all of these conditions, at least one.',
  listOf(condition, 10),
);

/** A rule as a payment needs it: without names, and with the type of its list. */
const compiled_condition = { ...condition_members, list_type: oneOf(...item_type_names) };
const compiled = {
  id: text,
  action: oneOf(...rule_actions),
  enabled: initially(true, flag),
  conditions: listOf(sparse({ ...compiled_condition, list_type: about('Internal.', compiled_condition.list_type) })),
};

/** The rules of an account, copied to the account, so that a payment reads them with it. */
export const radar_rules = internal(listOf(plainObject(compiled)));

/** A rule as a payment sees it. */
export type CompiledRule = {
  readonly id: string;
  readonly action: RuleAction;
  readonly enabled: boolean;
  readonly conditions: readonly CompiledCondition[];
};
/** Its condition. */
export type CompiledCondition = Condition & { readonly list_type?: (typeof item_type_names)[number] };

/** A rule that may still decide about a payment, with the conditions that the processor's answer settles. */
const candidate = { id: text, action: oneOf(...rule_actions), conditions: compiled.conditions };

/** What the rules have decided about an attempt so far. */
export const screening = internal(
  nullable(
    plainObject({
      /** Rules that may decide once the processor has answered, in their order. */
      candidates: listOf(plainObject(candidate)),
      ip_address: nullable(text),
      /** The rule that requests 3D Secure. */
      three_d_secure: nullable(text),
    }),
  ),
);

/** The decision as a payment stores it. */
export type Screening = {
  readonly candidates: readonly Candidate[];
  readonly ip_address: string | null;
  readonly three_d_secure: string | null;
};
/** One of its rules. */
export type Candidate = Omit<CompiledRule, 'enabled'>;

/** What the merchant's page reports about the payer's session. */
export const radar_options = about(
  'What your page knows of the session of the payer.',
  sparse({
    session: about("Your id of the payer's session, which rules compare as `radar_session`.", textOf(255)),
  }),
);
