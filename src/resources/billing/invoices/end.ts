import { type Around, type Asked, type Effects, remove, run, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { inWords } from '../../../kernel/base/money.js';
import { many, one } from '../../../kernel/base/reads.js';
import { rule } from '../../../kernel/base/rules.js';
import { balanceMoved, type Moved } from '../../customers/customer-balance/move.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { type CreditGrant, creditGrant } from '../credits/grant.js';
import { type CreditBalanceTransaction, creditBalanceTransaction } from '../credits/transaction.js';
import { creditsReturned } from '../credits/use.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { takenOff } from '../invoice-items/put-on.js';
import { type Invoice, invoice, type Owed } from './invoice.js';
import { lines_max } from './lines.js';
import { payments_reads, requireNoneUnderWay, stop } from './payments.js';
import { overpaid } from './received.js';

/** The billing credits that an invoice used, and the grants that they are returned to. */
const credits_reads = {
  applied: one(creditBalanceTransaction, 'total_pretax_credit_amounts.credit_balance_transaction'),
  grants: one(creditGrant, 'applied.credit_grant'),
} as const;

type Used = {
  readonly applied: { readonly all: readonly CreditBalanceTransaction[] };
  readonly grants: { readonly get: (id: string) => CreditGrant };
};

/** Voids an invoice: it is kept and can no longer be paid. The customer's balance and billing credits that it used are returned. */
export const voidInvoice = rule(invoice, 'void', {
  from: ['open', 'uncollectible'],
  reads: { ...payments_reads, customer, ...credits_reads },
  decide: ({ it, customer, intents, ...used }, asked) => {
    requireUnpaid(it, asked);
    requireNoneUnderWay(intents, asked);
    return voided(it, customer, used, asked);
  },
});

/** Voids an invoice. Payments made or still arriving are credited to the customer's balance. */
export const abandon = rule(invoice, 'abandon', {
  from: ['open', 'uncollectible'],
  reads: { customer, ...credits_reads },
  decide: ({ it, customer, ...used }, asked) => voided(it, customer, used, asked),
});

function voided(it: Owed, customer: Customer | null, { applied, grants }: Used, around: Around): Effects {
  const { amount_due, amount_overpaid, amount_paid } = it;
  const after = set(it, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { voided_at: around.now },
    ...(amount_paid > 0 && { amount_overpaid: amount_overpaid + amount_paid, amount_paid: 0, amount_remaining: amount_due }),
  });
  const back = customer && unapplied(it, customer, around);
  const credits = creditsReturned(applied.all, grants, around);
  return [after, back?.effects, credits, overpaid(after, amount_paid, back?.customer ?? customer, around), run(stop, it, {})];
}

/** What was paid cannot be kept for nothing. */
function requireUnpaid({ amount_paid, currency }: Invoice, asked: Asked): void {
  if (amount_paid === 0) return;
  const message = `${inWords(amount_paid, currency)} of this invoice have been paid, so it cannot be voided. Issue a credit note instead, which gives back what was paid.`;
  asked.refuse({ code: 'invoice_unexpected_state', message });
}

/** Undoes what the balance of a customer did for an invoice. */
function unapplied({ id: of, currency, ending_balance, starting_balance }: Invoice, customer: Customer, around: Around): Moved | null {
  const applied = (ending_balance ?? starting_balance) - starting_balance;
  const amount = 0 - applied;
  return amount === 0 ? null : balanceMoved(customer, { amount, currency, invoice: of, type: 'unapplied_from_invoice' }, around);
}

/** Marks an invoice uncollectible. It can still be paid. */
export const markUncollectible = rule(invoice, 'mark as uncollectible', {
  from: ['open'],
  ours: { reason: oneOf('user_forgiven', 'subscription_paused') },
  reads: payments_reads,
  decide: ({ it, input: { reason = 'user_forgiven' }, intents }, asked) => {
    requireNoneUnderWay(intents, asked);
    return set(it, {
      status: 'uncollectible',
      auto_advance: false,
      next_payment_attempt: null,
      status_details: { uncollectible: { reason } },
      status_transitions: { marked_uncollectible_at: asked.now },
    });
  },
});

/** Ends an invoice that is not collected, unless the customer's balance has paid it. */
export const writeOff = rule(invoice, 'write off', {
  takes: { behavior: required(oneOf('void', 'mark_uncollectible')) },
  decide: ({ it, input: { behavior } }) => {
    if (it.status !== 'open') return null;
    return behavior === 'void' ? run(voidInvoice, it, {}) : run(markUncollectible, it, { reason: 'subscription_paused' });
  },
});

/** Takes a draft away; what was put on it is pending again. */
export const del = rule(invoice, 'delete', {
  reads: { items: many(invoiceItem, { by: 'invoice', at_most: lines_max }) },
  decide: ({ it, items }, asked) => {
    if (it.status !== 'draft') return asked.refuse({ code: 'invoice_not_editable', message: no_draft });
    if (it.subscription !== null) return asked.refuse({ code: 'invoice_not_editable', message: of_subscription });
    const given_up = items.map((item) => (item.copied ? remove(item) : takenOff(item)));
    return [given_up, remove(it)];
  },
});

const no_draft = 'You can only delete draft invoices. Void this one instead.';
const of_subscription = 'You can only delete invoices that are not for a subscription. Finalize and void this one instead.';
