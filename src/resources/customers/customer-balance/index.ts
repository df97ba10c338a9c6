import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integer, metadata, ref, text } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { customer } from '../customers/customer.js';
import { customerBalanceTransaction } from './balance-transaction.js';
import { explained, requireMovable } from './move.js';

const of_customer = { customer: about('The customer whose balance it is.', required(ref('customer'))) };

/** Gives a customer credit, or takes some. */
export const adjust = creation(customerBalanceTransaction, {
  takes: {
    ...of_customer,
    amount: about(
      'The change in minor units, not 0: below zero gives credit, above zero adds to the next invoice.',
      required(integer({ minimum: -billed_max, maximum: billed_max })),
    ),
    currency: about(
      'The currency of the amount, which must be that of the customer; for a customer without one it is set.',
      required(currency),
    ),
    description: about('A note for your own use.', text),
    metadata,
  },
  reads: { customer },
  decide: ({ it, input: { customer: _, ...given }, customer: owner }, asked) => {
    if (given.amount === 0) return asked.refuse({ code: 'parameter_invalid', param: 'amount', message: 'The amount cannot be 0.' });
    requireMovable(owner, given, asked);
    const { transaction, change } = explained(owner, { ...given, type: 'adjustment' });
    return [set(it, transaction), set(owner, change)];
  },
});

const { description } = customerBalanceTransaction.fields;

/** Changes how a change of the balance is described; what it moved stays. */
export const update = rule(customerBalanceTransaction, 'update', {
  takes: { description, metadata, ...of_customer },
  decide: ({ it, input: { customer: owner, ...given } }, asked) =>
    owner === it.customer
      ? set(it, given)
      : asked.refuse({ code: 'resource_missing', param: 'id', message: `No such transaction: '${it.id}'` }),
});

/** The customer balance transactions group. */
export const customerBalance = [
  action('POST /v1/customers/:customer/balance_transactions', adjust, {
    about: 'Changes the balance of a customer, which the next finalized invoice includes: a negative amount gives credit.',
  }),
  action('POST /v1/customers/:customer/balance_transactions/:id', update, {
    about: 'Updates the description and metadata of a balance transaction; its amount is final.',
  }),
  retrieve(customerBalanceTransaction, 'GET /v1/customers/:customer/balance_transactions/:id', {
    within: 'customer',
    about: 'Retrieves a balance transaction of a customer.',
  }),
  list(
    customerBalanceTransaction,
    'GET /v1/customers/:customer/balance_transactions',
    {
      ...of_customer,
      ...pick(customerBalanceTransaction.fields, 'invoice'),
    },
    { about: "Lists the changes of a customer's balance, newest first." },
  ),
] as const;
