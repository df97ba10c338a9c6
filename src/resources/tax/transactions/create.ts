import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { metadata, ref, timestamp } from '../../../kernel/base/kinds.js';
import { unique } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { taxCalculation } from '../calculations/calculation.js';
import { requireFree } from './require-free.js';
import { taxTransaction, transaction_line_id } from './transaction.js';

/** Records the sale that a calculation was made for. */
export const createFromCalculation = creation(taxTransaction, {
  takes: {
    calculation: about('The calculation of the sale; it must not have expired.', required(ref('tax.calculation'))),
    metadata,
    posted_at: about('When the tax liability arises, in Unix seconds; now by default.', timestamp),
    reference: required(taxTransaction.fields.reference),
  },
  reads: { calculation: taxCalculation, holder: unique(taxTransaction, { by: 'reference', of: 'reference' }) },
  decide: ({ it, input, calculation: of, holder }, asked) => {
    requireFree(holder, asked);
    if (of.expires_at !== null && of.expires_at <= asked.now) return asked.refuse(expired);
    const data = of.line_items.data.map(({ performance_location: _, tax_breakdown: __, ...line }) => ({
      ...line,
      id: asked.fresh(transaction_line_id),
      object: 'tax.transaction_line_item' as const,
      reversal: null,
      type: 'transaction' as const,
    }));
    const { currency, customer, customer_details, ship_from_details, shipping_cost, tax_date } = of;
    return set(it, {
      ...{ currency, customer, customer_details, ship_from_details, shipping_cost, tax_date },
      line_items: { object: 'list', data, has_more: false, url: `/v1/tax/transactions/${it.id}/line_items` },
      ...(input.metadata && { metadata: input.metadata }),
      posted_at: input.posted_at ?? asked.now,
      reference: input.reference,
      type: 'transaction',
    });
  },
});

const expired = {
  code: 'parameter_invalid',
  param: 'calculation',
  message: 'The calculation has expired. Create another one.',
} as const;
