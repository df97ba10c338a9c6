import { decimal, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { amountOf, constants } from '../kit/fields.js';
import { alsoSearched, choice, dates, equal, metadata, onlySearched } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, type Text } from '../say.js';
import type { Invoice } from './invoice-parts.js';
import { InvoiceLines } from './lines.js';
import { InvoicePreview } from './preview.js';

const create: Action<null> = {
  label: 'Create invoice',
  is_primary: true,
  fields: () => [
    { name: 'customer', label: 'Customer', kind: 'object', of: 'customers', is_required: true },
    { name: 'collection_method', label: 'Collection', kind: 'choice', choices: constants(['charge_automatically', 'send_invoice']) },
    {
      name: 'days_until_due',
      label: 'Days until due',
      kind: 'number',
      initial: '30',
      when: ({ collection_method }) => collection_method === 'send_invoice',
    },
    { name: 'description', label: 'Description', kind: 'text' },
    { name: 'footer', label: 'Footer', kind: 'text' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('invoices', { pending_invoice_items_behavior: 'include', ...parameters }),
  next: (answer) => `/invoices/${(answer as Invoice).id}`,
};

const verb = (name: string, label: Text, more: Partial<Action<Invoice>>): Action<Invoice> => ({
  label,
  request: ({ id }, parameters) => post(`invoices/${id}/${name}`, parameters),
  ...more,
});

const addItem: Action<Invoice> = {
  label: 'Add item',
  when: ({ status }) => status === 'draft',
  fields: ({ currency }) => [
    { name: 'price', label: 'Price', kind: 'object', of: 'prices', parameters: { type: 'one_time', active: true, currency } },
    { name: 'quantity', label: 'Quantity', kind: 'number', when: ({ price }) => price !== '' },
    { name: 'description', label: 'Description', kind: 'text', when: ({ price }) => price === '' },
    { name: 'amount', label: 'Amount', kind: 'amount', currency: () => currency, is_required: true, when: ({ price }) => price === '' },
  ],
  request: ({ id, customer, currency }, { price, ...parameters }) =>
    post('invoiceitems', {
      ...{ customer: member.idOf(customer) ?? '', invoice: id, ...parameters },
      ...(price ? { 'pricing[price]': price } : { currency }),
    }),
};

const credit: Action<Invoice> = {
  label: 'Create credit note',
  when: ({ status }) => ['open', 'paid'].includes(status),
  fields: ({ total, currency }) => [
    {
      name: 'amount',
      label: 'Amount',
      kind: 'amount',
      initial: decimal(total, currency),
      maximum: total,
      is_required: true,
      currency: () => currency,
    },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'choice',
      choices: constants(['order_change', 'duplicate', 'fraudulent', 'product_unsatisfactory']),
    },
    {
      name: 'to',
      label: 'Return a paid amount to',
      kind: 'choice',
      choices: [
        { value: 'refund_amount', label: 'The payment method' },
        { value: 'credit_amount', label: "The customer's balance" },
        { value: 'out_of_band_amount', label: 'Outside of Florin' },
      ],
    },
    { name: 'memo', label: 'Memo', kind: 'long' },
  ],
  preview: (invoice, parameters) => ({ method: 'GET', path: 'credit_notes/preview', parameters: creditOf(invoice, parameters) }),
  shown: (preview) => <InvoicePreview invoice={preview} />,
  submit: ({ currency }, values) => say('Credit {amount}', { amount: money(amountOf(values, 'amount', currency) ?? 0, currency) }),
  request: (invoice, parameters) => post('credit_notes', creditOf(invoice, parameters)),
  next: (answer) => `/credit-notes/${(answer as Invoice).id}`,
};

/** The unpaid part is credited first; the rest goes where the form says. */
const creditOf = ({ id, amount_remaining }: Invoice, { to, amount, ...rest }: Parameters<Action<Invoice>['request']>[1]) => {
  const returned = Math.max(0, Number(amount) - amount_remaining);
  return { invoice: id, amount, ...rest, ...(returned > 0 && { [String(to)]: returned }) };
};

const actions: readonly Action<Invoice>[] = [
  verb('finalize', 'Finalize', {
    is_primary: true,
    when: ({ status }) => status === 'draft',
    question: () => say('The invoice receives a number, and its amounts can no longer change.'),
  }),
  verb('pay', 'Charge customer', { is_primary: true, when: ({ status }) => status === 'open' }),
  verb('send', 'Send invoice', {
    when: ({ status }) => ['open', 'draft'].includes(status),
    done: () => say('The invoice is on its way. Messages of test mode appear at /outbox.'),
  }),
  addItem,
  credit,
  {
    label: 'Mark as paid',
    when: ({ status }) => status === 'open',
    question: () => say('The customer has paid outside of Florin; the balance does not change.'),
    request: ({ id }) => post(`invoices/${id}/pay`, { paid_out_of_band: true }),
  },
  verb('mark_uncollectible', 'Mark uncollectible', {
    is_destructive: true,
    when: ({ status }) => status === 'open',
    question: () => say('The invoice remains payable, but it is no longer collected.'),
  }),
  verb('void', 'Void', {
    is_destructive: true,
    when: ({ status }) => ['open', 'uncollectible'].includes(status),
    question: () => say('A void invoice is zero and cannot be paid.'),
  }),
  {
    label: 'Delete draft',
    is_destructive: true,
    when: ({ status }) => status === 'draft',
    question: () => say('The draft is deleted. Its items become pending.'),
    request: ({ id }) => ({ method: 'DELETE', path: `invoices/${id}` }),
    next: () => '/invoices',
  },
];

/** Invoices. */
export const invoices: Description<Invoice> = {
  name: 'invoices',
  path: 'invoices',
  label: 'Invoices',
  one: 'invoice',
  expand: ['customer'],
  title: ({ number, id }) => number ?? say('Draft {id}', { id }),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Total',
      (it) => it.total,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.text('Number', (it) => it.number),
    member.reference('Customer', (it) => it.customer),
    member.time('Due', (it) => it.due_date),
    member.created,
    member.extra(
      member.amount(
        'Remaining',
        (it) => it.amount_remaining,
        (it) => it.currency,
      ),
    ),
    member.extra(member.constant('Reason', (it) => it.billing_reason)),
    member.extra(member.metadata),
    member.id,
  ],
  filters: [
    alsoSearched(choice('status', ['draft', 'open', 'paid', 'uncollectible', 'void'], 'Status')),
    alsoSearched(equal('customer', 'Customer', 'cus_…')),
    alsoSearched(equal('subscription', 'Subscription', 'sub_…')),
    dates(),
    onlySearched(equal('number', 'Number')),
    metadata,
  ],
  search: { hint: 'Number of an invoice', clause: (typed) => `number:"${typed.replaceAll('"', '')}"` },
  empty: { text: 'Invoices appear here. This command creates a draft:', command: 'invoices -d customer=cus_…' },
  create,
  facts: [
    member.created,
    member.reference('Customer', (it) => it.customer),
    member.reference('Subscription', (it) => it.subscription),
    member.constant('Reason', (it) => it.billing_reason),
    member.constant('Collection', (it) => it.collection_method),
    member.amount(
      'Subtotal',
      (it) => it.subtotal,
      (it) => it.currency,
    ),
    member.amount(
      'Shipping',
      (it) => it.amount_shipping || null,
      (it) => it.currency,
    ),
    member.amount(
      'Tax',
      (it) => it.tax,
      (it) => it.currency,
    ),
    member.amount(
      'Total',
      (it) => it.total,
      (it) => it.currency,
    ),
    member.amount(
      'Paid',
      (it) => it.amount_paid,
      (it) => it.currency,
    ),
    member.amount(
      'Remaining',
      (it) => it.amount_remaining,
      (it) => it.currency,
    ),
    member.time('Due', (it) => it.due_date),
    member.time('Next attempt', (it) => it.next_payment_attempt),
    member.reference('Payment', (it) => it.payment_intent),
    member.address("The customer's page", (it) => it.hosted_invoice_url),
    member.address('PDF', (it) => it.invoice_pdf),
    member.metadata,
  ],
  sections: [{ label: 'Lines', Show: InvoiceLines }],
  related: [{ of: 'credit-notes', parameters: ({ id }) => ({ invoice: id }) }],
  actions,
};
