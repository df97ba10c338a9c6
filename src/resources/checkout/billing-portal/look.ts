import { isMetered } from '../../../arithmetic/billing/subscription/items.js';
import { about } from '../../../kernel/base/fields.js';
import { type Found, many, one, own } from '../../../kernel/base/reads.js';
import { view } from '../../../kernel/base/views.js';
import { session_member } from '../../accounts/account-links/answers.js';
import { account } from '../../accounts/accounts/account.js';
import { merchant } from '../../accounts/accounts/merchant.js';
import { type Invoice, invoice, isOwed } from '../../billing/invoices/invoice.js';
import { type Subscription, subscription } from '../../billing/subscriptions/subscription.js';
import { coupon } from '../../catalogue/coupons/coupon.js';
import { price } from '../../catalogue/prices/price.js';
import { type Product, product } from '../../catalogue/products/product.js';
import type { Customer } from '../../customers/customers/customer.js';
import { tax_id_types } from '../../customers/tax-ids/formats.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { choicesOf, type OnOffer, on_sale_read, quantitiesOfItem, toldOf } from './choices.js';
import type { PortalConfiguration } from './configuration.js';
import { mayCancel, mayChange, mayPause, mayResume } from './permitted.js';
import { portalSession } from './session.js';
import { type Shown, type Subscribed, shown } from './shown.js';
import { requireVisitor, visit_reads } from './visit.js';

/** How many of each are shown, the newest. */
const shown_max = { invoices: 24, payment_methods: 20, subscriptions: 20, tax_ids: 20 } as const;

const newest = { of: 'customer', cut: true, newest: true } as const;

type Seen = {
  readonly configuration: PortalConfiguration;
  readonly customer: Customer;
  readonly on_offer: OnOffer;
  readonly products: Found<Product | null>;
  readonly invoices: readonly Invoice[];
};

/** A subscription, and what its customer may do with it. */
function subscribedTo(it: Subscription, { configuration: { features }, customer, on_offer, products, invoices }: Seen): Subscribed {
  const owed = it.pending_update && invoices.find(({ id }) => id === it.latest_invoice);
  return {
    ...{ id: it.id, cancel_at: it.cancel_at, cancel_at_period_end: it.cancel_at_period_end, currency: it.currency },
    current_period_end: it.current_period_end,
    items: it.items.data.map((item) => ({
      ...toldOf(item.price, products, it.currency),
      id: item.id,
      offers: choicesOf(item, it, on_offer).map((choice) => ({
        ...toldOf(choice.price, products, it.currency),
        quantities: choice.quantities,
      })),
      quantity: isMetered(item) ? null : (item.quantity ?? null),
      quantities: quantitiesOfItem(item, on_offer),
    })),
    may_cancel: mayCancel(it, features),
    may_change: mayChange(it, on_offer),
    may_pause: mayPause(it, features),
    may_resume: mayResume(it, features, customer),
    owed_url: owed && isOwed(owed) ? owed.hosted_invoice_url : null,
    paused: it.pause_collection && { resumes_at: it.pause_collection.resumes_at },
    ...{ schedule: it.schedule, status: it.status, trial_end: it.trial_end },
  };
}

const gone: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

const told = ({ address, email, invoice_settings, name, phone, preferred_locales, shipping }: Customer): Shown['customer'] => ({
  ...{ address, email, name, phone, preferred_locales, shipping },
  default_payment_method: invoice_settings.default_payment_method,
});

const newestFirst = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? 1 : -1);

/** Shows the visitor of a session its content and the allowed actions. */
export const look = view(portalSession, 'look by', {
  takes: session_member,
  shows: { merchant: about('The account whose portal it is.', merchant), shown: about('What the pages of the session show.', shown) },
  reads: {
    ...visit_reads,
    account: own(account),
    subscriptions: many(subscription, { by: 'customer', ...newest, at_most: shown_max.subscriptions }),
    offered: one(price, 'configuration.features.subscription_update.products.prices'),
    on_sale: on_sale_read,
    products: one(product, 'subscriptions.items.data.price.product'),
    products_offered: one(product, 'configuration.features.subscription_update.products.product'),
    payment_methods: many(paymentMethod, { by: 'customer', ...newest, at_most: shown_max.payment_methods }),
    invoices: many(invoice, { by: 'customer', ...newest, at_most: shown_max.invoices }),
    tax_ids: many(taxId, { by: 'customer', ...newest, at_most: shown_max.tax_ids }),
    offer: one(coupon, 'flow.subscription_cancel.retention.coupon_offer.coupon'),
  },
  show: ({ it, input, account: owner, configuration, customer, offer, ...seen }, asked) => {
    requireVisitor(it, input, asked);
    const { business_profile, features } = configuration;
    const on_offer = { update: features.subscription_update, prices: seen.offered ?? none, on_sale: seen.on_sale };
    const products: Found<Product | null> = {
      get: (id) => seen.products.get(id) ?? seen.products_offered?.get(id) ?? null,
      all: [],
    };
    const all = { configuration, customer, on_offer, products, invoices: seen.invoices };
    const live = seen.subscriptions.filter(({ status }) => !gone.has(status));
    const content: Shown = {
      ...{ business_profile, features, now: asked.now, customer: told(customer) },
      coupon: offer && { amount_off: offer.amount_off, currency: offer.currency, percent_off: offer.percent_off, name: offer.name },
      invoices: features.invoice_history.enabled ? seen.invoices.filter(({ status }) => status !== 'draft').sort(newestFirst) : [],
      payment_methods: [...seen.payment_methods].sort(newestFirst),
      subscriptions: [...live].sort(newestFirst).map((each) => subscribedTo(each, all)),
      tax_id_types: features.customer_update.allowed_updates.includes('tax_id') ? [...tax_id_types] : [],
      tax_ids: seen.tax_ids.map(({ id, type, value }) => ({ id, type, value })),
    };
    return { merchant: owner, shown: content };
  },
});

const none = { get: () => null, all: [] } as const;
