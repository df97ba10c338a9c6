import type { Entry } from './kit/description.js';

/** The kinds of objects with pages, by section, in the order of the navigation. */
export const entries: readonly Entry[] = [
  {
    ...{ name: 'payments', label: 'Payments', section: 'Payments', prefixes: ['pi'] },
    load: async () => (await import('./payments/payment.js')).payments,
  },
  {
    ...{ name: 'refunds', label: 'Refunds', section: 'Payments', prefixes: ['re', 'pyr'] },
    load: async () => (await import('./payments/refund.js')).refunds,
  },
  {
    ...{ name: 'disputes', label: 'Disputes', section: 'Payments', prefixes: ['dp', 'du'] },
    load: async () => (await import('./payments/dispute.js')).disputes,
  },
  {
    ...{ name: 'charges', label: 'Charges', section: null, prefixes: ['ch', 'py'] },
    load: async () => (await import('./payments/attempt.js')).charges,
  },
  {
    ...{ name: 'payment-links', label: 'Payment links', section: 'Payments', prefixes: ['plink'] },
    load: async () => (await import('./checkout/payment-link.js')).paymentLinks,
  },
  {
    ...{ name: 'checkout-sessions', label: 'Checkout sessions', section: 'Payments', prefixes: ['cs_test', 'cs_live', 'cs'] },
    load: async () => (await import('./checkout/session.js')).sessions,
  },
  {
    ...{ name: 'setup-intents', label: 'Saved without payment', section: 'Payments', prefixes: ['seti'] },
    load: async () => (await import('./payments/setup-intent.js')).setupIntents,
  },
  {
    ...{ name: 'reviews', label: 'Reviews', section: 'Fraud', prefixes: ['prv'] },
    load: async () => (await import('./fraud/review.js')).reviews,
  },
  {
    ...{ name: 'rules', label: 'Rules', section: 'Fraud', prefixes: ['ssr'] },
    load: async () => (await import('./fraud/rule.js')).rules,
  },
  {
    ...{ name: 'value-lists', label: 'Value lists', section: 'Fraud', prefixes: ['rsl'] },
    load: async () => (await import('./fraud/value-list.js')).valueLists,
  },
  {
    ...{ name: 'value-list-items', label: 'Values', section: null, prefixes: ['rsli'] },
    load: async () => (await import('./fraud/value-list-item.js')).valueListItems,
  },
  {
    ...{ name: 'customers', label: 'Customers', section: 'Customers', prefixes: ['cus'] },
    load: async () => (await import('./customers/customer.js')).customers,
  },
  {
    ...{ name: 'payment-methods', label: 'Payment methods', section: null, prefixes: ['pm', 'card'] },
    load: async () => (await import('./customers/payment-method.js')).paymentMethods,
  },
  {
    ...{ name: 'customer-balance', label: 'Customer balance', section: null, prefixes: [] },
    load: async () => (await import('./customers/balance-transaction.js')).customerBalance,
  },
  {
    ...{ name: 'credit-grants', label: 'Credit grants', section: null, prefixes: ['credgr'] },
    load: async () => (await import('./customers/credit-grant.js')).creditGrants,
  },
  {
    ...{ name: 'subscriptions', label: 'Subscriptions', section: 'Billing', prefixes: ['sub'] },
    load: async () => (await import('./billing/subscription.js')).subscriptions,
  },
  {
    ...{ name: 'invoices', label: 'Invoices', section: 'Billing', prefixes: ['in'] },
    load: async () => (await import('./billing/invoice.js')).invoices,
  },
  {
    ...{ name: 'credit-notes', label: 'Credit notes', section: 'Billing', prefixes: ['cn'] },
    load: async () => (await import('./billing/credit-note.js')).creditNotes,
  },
  {
    ...{ name: 'quotes', label: 'Quotes', section: 'Billing', prefixes: ['qt'] },
    load: async () => (await import('./billing/quote.js')).quotes,
  },
  {
    ...{ name: 'subscription-schedules', label: 'Schedules', section: 'Billing', prefixes: ['sub_sched'] },
    load: async () => (await import('./billing/schedule.js')).schedules,
  },
  {
    ...{ name: 'meters', label: 'Meters', section: 'Billing', prefixes: ['mtr'] },
    load: async () => (await import('./billing/meter.js')).meters,
  },
  {
    ...{ name: 'products', label: 'Products', section: 'Catalog', prefixes: ['prod'] },
    load: async () => (await import('./catalogue/product.js')).products,
  },
  {
    ...{ name: 'prices', label: 'Prices', section: 'Catalog', prefixes: ['price'] },
    load: async () => (await import('./catalogue/price.js')).prices,
  },
  {
    ...{ name: 'coupons', label: 'Coupons', section: 'Catalog', prefixes: [] },
    load: async () => (await import('./catalogue/coupon.js')).coupons,
  },
  {
    ...{ name: 'promotion-codes', label: 'Promotion codes', section: 'Catalog', prefixes: ['promo'] },
    load: async () => (await import('./catalogue/promotion-code.js')).promotionCodes,
  },
  {
    ...{ name: 'tax-rates', label: 'Tax rates', section: 'Catalog', prefixes: ['txr'] },
    load: async () => (await import('./catalogue/tax-rate.js')).taxRates,
  },
  {
    ...{ name: 'shipping-rates', label: 'Shipping rates', section: 'Catalog', prefixes: ['shr'] },
    load: async () => (await import('./catalogue/shipping-rate.js')).shippingRates,
  },
  {
    ...{ name: 'balance-transactions', label: 'Balance transactions', section: 'Money', prefixes: ['txn'] },
    load: async () => (await import('./money/balance-transaction.js')).balanceTransactions,
  },
  {
    ...{ name: 'payouts', label: 'Payouts', section: 'Money', prefixes: ['po'] },
    load: async () => (await import('./money/payout.js')).payouts,
  },
  {
    ...{ name: 'beneficiaries', label: 'Beneficiaries', section: 'Money', prefixes: ['ben'] },
    load: async () => (await import('./money/beneficiary.js')).beneficiaries,
  },
  {
    ...{ name: 'top-ups', label: 'Top-ups', section: 'Money', prefixes: ['tu'] },
    load: async () => (await import('./money/topup.js')).topups,
  },
  {
    ...{ name: 'exchange-rates', label: 'Exchange rates', section: 'Money', prefixes: ['fxq'] },
    load: async () => (await import('./money/fx-quote.js')).fxQuotes,
  },
  {
    ...{ name: 'accounts', label: 'Accounts', section: 'Connect', prefixes: ['acct'] },
    load: async () => (await import('./connect/account.js')).accounts,
  },
  {
    ...{ name: 'transfers', label: 'Transfers', section: 'Connect', prefixes: ['tr'] },
    load: async () => (await import('./connect/transfer.js')).transfers,
  },
  {
    ...{ name: 'application-fees', label: 'Application fees', section: 'Connect', prefixes: ['fee'] },
    load: async () => (await import('./connect/application-fee.js')).applicationFees,
  },
  {
    ...{ name: 'cardholders', label: 'Cardholders', section: 'Issuing', prefixes: ['ich'] },
    load: async () => (await import('./issuing/cardholder.js')).cardholders,
  },
  {
    ...{ name: 'cards', label: 'Cards', section: 'Issuing', prefixes: ['ic'] },
    load: async () => (await import('./issuing/card.js')).cards,
  },
  {
    ...{ name: 'authorizations', label: 'Authorizations', section: 'Issuing', prefixes: ['iauth'] },
    load: async () => (await import('./issuing/authorization.js')).authorizations,
  },
  {
    ...{ name: 'card-transactions', label: 'Transactions', section: 'Issuing', prefixes: ['ipi'] },
    load: async () => (await import('./issuing/transaction.js')).cardTransactions,
  },
  {
    ...{ name: 'webhooks', label: 'Webhooks', section: 'Developers', prefixes: ['we'] },
    load: async () => (await import('./developers/endpoint.js')).endpoints,
  },
  {
    ...{ name: 'events', label: 'Events', section: 'Developers', prefixes: ['evt'] },
    load: async () => (await import('./developers/event.js')).events,
  },
  {
    ...{ name: 'requests', label: 'API requests', section: 'Developers', prefixes: ['req'] },
    load: async () => (await import('./developers/request-log.js')).requestLogs,
  },
  {
    ...{ name: 'test-clocks', label: 'Test clocks', section: 'Developers', prefixes: ['clock'] },
    load: async () => (await import('./test-controls/test-clock.js')).testClocks,
  },
  {
    ...{ name: 'snapshots', label: 'Snapshots', section: 'Developers', prefixes: ['snap'] },
    load: async () => (await import('./test-controls/snapshot.js')).snapshots,
  },
  {
    ...{ name: 'files', label: 'Files', section: 'Developers', prefixes: ['file'] },
    load: async () => (await import('./files/file.js')).files,
  },
  {
    ...{ name: 'audit-log', label: 'Audit log', section: 'Settings', prefixes: ['audit'] },
    load: async () => (await import('./developers/audit-record.js')).auditRecords,
  },
];
