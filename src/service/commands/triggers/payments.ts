import { advance, advanceSandbox, clock, customer, customer_on_clock, del, get, paid, paying, post, type Triggers } from './requests.js';

const intent = (params: object, more: object = {}) => post('payment_intent', 'payment_intents', { ...paying, ...params }, more);
const held = intent({ capture_method: 'manual' });
const captured = post('capture', 'payment_intents/${payment_intent:id}/capture');
const declined = intent({ payment_method: 'pm_card_chargeDeclined' }, { expected_error_type: 'card_error' });

const debit = {
  amount: 2000,
  currency: 'eur',
  confirm: true,
  payment_method_types: ['sepa_debit'],
  payment_method_data: {
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details: { name: 'Jo Example', email: 'jo@example.com' },
  },
  mandate_data: { customer_acceptance: { type: 'offline' } },
};
const processing = intent({ ...debit, payment_method: undefined });
const refund = post('refund', 'refunds', { payment_intent: '${payment_intent:id}' });
const slow_refund = [intent({ payment_method: 'pm_card_pendingRefund' }), refund];
const dispute = post('dispute', 'test_helpers/disputes', { charge: '${payment_intent:latest_charge}' });
const warned = intent({
  payment_method: undefined,
  payment_method_data: { type: 'card', card: { number: '4000000000005423', exp_month: 12, exp_year: 2034, cvc: '123' } },
});
const reviewed = [
  post('rule', 'radar/rules', {
    action: 'review',
    conditions: [{ attribute: 'metadata', metadata_key: 'review', operator: 'is', values: ['requested'] }],
  }),
  intent({ metadata: { review: 'requested' } }),
];
const decided = (evidence: string) =>
  post('dispute_update', 'disputes/${dispute:id}', { evidence: { uncategorized_text: evidence }, submit: true });

const setup = (params: object, more: object = {}) =>
  post('setup_intent', 'setup_intents', { payment_method: 'pm_card_visa', payment_method_types: ['card'], confirm: true, ...params }, more);
const attached = post('payment_method', 'payment_methods/pm_card_visa/attach', { customer: '${customer:id}' });
const source = post('source', 'customers/${customer:id}/sources', { source: 'tok_visa' });
const by_source = 'customers/${customer:id}/sources/${source:id}';

/** Triggers of payments, refunds, disputes and payment methods. */
export const of_payments: Triggers = {
  'charge.captured': [held, captured],
  'charge.dispute.closed': [paid, dispute, decided('losing_evidence')],
  'charge.dispute.created': [paid, dispute],
  'charge.dispute.funds_reinstated': [paid, dispute, decided('winning_evidence')],
  'charge.dispute.funds_withdrawn': [paid, dispute],
  'charge.dispute.updated': [paid, dispute, post('dispute_update', 'disputes/${dispute:id}', { metadata: { order: '1742' } })],
  'charge.expired': [
    ...customer_on_clock,
    intent({ capture_method: 'manual', customer: '${customer:id}', payment_method: 'pm_card_visa' }),
    advance('after_a_week', 8),
  ],
  'charge.failed': [declined],
  'charge.pending': [processing],
  'charge.refund.updated': [paid, refund, post('refund_update', 'refunds/${refund:id}', { metadata: { order: '1742' } })],
  'charge.refunded': [paid, refund],
  'charge.succeeded': [paid],
  'charge.updated': [paid, post('charge', 'charges/${payment_intent:latest_charge}', { description: 'Order 1742' })],
  'mandate.updated': [customer, setup({ customer: '${customer:id}', mandate_data: { customer_acceptance: { type: 'offline' } } })],
  'payment_intent.amount_capturable_updated': [held],
  'payment_intent.canceled': [
    intent({ confirm: false }),
    post('cancel', 'payment_intents/${payment_intent:id}/cancel', { cancellation_reason: 'requested_by_customer' }),
  ],
  'payment_intent.created': [intent({ confirm: false, payment_method: undefined })],
  'payment_intent.payment_failed': [declined],
  'payment_intent.processing': [processing],
  'payment_intent.requires_action': [intent({ payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/done' })],
  'payment_intent.succeeded': [paid],
  'payment_method.attached': [customer, attached],
  'payment_method.detached': [customer, attached, post('detach', 'payment_methods/${payment_method:id}/detach')],
  'payment_method.updated': [
    customer,
    attached,
    post('payment_method_update', 'payment_methods/${payment_method:id}', { metadata: { order: '1742' } }),
  ],
  'radar.early_fraud_warning.created': [warned],
  'radar.early_fraud_warning.updated': [warned, refund],
  'refund.created': [paid, refund],
  'refund.failed': [...slow_refund, post('settle', 'test_helpers/refunds/${refund:id}/settle', { outcome: 'fail' })],
  'refund.updated': [...slow_refund, post('settle', 'test_helpers/refunds/${refund:id}/settle', { outcome: 'succeed' })],
  'review.closed': [...reviewed, post('approve', 'reviews/${payment_intent:review}/approve')],
  'review.opened': reviewed,
  'setup_intent.canceled': [setup({ confirm: false }), post('cancel', 'setup_intents/${setup_intent:id}/cancel')],
  'setup_intent.created': [setup({ confirm: false })],
  'setup_intent.requires_action': [setup({ payment_method: 'pm_card_authenticationRequired', return_url: 'https://example.com/done' })],
  'setup_intent.setup_failed': [setup({ payment_method: 'pm_card_chargeDeclined' }, { expected_error_type: 'card_error' })],
  'setup_intent.succeeded': [customer, setup({ customer: '${customer:id}' })],
  'customer.source.created': [customer, source],
  'customer.source.deleted': [customer, source, del('source_delete', by_source)],
  'customer.source.expiring': [
    customer_on_clock[0],
    post('customer', 'customers', { test_clock: '${clock:id}' }),
    source,
    post('source_update', by_source, { exp_month: 2, exp_year: 2027 }),
    advance('in_the_last_month', 20),
  ],
  'customer.source.updated': [customer, source, post('source_update', by_source, { name: 'Jo Example' })],
};

const funded = (amount: number) => post('cash', 'test_helpers/customers/${customer:id}/fund_cash_balance', { amount, currency: 'usd' });
const top_up = post('money', 'test_helpers/top_ups', { amount: 50_000, currency: 'usd' });
const payout = post('payout', 'payouts', { amount: 1000, currency: 'usd' });
const bank_account = (account_number: string) => [
  get('own_account', 'account'),
  post('bank', 'accounts/${own_account:id}/external_accounts', {
    external_account: {
      object: 'bank_account',
      country: 'US',
      currency: 'usd',
      account_number,
      routing_number: '110000000',
    },
  }),
];
const topup = post('topup', 'topups', { amount: 2000, currency: 'usd', description: 'from florin trigger' });
const quote = post('fx_quote', 'fx_quotes', {
  from_currencies: ['eur'],
  to_currency: 'usd',
  lock_duration: 'hour',
  usage: { type: 'payment' },
});

/** Triggers of balances and payouts. Some move the clock of the sandbox, because no test clock reaches its balance. */
export const of_money: Triggers = {
  'balance_settings.updated': [post('balance_settings', 'balance_settings', { payments: { debit_negative_balances: true } })],
  'balance.available': [paid, ...advanceSandbox(4)],
  'cash_balance.funds_available': [...customer_on_clock, funded(2000), advance('after_an_hour', 1)],
  'customer_cash_balance_transaction.created': [customer, funded(2000)],
  'fx_quote.expired': [quote, ...advanceSandbox(1)],
  'payout.canceled': [top_up, payout, post('cancel', 'payouts/${payout:id}/cancel')],
  'payout.created': [top_up, payout],
  'payout.failed': [
    top_up,
    ...bank_account('000111111116'),
    post('payout', 'payouts', { amount: 1000, currency: 'usd', destination: '${bank:id}' }),
    ...advanceSandbox(7),
  ],
  'payout.paid': [top_up, payout, ...advanceSandbox(7)],
  'payout.reconciliation_completed': [
    top_up,
    get('own_account', 'account'),
    post('daily', 'accounts/${own_account:id}', { settings: { payouts: { schedule: { interval: 'daily' } } } }),
    ...advanceSandbox(9),
  ],
  'payout.updated': [top_up, payout, post('payout_update', 'payouts/${payout:id}', { metadata: { order: '1742' } })],
  'reporting.report_run.succeeded': [
    paid,
    post('report_run', 'reporting/report_runs', {
      report_type: 'balance.summary.1',
      parameters: { interval_start: 1_700_000_000, interval_end: '${payment_intent:created}' },
    }),
  ],
  'topup.canceled': [topup, post('cancel', 'topups/${topup:id}/cancel')],
  'topup.created': [topup],
  'topup.failed': [topup, post('fail', 'test_helpers/top_ups/${topup:id}/fail')],
  'topup.reversed': [top_up, post('reverse', 'test_helpers/top_ups/${money:id}/reverse')],
  'topup.succeeded': [top_up],
};

/** Triggers of test clocks. */
export const of_clocks: Triggers = {
  'test_helpers.test_clock.advancing': [clock, advance('later', 30)],
  'test_helpers.test_clock.created': [clock],
  'test_helpers.test_clock.deleted': [clock, del('end', 'test_helpers/test_clocks/${clock:id}')],
  'test_helpers.test_clock.ready': [clock, advance('later', 30)],
};
