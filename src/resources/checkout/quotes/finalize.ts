import { at, type Decision, run, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { timestamp } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { prefixFrom } from '../../accounts/accounts/invoice-prefix.js';
import { requireTaxed } from '../../billing/invoices/taxed-by.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { cancel } from './cancel.js';
import { summedNow } from './draw.js';
import { type Quote, quote } from './quote.js';
import { requireFuture, requireTerms } from './terms.js';

/** Makes a draft final: it gets its number, and its customer can accept it. A quote that it revises is canceled. */
export const finalize = rule(quote, 'finalize', {
  from: ['draft'],
  takes: { expires_at: about('When the open quote is canceled, in Unix seconds; the time of the draft by default.', timestamp) },
  reads: { account: own(account), customer, original: one(quote, 'from_quote.quote') },
  decide: ({ it, input: { expires_at }, original, ...parties }, asked): Decision => {
    const { customer: payer } = parties;
    if (!payer) return asked.refuse(without_customer);
    if (it.line_items.data.length === 0) return asked.refuse(without_items);
    requireFuture(expires_at, asked);
    requireTerms(it, asked);
    const revised = it.from_quote?.is_revision ? original : null;
    if (revised && revised.status !== 'open') return asked.refuse(over(revised));
    const sums = summedNow(it, parties, asked);
    requireTaxed({ automatic_tax: sums.automatic_tax ?? it.automatic_tax }, asked);
    const { counted, numbered, series } = seriesOf(payer, revised);
    const open = set(it, {
      status: 'open',
      ...sums,
      ...(expires_at !== undefined && { expires_at }),
      number: numberOf(numbered, series),
      series,
      status_transitions: { finalized_at: asked.now },
    });
    return [revised && run(cancel, revised, {}), counted, open, at(open.expires_at, open, 'expire', String(open.expires_at))];
  },
});

type Series = { readonly revision: number; readonly sequence: number };

/** The place of a quote among those of its customer; a revision has that of its original. */
function seriesOf(payer: Customer, revised: Quote | null) {
  const before = revised?.series;
  if (before) return { counted: null, numbered: payer, series: { ...before, revision: before.revision + 1 } };
  const sequence = (payer.quote_sequence ?? 0) + 1;
  const invoice_prefix = payer.invoice_prefix ?? prefixFrom(payer.id);
  const counted = set(payer, { invoice_prefix, quote_sequence: sequence }, null);
  return { counted, numbered: counted, series: { revision: 1, sequence } };
}

const numberOf = ({ id, invoice_prefix }: Customer, { revision, sequence }: Series): string =>
  `QT-${invoice_prefix ?? prefixFrom(id)}-${String(sequence).padStart(4, '0')}-${revision}`;

const without_customer: Refusal = {
  code: 'parameter_missing',
  param: 'customer',
  message: 'A quote needs a customer to be finalized. Update it with a customer first.',
};

const without_items: Refusal = {
  code: 'parameter_missing',
  param: 'line_items',
  message: 'A quote needs line items to be finalized. Update it with line_items first.',
};

const over = ({ id, status }: Quote): Refusal => ({
  code: 'quote_unexpected_state',
  message: `This draft revises ${id}, which is no longer open: it has a status of ${status}. Copy it without is_revision.`,
});
