import type { Asked } from '../../../kernel/base/effects.js';
import type { Found } from '../../../kernel/base/reads.js';
import { attributeOf } from '../../core/radar/attributes.js';
import type { Condition } from '../../core/radar/rule-fields.js';
import type { ValueList } from './value-list.js';

/** The value lists that conditions name. */
export type Lists = Found<ValueList | null>;

/** The part of a condition that does not fit, and what to do. */
type Fault = { readonly part: keyof Condition; readonly message: string };

const parts = ['values', 'number', 'value_list'] as const;

/** The part that each operator compares with; none for a value that is missing. */
const part_of: Readonly<Record<Condition['operator'], (typeof parts)[number] | null>> = {
  is: 'values',
  is_not: 'values',
  at_least: 'number',
  at_most: 'number',
  in_list: 'value_list',
  not_in_list: 'value_list',
  is_missing: null,
};

function operandFault(each: Condition): Fault | null {
  const { attribute, operator } = each;
  const wanted = part_of[operator];
  const { kind } = attributeOf(attribute);
  const extra = parts.find((part) => part !== wanted && each[part] !== undefined);
  if (extra) return { part: extra, message: `The operator ${operator} takes no ${extra}. Leave it out.` };
  if (wanted && each[wanted] === undefined) return { part: wanted, message: `The operator ${operator} needs ${wanted}.` };
  if (each.values?.length === 0) return { part: 'values', message: 'Send at least one text to compare with.' };
  if (wanted === null || (kind === 'number') === (wanted === 'number')) return null;
  const fitting = kind === 'number' ? 'at_least or at_most' : 'is, is_not, in_list or not_in_list';
  return { part: 'operator', message: `The attribute ${attribute} is a ${kind}: compare it by ${fitting}.` };
}

/** A part that the attribute needs, or that only other attributes take. */
function neededFault(each: Condition): Fault | null {
  const { counted = false } = attributeOf(each.attribute);
  const needs = { per: counted, within: counted, metadata_key: each.attribute === 'metadata' };
  for (const part of ['per', 'within', 'metadata_key'] as const) {
    if (needs[part] === (each[part] !== undefined)) continue;
    const message = needs[part] ? `The attribute ${each.attribute} needs ${part}.` : `The attribute ${each.attribute} takes no ${part}.`;
    return { part, message };
  }
  return null;
}

function listFault({ attribute, value_list }: Condition, lists: Lists): Fault | null {
  const type = value_list === undefined ? undefined : lists.get(value_list)?.item_type;
  const { lists: possible = [] } = attributeOf(attribute);
  if (type === undefined || possible.includes(type)) return null;
  const message = possible.length
    ? `The attribute ${attribute} is compared with a list of items of type ${possible.join(' or ')}; this one has ${type}.`
    : `The attribute ${attribute} cannot be compared with a value list.`;
  return { part: 'value_list', message };
}

/** 3D Secure is requested before the processor can answer. */
const earlyFault = (action: string, { attribute }: Condition): Fault | null =>
  action === 'request_three_d_secure' && attributeOf(attribute).answered
    ? { part: 'attribute', message: `${attribute} is known only after 3D Secure. Use another attribute, or another action.` }
    : null;

type Given = { readonly action: string; readonly conditions: readonly Condition[] };

/** Refuses conditions whose parts do not fit together, with the name of the part. */
export function requireConditions({ action, conditions }: Given, lists: Lists, asked: Asked): void {
  if (conditions.length === 0)
    asked.refuse({ code: 'parameter_invalid_empty', param: 'conditions', message: 'Send at least one condition.' });
  requireWhole(conditions, asked, (each) => listFault(each, lists) ?? earlyFault(action, each));
}

/** Refuses conditions whose parts do not fit together, in themselves or by another test. */
export function requireWhole(
  conditions: readonly Condition[],
  asked: Pick<Asked, 'refuse'>,
  besides: (each: Condition) => Fault | null = () => null,
): void {
  for (const [place, each] of conditions.entries()) {
    const fault = operandFault(each) ?? neededFault(each) ?? besides(each);
    if (fault) asked.refuse({ code: 'parameter_invalid', param: `conditions[${place}][${fault.part}]`, message: fault.message });
  }
}
