import type { Around, Effect } from '../../../kernel/base/effects.js';
import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource, type Settable } from '../../../kernel/base/resource.js';
import { credit_amount, monetary } from './amount.js';
import type { CreditGrant } from './grant.js';

const of_line = {
  invoice: about('The invoice.', ref('invoice')),
  invoice_line_item: about('The id of the line of the invoice.', text),
} as const;

/** A change of the credits that a grant holds. */
export const creditBalanceTransaction = resource({
  object: 'billing.credit_balance_transaction',
  title: 'credit balance transaction',
  prefix: 'crbtxn',
  fields: {
    credit: about(
      'The credits that were added; null for a debit.',
      nullable(
        object({
          amount: about('The added amount.', credit_amount),
          credits_application_invoice_voided: about(
            'The line of the voided invoice that had used the credits; null for granted credits.',
            nullable(object(of_line)),
          ),
          type: about(
            '`credits_granted` for a new grant, `credits_application_invoice_voided` for credits that a voided invoice returned.',
            oneOf('credits_granted', 'credits_application_invoice_voided'),
          ),
        }),
      ),
    ),
    credit_grant: about('The grant whose credits changed.', ref('billing.credit_grant')),
    /** The owner of the credits, whose clock the transaction runs on. */
    customer: internal(ref('customer')),
    debit: about(
      'The credits that were taken; null for a credit.',
      nullable(
        object({
          amount: about('The deducted amount.', credit_amount),
          credits_applied: about('The line of the invoice that used the credits; null for other reasons.', nullable(object(of_line))),
          type: about(
            '`credits_applied` for credits that an invoice used, `credits_expired` and `credits_voided` for unused ones.',
            oneOf('credits_applied', 'credits_expired', 'credits_voided'),
          ),
        }),
      ),
    ),
    effective_at: about('When the change takes effect, in Unix seconds: granted credits with their grant, others at once.', timestamp),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    type: about('Whether credits were added (`credit`) or taken (`debit`).', nullable(oneOf('credit', 'debit'))),
  },
  start: 'billing.credit_balance_transaction.created',
  columns: ['customer', 'credit_grant', 'test_clock'],
});

/** A change of credits as rules see it. */
export type CreditBalanceTransaction = It<typeof creditBalanceTransaction>;

type Members = Settable<typeof creditBalanceTransaction>;
type Credit = NonNullable<NonNullable<Members['credit']>['type']>;
type Debit = NonNullable<NonNullable<Members['debit']>['type']>;

/** A line of an invoice that uses credits, or used them. */
export type UsingLine = NonNullable<NonNullable<CreditBalanceTransaction['debit']>['credits_applied']>;

const ofGrant = ({ id, customer, test_clock }: CreditGrant) => ({ credit_grant: id, customer, test_clock });

/** The record of credits that a grant gains. */
export function credited(
  grant: CreditGrant,
  { value, type, line = null, effective_at }: { value: number; type: Credit; line?: UsingLine | null; effective_at: number },
  { make }: Pick<Around, 'make'>,
): CreditBalanceTransaction & Effect {
  const amount = monetary(value, currencyOf(grant));
  const credit = { amount, credits_application_invoice_voided: line, type };
  return make(creditBalanceTransaction, { ...ofGrant(grant), credit, effective_at, type: 'credit' });
}

/** The record of credits that a grant loses. */
export function debited(
  grant: CreditGrant,
  { value, type, line = null }: { value: number; type: Debit; line?: UsingLine | null },
  { make, now }: Pick<Around, 'make' | 'now'>,
): CreditBalanceTransaction & Effect {
  const debit = { amount: monetary(value, currencyOf(grant)), credits_applied: line, type };
  return make(creditBalanceTransaction, { ...ofGrant(grant), debit, effective_at: now, type: 'debit' });
}

/** The currency of a grant's credits. */
export function currencyOf({ id, amount }: CreditGrant): string {
  if (!amount.monetary) throw new Error(`${id} grants no money`);
  return amount.monetary.currency;
}
