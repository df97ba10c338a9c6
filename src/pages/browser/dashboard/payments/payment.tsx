import { methodName, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { type Active, alsoSearched, amounts, choice, dates, equal, metadata, onlySearched } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { Charge, Payment } from '../objects.js';
import { paymentActions } from './actions.js';
import { chargeOf, statusOf } from './charge.js';
import { Money } from './money.js';
import { Risk } from './risk.js';
import { PaymentTimeline } from './timeline.js';

const statuses = [
  'succeeded',
  'requires_capture',
  'requires_action',
  'requires_confirmation',
  'requires_payment_method',
  'processing',
  'canceled',
];

const expand = ['customer', 'payment_method', 'latest_charge'];

/** Members of the charge, by which payments are found through their charges. */
const by_charge = {
  last4: 'payment_method_details.card.last4',
  brand: 'payment_method_details.card.brand',
  method: 'payment_method_details.type',
} as const;

const filters = [
  onlySearched(choice('status', statuses, 'Status')),
  amounts,
  onlySearched(equal('currency', 'Currency', 'usd')),
  dates(),
  onlySearched(equal('method', 'Payment method', 'card')),
  onlySearched(equal('last4', 'Last four digits', '4242')),
  alsoSearched(equal('customer', 'Customer', 'cus_…')),
  onlySearched(equal('merchant_order_id', 'Order')),
  metadata,
];

/** Payments by the card or the type of their payment method: a search of charges, whose payments are the result. */
function byCharge(active: Active): ReturnType<NonNullable<Description<Payment>['source']>> {
  if (!active.last4 && !active.method) return null;
  const clauses = filters.flatMap((filter) => {
    const value = active[filter.name];
    if (!value || filter.name === 'status' || filter.name === 'merchant_order_id') return [];
    const name = filter.name in by_charge ? by_charge[filter.name as keyof typeof by_charge] : null;
    return [name ? `${name}:"${value.replaceAll('"', '')}"` : (filter.clause?.(value, active) ?? '')];
  });
  const query = [...clauses, ...(active.query ? [active.query] : [])].join(' AND ');
  return {
    request: {
      method: 'GET',
      path: 'charges/search',
      parameters: { query, limit: 100, expand: ['data.payment_intent.customer', 'data.payment_intent.payment_method'] },
    },
    items: (found) => {
      const payments = (found as readonly Charge[]).flatMap(({ payment_intent }) =>
        typeof payment_intent === 'object' && payment_intent ? [payment_intent] : [],
      );
      return payments.filter(
        ({ status, id }, at) => (!active.status || status === active.status) && payments.findIndex((each) => each.id === id) === at,
      );
    },
  };
}

/** The test cards that a payment can be tried with (docs/test-data.md). */
const test_cards = [
  { value: 'pm_card_visa', label: 'Visa, succeeds' },
  { value: 'pm_card_mastercard', label: 'Mastercard, succeeds' },
  { value: 'pm_card_chargeDeclined', label: 'Declined' },
  { value: 'pm_card_chargeDeclinedInsufficientFunds', label: 'Declined: insufficient funds' },
  { value: 'pm_card_threeDSecure2Required', label: 'Requires 3D Secure' },
  { value: 'pm_card_createDispute', label: 'Succeeds, then is disputed' },
  { value: 'pm_card_riskLevelElevated', label: 'Succeeds with elevated risk' },
] as const;

const create: Action<null> = {
  label: 'Create test payment',
  is_primary: true,
  fields: () => [
    { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
    { name: 'amount', label: 'Amount', kind: 'amount', initial: '20.00', is_required: true, currency: ({ currency }) => String(currency) },
    { name: 'payment_method', label: 'Test card', kind: 'choice', choices: test_cards },
    { name: 'customer', label: 'Customer', kind: 'object', of: 'customers' },
    {
      name: 'capture_method',
      label: 'Capture (noun)',
      kind: 'choice',
      choices: [
        { value: 'automatic', label: 'At once' },
        { value: 'manual', label: 'Later' },
      ],
    },
    { name: 'description', label: 'Description', kind: 'text' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('payment_intents', { ...parameters, confirm: true, payment_method_types: ['card'] }),
  next: (answer) => `/payments/${(answer as Payment).id}`,
};

/** Payments, each with its whole history on one page. */
export const payments: Description<Payment> = {
  name: 'payments',
  path: 'payment_intents',
  label: 'Payments',
  one: 'payment',
  expand,
  title: ({ amount, currency }) => money(amount, currency),
  status: statusOf,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status(statusOf),
    member.text('Payment method', (it) => methodName(it.payment_method)),
    member.reference('Customer', (it) => it.customer),
    member.text('Description', (it) => it.description),
    member.created,
    member.extra(member.constant('Currency', (it) => it.currency)),
    member.extra(
      member.amount(
        'Received',
        (it) => it.amount_received,
        (it) => it.currency,
      ),
    ),
    member.extra(
      member.amount(
        'Refunded',
        (it) => chargeOf(it)?.amount_refunded,
        (it) => it.currency,
      ),
    ),
    member.extra(member.text('Order', (it) => it.merchant_order_id)),
    member.extra(member.metadata),
    member.extra(member.constant('Risk', (it) => chargeOf(it)?.outcome?.risk_level)),
    member.id,
  ],
  filters,
  search: {
    hint: 'Payment, customer, order, or a clause such as amount>1000',
    clause: (typed) => {
      if (/^\d+$/.test(typed)) return `amount:${typed}`;
      return typed.startsWith('cus_') ? `customer:"${typed}"` : `merchant_order_id:"${typed.replaceAll('"', '')}"`;
    },
  },
  source: byCharge,
  empty: {
    text: 'Payments appear here. This command creates one:',
    command: 'payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa',
  },
  create,
  facts: [
    member.created,
    member.text('Payment method', (it) => methodName(it.payment_method)),
    member.reference('Customer', (it) => it.customer),
    member.text('Description', (it) => it.description),
    member.text('Order', (it) => it.merchant_order_id),
    member.reference('Invoice', (it) => it.invoice),
    member.constant('Capture (noun)', (it) => it.capture_method),
    member.text('Statement descriptor', (it) => it.statement_descriptor),
    member.text('Receipt to', (it) => it.receipt_email ?? chargeOf(it)?.receipt_email),
    member.address('Receipt', (it) => chargeOf(it)?.receipt_url),
    member.metadata,
  ],
  sections: [
    { label: 'Money', Show: Money },
    { label: 'Timeline', Show: PaymentTimeline },
    { label: 'Risk', Show: Risk, is_aside: true },
  ],
  actions: paymentActions,
};
