import { settled } from '../../../arithmetic/billing/totals.js';
import { type Around, at, type Effect, type Effects, set, tell } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { taxId } from '../../customers/tax-ids/tax-id.js';
import type { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import type { InvoicePayment } from '../invoice-payments/invoice-payment.js';
import { contentOf, type RenderingTemplate } from '../rendering-templates/template.js';
import { movedFor } from './balance.js';
import { balanceIn } from './bill.js';
import { ofCustomer } from './customer-members.js';
import type { Draft, Owed } from './invoice.js';
import type { Stored } from './method.js';
import { asPaid } from './paid.js';
import { paidBy, paymentFor } from './payment-for.js';
import { numberIn, printedNow } from './printed.js';
import { partsOf } from './shares.js';
import { dueOf } from './sums.js';

/** What finalizing an invoice looks at, and the number that it gets. */
export type Opening = Stored & {
  readonly account: It<typeof account> | null;
  /** Whom it is from, or else for, where those are other accounts: it is presented as theirs. */
  readonly of_issuer: It<typeof account> | null;
  readonly on_behalf: It<typeof account> | null;
  readonly customer: Customer;
  readonly number: string;
  readonly auto_advance?: boolean;
  /** Whether it is collected in the same unit. */
  readonly collected: boolean;
  readonly tax_ids: readonly It<typeof taxId>[];
  readonly template: RenderingTemplate | null;
  /** The payment that has paid it already; absent for an unpaid invoice. */
  readonly paid_by?: It<typeof paymentIntent> | null;
  readonly own_tax_ids: { readonly all: readonly It<typeof taxId>[] } | null;
};

/** How long an invoice that was finalized by hand waits before it is collected automatically. */
const collected_after_seconds = 3600;

/** How long before it is due an invoice reminds of itself. */
const reminded_before_seconds = 3 * day;

/** A draft as it is owed from now on, with the payment that is to pay it; where nothing is due it is paid at once. */
export function opened(it: Draft, seen: Opening, around: Around): Effects {
  const { account, customer, number, tax_ids } = seen;
  const other = seen.of_issuer ?? seen.on_behalf;
  const { currency, total } = it;
  const due = settled({ total, currency, starting_balance: balanceIn(customer, currency) });
  const { auto_advance = it.auto_advance } = seen;
  const collects = auto_advance && due.amount_due > 0;
  const url = around.pageUrl('invoice', it, it.id);
  const parts = partsOf(it, due.amount_due);
  const paying = due.amount_due > 0 ? payingFor({ ...it, ...parts }, due.amount_due, seen, around) : null;
  const open = set(it, {
    ...ofCustomer(customer),
    customer_tax_ids: tax_ids.map(numberIn),
    ...(other && { account_country: other.country, account_name: other.business_profile.name }),
    ...printedWith(it, seen, other ?? account),
    ...dueOf(due, it),
    ...parts,
    status: 'open',
    auto_advance: collects,
    automatically_finalizes_at: null,
    effective_at: it.effective_at ?? around.now,
    ending_balance: due.ending_balance,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    last_finalization_error: null,
    next_payment_attempt: collects ? firstAttempt(it, seen, around) : null,
    number,
    number_chosen: it.number !== null,
    status_transitions: { finalized_at: around.now },
    ...paying?.members,
  });
  return [
    movedFor(it, due.balance_changes, customer, around),
    open,
    paying?.effects,
    outcomeOf(open, paying?.payment ?? null, seen, around),
    auto_advance && it.collection_method === 'send_invoice' && tell(open, 'invoice.sent'),
  ];
}

/** What is to pay it, or has paid it. */
const payingFor = (it: Draft, amount: number, seen: Opening, around: Around) =>
  seen.paid_by ? paidBy(it, amount, seen.paid_by, around) : paymentFor(it, amount, seen, around);

/** An invoice of which nothing is due is paid, and so is one that was paid before. */
function outcomeOf(it: Owed & Effect, payment: InvoicePayment | null, { paid_by }: Opening, around: Around): Effects {
  if (it.amount_due === 0) return asPaid(it, null, { amount_paid: 0 }, around);
  if (!paid_by) return timersOf(it, around);
  const paying = { amount_paid: it.amount_due, received: it.amount_due, charge: paid_by.latest_charge };
  return asPaid(it, payment, paying, around);
}

/** What is printed of an invoice as it is now, with the version of its template, which it keeps. */
function printedWith(it: Draft, { customer, own_tax_ids, template }: Opening, owner: Opening['account']) {
  const version = it.rendering?.template_version ?? template?.version ?? null;
  return {
    printed: { ...printedNow(customer, owner, own_tax_ids?.all ?? []), template: template && contentOf(template, version) },
    ...(it.rendering && template && { rendering: { template_version: version } }),
  };
}

/** When the first attempt to collect is due, in seconds; null for an invoice that is sent. */
const firstAttempt = ({ collection_method }: Draft, { collected }: Opening, { now }: Around): number | null =>
  collection_method === 'charge_automatically' ? now + (collected ? 0 : collected_after_seconds) : null;

const timersOf = (it: Owed & Effect, { now }: Around): Effects => [
  it.next_payment_attempt !== now && at(it.next_payment_attempt, it, 'retry'),
  at(it.due_date, it, 'overdue'),
  it.due_date !== null && it.due_date - reminded_before_seconds > now && at(it.due_date - reminded_before_seconds, it, 'will_be_due'),
];
