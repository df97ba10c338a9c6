import type { ViewOf } from '../../kernel/base/views.js';
import type { look } from '../../resources/checkout/checkout/look.js';
import type { session } from '../../resources/checkout/checkout/session.js';

/** A checkout session as its page receives it, with the page members and the merchant. */
export type SessionView = ViewOf<typeof look>;

/** A checkout session as the other verbs of its page return it. */
export type SessionAlone = ViewOf<typeof session>;

/** A checkout session as its page shows it; visitors do not receive the address that the merchant knows. */
export type CheckoutSession = SessionView & { readonly customer_email: string | null };

type Page = CheckoutSession['page'];

/** One of the things that are bought. */
export type LineItem = NonNullable<CheckoutSession['line_items']>['data'][number];

/** A question in the merchant's own words. */
export type CustomField = CheckoutSession['custom_fields'][number];

/** A way to have things sent. */
export type ShippingOption = Page['shipping_options'][number];

/** How long something takes. */
export type Estimate = NonNullable<NonNullable<ShippingOption['delivery_estimate']>['minimum']>;

/** A saved payment method. */
export type SavedMethod = Page['methods'][number];

/** Whether the merchant's own page shows it by elements, so that its address only leads back there. */
export const isOfElements = ({ ui_mode }: CheckoutSession): boolean => ui_mode === 'elements' || ui_mode === 'custom';

/** Whether the page is shown within a page of the merchant's. */
export const isEmbedded = ({ ui_mode }: CheckoutSession): boolean => ui_mode === 'embedded' || ui_mode === 'embedded_page';
