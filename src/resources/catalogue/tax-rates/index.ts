import { set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { taxRate } from './tax-rate.js';

const { fields } = taxRate;

const described = pick(fields, 'active', 'country', 'description', 'jurisdiction', 'metadata', 'state', 'tax_type');

/** Names a tax; how much it is and whether prices contain it are final, because invoices were made by it. */
export const create = creation(taxRate, {
  takes: {
    ...described,
    display_name: required(fields.display_name),
    inclusive: required(fields.inclusive),
    percentage: required(fields.percentage),
  },
  decide: ({ it, input }) => set(it, { ...input, effective_percentage: input.percentage, rate_type: 'percentage' }),
});

/** Changes how a tax is described, and whether it is offered for new use. */
export const update = rule(taxRate, 'update', {
  takes: { ...described, display_name: fields.display_name },
  decide: ({ it, input }) => set(it, input),
});

/** The tax rates group. */
export const taxRates = [
  action('POST /v1/tax_rates', create, {
    about: 'Creates a tax rate. Its percentage, and whether prices include it, cannot change later.',
  }),
  action('POST /v1/tax_rates/:id', update, {
    about: 'Updates how a tax rate is named and described, or archives it with `active=false`. Existing invoices are not changed.',
  }),
  retrieve(taxRate, 'GET /v1/tax_rates/:id', { about: 'Retrieves a tax rate.' }),
  list(taxRate, ['GET /v1/tax_rates', 'GET /v1/tax_rates/list'], pick(fields, 'active', 'inclusive'), {
    about: 'Lists tax rates, newest first.',
  }),
] as const;
