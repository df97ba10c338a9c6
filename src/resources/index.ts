import { accountLinks } from './accounts/account-links/index.js';
import { accounts } from './accounts/accounts/index.js';
import { persons } from './accounts/persons/index.js';
import { sandbox } from './accounts/sandbox/index.js';
import { billingAlerts } from './billing/alerts/index.js';
import { creditNotes } from './billing/credit-notes/index.js';
import { billingCredits } from './billing/credits/index.js';
import { entitlements } from './billing/entitlements/index.js';
import { invoiceItems } from './billing/invoice-items/index.js';
import { invoicePayments } from './billing/invoice-payments/index.js';
import { invoices } from './billing/invoices/index.js';
import { renderingTemplates } from './billing/rendering-templates/index.js';
import { subscriptionSchedules } from './billing/subscription-schedules/index.js';
import { subscriptions } from './billing/subscriptions/index.js';
import { usageRecords } from './billing/usage-records/index.js';
import { coupons } from './catalogue/coupons/index.js';
import { discounts } from './catalogue/discounts/index.js';
import { meters } from './catalogue/meters/index.js';
import { prices } from './catalogue/prices/index.js';
import { plans } from './catalogue/prices/plans.js';
import { productFeatures } from './catalogue/product-features/index.js';
import { products } from './catalogue/products/index.js';
import { promotionCodes } from './catalogue/promotion-codes/index.js';
import { shippingRates } from './catalogue/shipping-rates/index.js';
import { taxRates } from './catalogue/tax-rates/index.js';
import { accountSessions } from './checkout/account-sessions/index.js';
import { billingPortal } from './checkout/billing-portal/index.js';
import { checkout } from './checkout/checkout/index.js';
import { paymentLinks } from './checkout/payment-links/index.js';
import { quotes } from './checkout/quotes/index.js';
import { applicationFees } from './connect/application-fees/index.js';
import { applications } from './connect/applications/index.js';
import { loginLinks } from './connect/login-links/index.js';
import { transfers } from './connect/transfers/index.js';
import { auditRecords } from './core/audit-records/index.js';
import { clocks } from './core/clocks/index.js';
import { countrySpecs } from './core/country-specs/index.js';
import { ephemeralKeys } from './core/ephemeral-keys/index.js';
import { events } from './core/events/index.js';
import { files } from './core/files/index.js';
import { members } from './core/members/index.js';
import { requestLogs } from './core/request-logs/index.js';
import { savedFilters } from './core/saved-filters/index.js';
import { stripeCli } from './core/stripe-cli/index.js';
import { webhookEndpoints } from './core/webhook-endpoints/index.js';
import { customerBalance } from './customers/customer-balance/index.js';
import { customerSessions } from './customers/customer-sessions/index.js';
import { customers } from './customers/customers/index.js';
import { taxIds } from './customers/tax-ids/index.js';
import { issuingAuthorizations } from './issuing/authorizations/index.js';
import { issuingCardholders } from './issuing/cardholders/index.js';
import { issuingCards } from './issuing/cards/index.js';
import { issuingDisputes } from './issuing/disputes/index.js';
import { personalizationDesigns } from './issuing/personalization-designs/index.js';
import { physicalBundles } from './issuing/physical-bundles/index.js';
import { issuingTokens } from './issuing/tokens/index.js';
import { issuingTransactions } from './issuing/transactions/index.js';
import { balance } from './money/balance/index.js';
import { balanceSettingsGroup } from './money/balance-settings/index.js';
import { beneficiaries } from './money/beneficiaries/index.js';
import { exchangeRates } from './money/exchange-rates/index.js';
import { fxQuotes } from './money/fx-quotes/index.js';
import { payouts } from './money/payouts/index.js';
import { cashBalances } from './payments/cash-balances/index.js';
import { charges } from './payments/charges/index.js';
import { confirmationTokens } from './payments/confirmation-tokens/index.js';
import { disputes } from './payments/disputes/index.js';
import { elements } from './payments/elements/index.js';
import { paymentIntents } from './payments/payment-intents/index.js';
import { paymentMethodConfigurations } from './payments/payment-method-configurations/index.js';
import { paymentMethodDomains } from './payments/payment-method-domains/index.js';
import { paymentMethods } from './payments/payment-methods/index.js';
import { paymentRecords } from './payments/payment-records/index.js';
import { radar } from './payments/radar/index.js';
import { refunds } from './payments/refunds/index.js';
import { reviews } from './payments/reviews/index.js';
import { routingRules } from './payments/routing-rules/index.js';
import { setupIntents } from './payments/setup-intents/index.js';
import { sources } from './payments/sources/index.js';
import { tokens } from './payments/tokens/index.js';
import { reportRuns } from './reporting/report-runs/index.js';
import { reportSchedules } from './reporting/report-runs/schedules.js';
import { reportTypes } from './reporting/report-types/index.js';
import { summary } from './reporting/summary/index.js';
import { taxCalculations } from './tax/calculations/index.js';
import { taxRegistrations } from './tax/registrations/index.js';
import { taxSettingsGroup } from './tax/settings/index.js';
import { taxCodes } from './tax/tax-codes/index.js';
import { taxTransactions } from './tax/transactions/index.js';

/** Everything that can be asked of Florin, a line a group. */
export const catalogue = [
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...radar,
  ...routingRules,
  ...reviews,
  ...setupIntents,
  ...paymentMethods,
  ...paymentMethodConfigurations,
  ...paymentMethodDomains,
  ...elements,
  ...paymentRecords,
  ...customers,
  ...payouts,
  ...beneficiaries,
  ...balance,
  ...balanceSettingsGroup,
  ...fxQuotes,
  ...exchangeRates,
  ...webhookEndpoints,
  ...events,
  ...stripeCli,
  ...files,
  ...accounts,
  ...transfers,
  ...applicationFees,
  ...applications,
  ...persons,
  ...accountLinks,
  ...loginLinks,
  ...accountSessions,
  ...auditRecords,
  ...requestLogs,
  ...members,
  ...savedFilters,
  ...clocks,
  ...sandbox,
  ...tokens,
  ...confirmationTokens,
  ...sources,
  ...ephemeralKeys,
  ...customerSessions,
  ...taxIds,
  ...countrySpecs,
  ...cashBalances,
  ...products,
  ...productFeatures,
  ...entitlements,
  ...prices,
  ...plans,
  ...coupons,
  ...discounts,
  ...promotionCodes,
  ...taxRates,
  ...taxCodes,
  ...taxSettingsGroup,
  ...taxRegistrations,
  ...taxCalculations,
  ...taxTransactions,
  ...customerBalance,
  ...subscriptions,
  ...subscriptionSchedules,
  ...billingPortal,
  ...creditNotes,
  ...invoiceItems,
  ...invoices,
  ...invoicePayments,
  ...renderingTemplates,
  ...meters,
  ...billingAlerts,
  ...billingCredits,
  ...usageRecords,
  ...shippingRates,
  ...checkout,
  ...paymentLinks,
  ...quotes,
  ...issuingCardholders,
  ...physicalBundles,
  ...personalizationDesigns,
  ...issuingCards,
  ...issuingTokens,
  ...issuingAuthorizations,
  ...issuingTransactions,
  ...issuingDisputes,
  ...reportTypes,
  ...reportRuns,
  ...reportSchedules,
  ...summary,
] as const;

/** The literal of every route. */
export type CatalogueRoute = (typeof catalogue)[number]['routes'][number];
