import { constants, type Field, type Values } from '../kit/fields.js';

/** The currency of a form, also where its name has a prefix. */
const currencyOf = (values: Values): string => String(values.currency ?? values['default_price_data[currency]'] ?? '');

const isRecurring = (values: Values): boolean =>
  Boolean(values['recurring[interval]'] || values['default_price_data[recurring][interval]']);

/** The fields of a new price. */
export const priceFields: readonly Field[] = [
  { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
  { name: 'unit_amount', label: 'Amount', kind: 'amount', is_required: true, currency: currencyOf },
  {
    name: 'recurring[interval]',
    label: 'Interval',
    kind: 'choice',
    choices: [{ value: '', label: 'One time' }, ...constants(['month', 'year', 'week', 'day'])],
  },
  { name: 'recurring[interval_count]', label: 'Number of intervals', kind: 'number', initial: '1', when: isRecurring },
  {
    name: 'tax_behavior',
    label: 'Tax',
    kind: 'choice',
    choices: [{ value: '', label: 'Unspecified' }, ...constants(['inclusive', 'exclusive'])],
  },
];
