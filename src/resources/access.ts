import type { CatalogueRoute } from './index.js';

/** Who may call a route besides a secret key, which may call all. */
export type Access = {
  /** The permission a restricted key needs; none is enough where it is null. */
  readonly restricted: `${string}_read` | `${string}_write` | null;
  /** What a publishable key may do: create without seeing, or act on the object whose `client_secret` it sends. */
  readonly publishable?: 'create' | 'with_client_secret';
  /** The only parameters a publishable key may send: a browser must not change what the merchant decides. */
  readonly publishable_params?: readonly string[];
  /** The signed address of a payer's page may act on the object it was made for. */
  readonly page?: true;
  /** Exists in test mode only. */
  readonly test_only?: true;
};

/** The owner of every operation. A route of the catalogue without a row here does not compile. */
export const access = {
  'POST /v1/payment_intents': { restricted: 'payment_intents_write' },
  'POST /v1/payment_intents/:id': { restricted: 'payment_intents_write' },
  'POST /v1/payment_intents/:id/confirm': {
    restricted: 'payment_intents_write',
    publishable: 'with_client_secret',
    publishable_params: [
      'client_secret',
      'confirmation_token',
      'expand',
      'mandate_data',
      'payment_method',
      'payment_method_data',
      'receipt_email',
      'return_url',
      'setup_future_usage',
      'shipping',
      'use_stripe_sdk',
    ],
  },
  'POST /v1/payment_intents/:id/verify_microdeposits': {
    restricted: 'payment_intents_write',
    publishable: 'with_client_secret',
    publishable_params: ['amounts', 'client_secret', 'descriptor_code', 'expand'],
  },
  'POST /v1/payment_intents/:id/capture': { restricted: 'payment_intents_write' },
  'POST /v1/payment_intents/:id/increment_authorization': { restricted: 'payment_intents_write' },
  'POST /v1/payment_intents/:id/cancel': { restricted: 'payment_intents_write' },
  'POST /v1/test_helpers/payment_intents/:id/next_action': { restricted: 'payment_intents_write', page: true, test_only: true },
  'GET /v1/payment_intents/:id': { restricted: 'payment_intents_read', publishable: 'with_client_secret', page: true },
  'GET /v1/payment_intents': { restricted: 'payment_intents_read' },
  'GET /v1/payment_intents/list': { restricted: 'payment_intents_read' },
  'GET /v1/payment_intents/search': { restricted: 'payment_intents_read' },

  'POST /v1/charges': { restricted: 'charges_write' },
  'POST /v1/charges/:id': { restricted: 'charges_write' },
  'POST /v1/charges/:id/capture': { restricted: 'charges_write' },
  'GET /v1/charges/:id': { restricted: 'charges_read', page: true },
  'GET /v1/charges': { restricted: 'charges_read' },
  'GET /v1/charges/list': { restricted: 'charges_read' },
  'GET /v1/charges/search': { restricted: 'charges_read' },

  'POST /v1/refunds': { restricted: 'refunds_write' },
  'POST /v1/refunds/:id': { restricted: 'refunds_write' },
  'POST /v1/refunds/:id/cancel': { restricted: 'refunds_write' },
  'POST /v1/test_helpers/refunds/:id/settle': { restricted: 'refunds_write', test_only: true },
  'GET /v1/refunds/:id': { restricted: 'refunds_read' },
  'GET /v1/refunds': { restricted: 'refunds_read' },
  'GET /v1/refunds/list': { restricted: 'refunds_read' },
  'GET /v1/charges/:charge/refunds/:id': { restricted: 'refunds_read' },
  'GET /v1/charges/:charge/refunds': { restricted: 'refunds_read' },

  'POST /v1/test_helpers/disputes': { restricted: 'disputes_write', test_only: true },
  'POST /v1/test_helpers/disputes/:id/escalate': { restricted: 'disputes_write', test_only: true },
  'POST /v1/disputes/:id': { restricted: 'disputes_write' },
  'POST /v1/disputes/:id/close': { restricted: 'disputes_write' },
  'GET /v1/disputes/:id': { restricted: 'disputes_read' },
  'GET /v1/disputes': { restricted: 'disputes_read' },
  'GET /v1/disputes/list': { restricted: 'disputes_read' },

  'POST /v1/setup_intents': { restricted: 'setup_intents_write' },
  'POST /v1/setup_intents/:id': { restricted: 'setup_intents_write' },
  'POST /v1/setup_intents/:id/confirm': {
    restricted: 'setup_intents_write',
    publishable: 'with_client_secret',
    publishable_params: [
      'client_secret',
      'confirmation_token',
      'expand',
      'mandate_data',
      'payment_method',
      'payment_method_data',
      'return_url',
      'use_stripe_sdk',
    ],
  },
  'POST /v1/setup_intents/:id/verify_microdeposits': {
    restricted: 'setup_intents_write',
    publishable: 'with_client_secret',
    publishable_params: ['amounts', 'client_secret', 'descriptor_code', 'expand'],
  },
  'POST /v1/setup_intents/:id/cancel': { restricted: 'setup_intents_write' },
  'POST /v1/test_helpers/setup_intents/:id/next_action': { restricted: 'setup_intents_write', page: true, test_only: true },
  'GET /v1/setup_intents/:id': { restricted: 'setup_intents_read', publishable: 'with_client_secret', page: true },
  'GET /v1/setup_intents': { restricted: 'setup_intents_read' },
  'GET /v1/setup_intents/list': { restricted: 'setup_intents_read' },
  'GET /v1/setup_attempts': { restricted: 'setup_intents_read' },
  'GET /v1/setup_attempts/list': { restricted: 'setup_intents_read' },
  'GET /v1/mandates/:id': { restricted: 'setup_intents_read' },

  'POST /v1/payment_methods': { restricted: 'payment_methods_write', publishable: 'create' },
  'POST /v1/payment_methods/:id': { restricted: 'payment_methods_write' },
  'POST /v1/payment_methods/:id/attach': { restricted: 'payment_methods_write' },
  'POST /v1/payment_methods/:id/detach': { restricted: 'payment_methods_write' },
  'GET /v1/payment_methods/:id': { restricted: 'payment_methods_read' },
  'GET /v1/payment_methods': { restricted: 'payment_methods_read' },
  'GET /v1/payment_methods/list': { restricted: 'payment_methods_read' },
  'GET /v1/customers/:customer/payment_methods': { restricted: 'payment_methods_read' },
  'GET /v1/customers/:customer/payment_methods/:id': { restricted: 'payment_methods_read' },

  'POST /v1/customers': { restricted: 'customers_write' },
  'POST /v1/customers/:id': { restricted: 'customers_write' },
  'DELETE /v1/customers/:id': { restricted: 'customers_write' },
  'GET /v1/customers/:id': { restricted: 'customers_read' },
  'GET /v1/customers': { restricted: 'customers_read' },
  'GET /v1/customers/list': { restricted: 'customers_read' },
  'GET /v1/customers/search': { restricted: 'customers_read' },

  'POST /v1/tokens': { restricted: 'tokens_write', publishable: 'create' },
  'GET /v1/tokens/:id': { restricted: 'tokens_read' },
  'POST /v1/test_helpers/confirmation_tokens': { restricted: 'tokens_write', publishable: 'create', test_only: true },
  'GET /v1/confirmation_tokens/:id': { restricted: 'tokens_read' },

  'POST /v1/customers/:customer/sources': { restricted: 'customers_write' },
  'POST /v1/customers/:customer/sources/:id': { restricted: 'customers_write' },
  'DELETE /v1/customers/:customer/sources/:id': { restricted: 'customers_write' },
  'GET /v1/customers/:customer/sources/:id': { restricted: 'customers_read' },
  'GET /v1/customers/:customer/sources': { restricted: 'customers_read' },

  'POST /v1/customers/:customer/tax_ids': { restricted: 'tax_ids_write' },
  'DELETE /v1/customers/:customer/tax_ids/:id': { restricted: 'tax_ids_write' },
  'GET /v1/customers/:customer/tax_ids/:id': { restricted: 'tax_ids_read' },
  'GET /v1/customers/:customer/tax_ids': { restricted: 'tax_ids_read' },
  'POST /v1/tax_ids': { restricted: 'tax_ids_write' },
  'DELETE /v1/tax_ids/:id': { restricted: 'tax_ids_write' },
  'GET /v1/tax_ids/:id': { restricted: 'tax_ids_read' },
  'GET /v1/tax_ids': { restricted: 'tax_ids_read' },

  'GET /v1/customers/:customer/cash_balance': { restricted: 'customers_read' },
  'POST /v1/customers/:customer/cash_balance': { restricted: 'customers_write' },
  'GET /v1/customers/:customer/cash_balance_transactions': { restricted: 'customers_read' },
  'GET /v1/customers/:customer/cash_balance_transactions/:id': { restricted: 'customers_read' },
  'POST /v1/customers/:customer/funding_instructions': { restricted: 'customers_write', test_only: true },
  'POST /v1/test_helpers/customers/:customer/fund_cash_balance': { restricted: 'customers_write', test_only: true },
  'POST /v1/payment_intents/:id/apply_customer_balance': { restricted: 'payment_intents_write' },

  'POST /v1/ephemeral_keys': { restricted: 'ephemeral_keys_write' },
  'DELETE /v1/ephemeral_keys/:id': { restricted: 'ephemeral_keys_write' },
  'POST /v1/customer_sessions': { restricted: 'customer_sessions_write' },

  'POST /v1/payouts': { restricted: 'payouts_write' },
  'POST /v1/payouts/:id': { restricted: 'payouts_write' },
  'POST /v1/payouts/:id/cancel': { restricted: 'payouts_write' },
  'POST /v1/payouts/:payout/reverse': { restricted: 'payouts_write' },
  'GET /v1/payouts/:id': { restricted: 'payouts_read' },
  'GET /v1/payouts': { restricted: 'payouts_read' },
  'GET /v1/payouts/list': { restricted: 'payouts_read' },

  'GET /v1/country_specs': { restricted: 'accounts_read' },
  'GET /v1/country_specs/:country': { restricted: 'accounts_read' },

  'GET /v1/balance': { restricted: 'balance_read' },
  'GET /v1/balance_transactions': { restricted: 'balance_read' },
  'GET /v1/balance_transactions/list': { restricted: 'balance_read' },
  'GET /v1/balance_transactions/:id': { restricted: 'balance_read' },
  'POST /v1/test_helpers/top_ups': { restricted: 'balance_write', test_only: true },
  'POST /v1/topups': { restricted: 'balance_write', test_only: true },
  'POST /v1/topups/:id': { restricted: 'balance_write', test_only: true },
  'POST /v1/topups/:id/cancel': { restricted: 'balance_write', test_only: true },
  'GET /v1/topups': { restricted: 'balance_read' },
  'GET /v1/topups/list': { restricted: 'balance_read' },
  'GET /v1/topups/:id': { restricted: 'balance_read' },

  'POST /v1/webhook_endpoints': { restricted: 'webhook_endpoints_write' },
  'POST /v1/webhook_endpoints/:id': { restricted: 'webhook_endpoints_write' },
  'POST /v1/webhook_endpoints/:id/roll_secret': { restricted: 'webhook_endpoints_write' },
  'POST /v1/webhook_endpoints/:id/resend': { restricted: 'webhook_endpoints_write' },
  'DELETE /v1/webhook_endpoints/:id': { restricted: 'webhook_endpoints_write' },
  'GET /v1/webhook_endpoints/:id': { restricted: 'webhook_endpoints_read' },
  'GET /v1/webhook_endpoints': { restricted: 'webhook_endpoints_read' },
  'GET /v1/webhook_endpoints/list': { restricted: 'webhook_endpoints_read' },
  'GET /v1/webhook_attempts': { restricted: 'webhook_endpoints_read' },
  'GET /v1/webhook_attempts/list': { restricted: 'webhook_endpoints_read' },
  'GET /v1/webhook_attempts/:id': { restricted: 'webhook_endpoints_read' },

  'GET /v1/events/:id': { restricted: 'events_read' },
  'GET /v1/events': { restricted: 'events_read' },
  'GET /v1/events/list': { restricted: 'events_read' },
  'POST /v1/events/:id/retry': { restricted: 'events_write' },

  'POST /v1/files': { restricted: 'files_write' },
  'GET /v1/files/:id': { restricted: 'files_read' },
  'GET /v1/files/:id/contents': { restricted: 'files_read' },
  'GET /v1/files': { restricted: 'files_read' },
  'GET /v1/files/list': { restricted: 'files_read' },
  'POST /v1/file_links': { restricted: 'files_write' },
  'POST /v1/file_links/:id': { restricted: 'files_write' },
  'GET /v1/file_links/:id': { restricted: 'files_read' },
  'GET /v1/file_links/:id/contents': { restricted: 'files_read', page: true },
  'GET /v1/file_links': { restricted: 'files_read' },
  'GET /v1/file_links/list': { restricted: 'files_read' },

  'GET /v1/account': { restricted: 'accounts_read', page: true },
  'GET /v1/accounts/:id': { restricted: 'accounts_read' },
  'POST /v1/accounts/:id': { restricted: 'accounts_write' },
  'POST /v1/accounts/:account/external_accounts': { restricted: 'accounts_write' },
  'GET /v1/accounts/:account/external_accounts': { restricted: 'accounts_read' },
  'GET /v1/accounts/:account/external_accounts/:id': { restricted: 'accounts_read' },
  'DELETE /v1/accounts/:account/external_accounts/:id': { restricted: 'accounts_write' },

  'GET /v1/audit_records': { restricted: null },
  'GET /v1/audit_records/list': { restricted: null },

  'POST /v1/test_helpers/test_clocks': { restricted: 'test_clocks_write', test_only: true },
  'POST /v1/test_helpers/test_clocks/:id/advance': { restricted: 'test_clocks_write', test_only: true },
  'DELETE /v1/test_helpers/test_clocks/:id': { restricted: 'test_clocks_write', test_only: true },
  'GET /v1/test_helpers/test_clocks/:id': { restricted: 'test_clocks_read', test_only: true },
  'GET /v1/test_helpers/test_clocks': { restricted: 'test_clocks_read', test_only: true },
  'GET /v1/test_helpers/sandbox_clock': { restricted: 'balance_read', test_only: true },
  'POST /v1/test_helpers/sandbox_clock/advance': { restricted: 'balance_write', test_only: true },

  'POST /v1/products': { restricted: 'products_write' },
  'POST /v1/products/:id': { restricted: 'products_write' },
  'DELETE /v1/products/:id': { restricted: 'products_write' },
  'GET /v1/products/:id': { restricted: 'products_read' },
  'GET /v1/products/search': { restricted: 'products_read' },
  'GET /v1/products': { restricted: 'products_read' },
  'GET /v1/products/list': { restricted: 'products_read' },

  'POST /v1/prices': { restricted: 'prices_write' },
  'POST /v1/prices/:id': { restricted: 'prices_write' },
  'GET /v1/prices/:id': { restricted: 'prices_read' },
  'GET /v1/prices/search': { restricted: 'prices_read' },
  'GET /v1/prices': { restricted: 'prices_read' },
  'GET /v1/prices/list': { restricted: 'prices_read' },
} as const satisfies Record<CatalogueRoute, Access>;

/** What a route needs to be privileged: whoever asks for one under these permissions leaves an audit record, whatever comes of it. */
export const privileged: ReadonlySet<string | null> = new Set<(typeof access)[CatalogueRoute]['restricted']>([
  'accounts_write',
  'payouts_write',
  'refunds_write',
  'webhook_endpoints_write',
]);
