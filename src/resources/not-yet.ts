import type { Fields } from '../kernel/base/fields.js';
import { createdFilter, flag, text, timestamp } from '../kernel/base/kinds.js';
import { listOf, plainObject } from '../kernel/base/members.js';
import { paging } from '../kernel/base/pages.js';
import type { Absent, Route } from '../kernel/base/rules.js';

/**
 * Operations of Stripe that are not built yet, so that their error does not look like a typo. With a method it is that
 * operation alone, without one everything below the path. What gets built is taken out.
 */
export const not_yet: readonly string[] = [
  '/v1/apple_pay',
  '/v1/apps',
  '/v1/balance/history',
  '/v1/billing/analytics',
  '/v1/billing/feedback_options',
  '/v1/climate',
  'POST /v1/customers/:id/sources/:id/verify',
  '/v1/financial_connections',
  '/v1/forwarding',
  '/v1/identity',
  '/v1/issuing/settlements',
  '/v1/linked_accounts',
  '/v1/product_catalog',
  '/v1/radar/payment_evaluations',
  '/v1/sigma',
  '/v1/sources',
  '/v1/tax/associations',
  '/v1/tax/locations',
  '/v1/terminal',
  '/v1/test_helpers/issuing/settlements',
  '/v1/test_helpers/terminal',
  '/v1/test_helpers/treasury',
  '/v1/three_d_secure',
  '/v1/treasury',
  '/v2',
];

/** What the lists of groups that are not here are filtered by, where that is more than text. */
const kinds: Fields = {
  account_holder: plainObject({ account: text, customer: text, customer_account: text }),
  active: flag,
  approval_required: flag,
  created: createdFilter,
  created_after: timestamp,
  created_before: timestamp,
  effective_at: createdFilter,
  enabled: flag,
  is_account_default: flag,
  linked_flows: plainObject({ source_flow_type: text }),
  prices: listOf(text),
  scope: plainObject({ type: text, user: text }),
  status_transitions: plainObject({ posted_at: createdFilter }),
  transacted_at: createdFilter,
  transaction_refresh: plainObject({ after: text }),
};

type ListRoute = Extract<Route, `GET ${string}`>;
type Lists = Readonly<Record<ListRoute, readonly [object: string, ...filters: readonly string[]]>>;

/**
 * The lists of those groups: the permission that a restricted key needs, what is listed, and what it is filtered by. They answer an empty list,
 * so that programs that read everything continue (spec README, decision 32).
 */
const absent_lists: Readonly<Record<`${string}_read`, Lists>> = {
  apple_pay_read: {
    'GET /v1/apple_pay/domains': ['apple_pay_domain', 'domain_name'],
  },
  apps_read: {
    'GET /v1/apps/installs': ['apps.install', 'account', 'app', 'approval_required', 'channel', 'created', 'created_by', 'status'],
    'GET /v1/apps/secrets': ['apps.secret', 'scope'],
  },
  billing_credits_read: {
    'GET /v1/billing/feedback_options': ['billing.feedback_option', 'status'],
  },
  climate_read: {
    'GET /v1/climate/orders': ['climate.order'],
    'GET /v1/climate/products': ['climate.product'],
    'GET /v1/climate/suppliers': ['climate.supplier'],
  },
  financial_connections_read: {
    'GET /v1/financial_connections/accounts': ['financial_connections.account', 'account_holder', 'session'],
    'GET /v1/financial_connections/transactions': ['financial_connections.transaction', 'account', 'transacted_at', 'transaction_refresh'],
  },
  forwarding_read: {
    'GET /v1/forwarding/requests': ['forwarding.request', 'created'],
  },
  identity_read: {
    'GET /v1/identity/verification_reports': [
      'identity.verification_report',
      'client_reference_id',
      'created',
      'type',
      'verification_session',
    ],
    'GET /v1/identity/verification_sessions': [
      'identity.verification_session',
      'client_reference_id',
      'created',
      'related_customer',
      'related_customer_account',
      'status',
    ],
  },
  issuing_cards_read: {
    'GET /v1/issuing/settlements': ['issuing.settlement', 'created'],
  },
  products_read: {
    'GET /v1/product_catalog/trial_offers': ['product_catalog.trial_offer', 'active', 'created', 'prices'],
  },
  reporting_read: {
    'GET /v1/sigma/scheduled_query_runs': ['scheduled_query_run'],
  },
  sources_read: {
    'GET /v1/sources': ['source', 'customer', 'type'],
  },
  tax_read: {
    'GET /v1/tax/locations': ['tax.location', 'type'],
  },
  terminal_read: {
    'GET /v1/terminal/configurations': ['terminal.configuration', 'is_account_default'],
    'GET /v1/terminal/locations': ['terminal.location'],
    'GET /v1/terminal/readers': ['terminal.reader', 'device_type', 'location', 'serial_number', 'status'],
  },
  three_d_secure_read: {
    'GET /v1/three_d_secure/authentications': ['three_d_secure.authentication', 'created', 'status'],
  },
  treasury_read: {
    'GET /v1/treasury/credit_reversals': ['treasury.credit_reversal', 'financial_account', 'received_credit', 'status'],
    'GET /v1/treasury/debit_reversals': ['treasury.debit_reversal', 'financial_account', 'received_debit', 'resolution', 'status'],
    'GET /v1/treasury/financial_accounts': ['treasury.financial_account', 'created', 'status'],
    'GET /v1/treasury/inbound_transfers': ['treasury.inbound_transfer', 'financial_account', 'status'],
    'GET /v1/treasury/outbound_payments': ['treasury.outbound_payment', 'created', 'customer', 'financial_account', 'status'],
    'GET /v1/treasury/outbound_transfers': ['treasury.outbound_transfer', 'financial_account', 'status'],
    'GET /v1/treasury/received_credits': ['treasury.received_credit', 'financial_account', 'linked_flows', 'status'],
    'GET /v1/treasury/received_debits': ['treasury.received_debit', 'financial_account', 'status'],
    'GET /v1/treasury/transaction_entries': [
      'treasury.transaction_entry',
      'created',
      'effective_at',
      'financial_account',
      'order_by',
      'transaction',
    ],
    'GET /v1/treasury/transactions': ['treasury.transaction', 'created', 'financial_account', 'order_by', 'status', 'status_transitions'],
  },
};

const rows = Object.entries(absent_lists).flatMap(([permission, lists]) =>
  Object.entries(lists).map(([route, [object, ...filters]]) => ({
    permission: permission as `${string}_read`,
    route: route as ListRoute,
    object,
    filters,
  })),
);

/** The entries of those lists, and those that look for one object in them. */
export const absent: readonly Absent[] = rows.flatMap(({ route, object, filters }) => {
  const filtered = Object.fromEntries(filters.map((name) => [name, kinds[name] ?? text]));
  const all = { kind: 'absent' as const, routes: [route], object, params: { ...filtered, ...paging } };
  return [all, { ...all, routes: [`${route}/:id`], params: {} }];
});

/** Who may call them. */
export const absent_access = Object.fromEntries(
  rows.flatMap(({ route, permission }) => [route, `${route}/:id`].map((each) => [each, { restricted: permission }])),
);
