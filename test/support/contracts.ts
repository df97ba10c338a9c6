import { at, set } from '../../src/kernel/base/effects.js';
import { required } from '../../src/kernel/base/fields.js';
import { ref, text, timestamp } from '../../src/kernel/base/kinds.js';
import { listOf, plainObject } from '../../src/kernel/base/members.js';
import { type Found, many, one, usage } from '../../src/kernel/base/reads.js';
import { type It, resource } from '../../src/kernel/base/resource.js';
import { action, type Catalogue, creation, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { type Meter, meter } from '../../src/resources/catalogue/meters/meter.js';
import { catalogue } from '../../src/resources/index.js';
import { said } from './said.js';

/** A customer's contract for their usage. */
const contract = resource({
  object: 'contract',
  prefix: 'con',
  fields: said({
    customer: ref('customer'),
    start: timestamp,
    end: timestamp,
    /** A contract's lines, by the ids of meters. */
    bills: listOf(plainObject({ meter: text, quantity: text })),
  }),
  start: null,
  timers: ['renew'],
});

/** One line of a contract. */
const line = resource({
  object: 'contract_line',
  prefix: 'conl',
  fields: said({ customer: ref('customer'), meter: ref('billing.meter') }),
  start: null,
  columns: ['customer'],
});

type Billed = {
  readonly it: It<typeof contract>;
  readonly lines: readonly It<typeof line>[];
  readonly meters: Found<Meter | null>;
};

const reads = {
  lines: many(line, { by: 'customer', of: 'customer' }),
  meters: one(meter, 'lines.meter'),
  used: usage(({ it: { customer, start, end }, lines, meters }: Billed, now) =>
    lines.map(({ id, meter: of }) => {
      const formula = meters.get(of)?.default_aggregation.formula ?? 'sum';
      return { key: id, of, customer, formula, start, end: Math.min(end, now) };
    }),
  ),
} as const;

type Used = { readonly get: (key: string) => string };

const billed = (it: It<typeof contract>, lines: Billed['lines'], used: Used) =>
  set(it, { bills: lines.map(({ id, meter: of }) => ({ meter: of, quantity: used.get(id) })) });

const agree = creation(contract, {
  takes: said({ customer: required(ref('customer')), start: required(timestamp), end: required(timestamp) }),
  decide: ({ it, input }) => [set(it, input), at(input.end, it, 'renew')],
});

const add = creation(line, {
  takes: said({ customer: required(ref('customer')), meter: required(ref('billing.meter')) }),
  decide: ({ it, input }) => set(it, input),
});

const bill = rule(contract, 'bill', { reads, decide: ({ it, lines, used }) => billed(it, lines, used) });

const renew = timer(contract, 'renew', { reads, decide: ({ it, lines, used }) => billed(it, lines, used) });

/** The whole service, and contracts that bill metered usage: at once, and at their end. */
export const contracts: Catalogue = [
  ...catalogue,
  action('POST /v1/contracts', agree, { about: 'For a test.' }),
  action('POST /v1/contracts/:id/bill', bill, { about: 'For a test.' }),
  renew,
  action('POST /v1/contract_lines', add, { about: 'For a test.' }),
  retrieve(contract, 'GET /v1/contracts/:id', { about: 'For a test.' }),
];
