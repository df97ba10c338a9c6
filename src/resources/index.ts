import { accountLinks } from './account-links/index.js';
import { accounts } from './accounts/index.js';
import { applicationFees } from './application-fees/index.js';
import { auditRecords } from './audit-records/index.js';
import { balance } from './balance/index.js';
import { beneficiaries } from './beneficiaries/index.js';
import { billingPortal } from './billing-portal/index.js';
import { cashBalances } from './cash-balances/index.js';
import { charges } from './charges/index.js';
import { checkout } from './checkout/index.js';
import { clocks } from './clocks/index.js';
import { confirmationTokens } from './confirmation-tokens/index.js';
import { countrySpecs } from './country-specs/index.js';
import { coupons } from './coupons/index.js';
import { creditNotes } from './credit-notes/index.js';
import { customerBalance } from './customer-balance/index.js';
import { customerSessions } from './customer-sessions/index.js';
import { customers } from './customers/index.js';
import { discounts } from './discounts/index.js';
import { disputes } from './disputes/index.js';
import { entitlements } from './entitlements/index.js';
import { ephemeralKeys } from './ephemeral-keys/index.js';
import { events } from './events/index.js';
import { files } from './files/index.js';
import { fxQuotes } from './fx-quotes/index.js';
import { invoiceItems } from './invoice-items/index.js';
import { invoicePayments } from './invoice-payments/index.js';
import { invoices } from './invoices/index.js';
import { issuingAuthorizations } from './issuing/authorizations/index.js';
import { issuingCardholders } from './issuing/cardholders/index.js';
import { issuingCards } from './issuing/cards/index.js';
import { issuingDisputes } from './issuing/disputes/index.js';
import { issuingTransactions } from './issuing/transactions/index.js';
import { loginLinks } from './login-links/index.js';
import { meters } from './meters/index.js';
import { paymentIntents } from './payment-intents/index.js';
import { paymentLinks } from './payment-links/index.js';
import { paymentMethods } from './payment-methods/index.js';
import { payouts } from './payouts/index.js';
import { persons } from './persons/index.js';
import { prices } from './prices/index.js';
import { plans } from './prices/plans.js';
import { productFeatures } from './product-features/index.js';
import { products } from './products/index.js';
import { promotionCodes } from './promotion-codes/index.js';
import { refunds } from './refunds/index.js';
import { setupIntents } from './setup-intents/index.js';
import { shippingRates } from './shipping-rates/index.js';
import { sources } from './sources/index.js';
import { subscriptionSchedules } from './subscription-schedules/index.js';
import { subscriptions } from './subscriptions/index.js';
import { taxIds } from './tax-ids/index.js';
import { taxRates } from './tax-rates/index.js';
import { tokens } from './tokens/index.js';
import { transfers } from './transfers/index.js';
import { usageRecords } from './usage-records/index.js';
import { webhookEndpoints } from './webhook-endpoints/index.js';

/** Everything that can be asked of Florin, a line a group. */
export const catalogue = [
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...setupIntents,
  ...paymentMethods,
  ...customers,
  ...payouts,
  ...beneficiaries,
  ...balance,
  ...fxQuotes,
  ...webhookEndpoints,
  ...events,
  ...files,
  ...accounts,
  ...transfers,
  ...applicationFees,
  ...persons,
  ...accountLinks,
  ...loginLinks,
  ...auditRecords,
  ...clocks,
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
  ...customerBalance,
  ...subscriptions,
  ...subscriptionSchedules,
  ...billingPortal,
  ...creditNotes,
  ...invoiceItems,
  ...invoices,
  ...invoicePayments,
  ...meters,
  ...usageRecords,
  ...shippingRates,
  ...checkout,
  ...paymentLinks,
  ...issuingCardholders,
  ...issuingCards,
  ...issuingAuthorizations,
  ...issuingTransactions,
  ...issuingDisputes,
] as const;

/** The literal of every route. */
export type CatalogueRoute = (typeof catalogue)[number]['routes'][number];
