import type { ViewOf } from '../../kernel/base/views.js';
import type { invoice } from '../../resources/billing/invoices/invoice.js';
import type { look } from '../../resources/checkout/billing-portal/look.js';
import type { portalSession } from '../../resources/checkout/billing-portal/session.js';

/** A session as its pages receive it, with what they show. */
export type Session = ViewOf<typeof look>;

/** A session as the other verbs of its pages return it. */
export type SessionAlone = ViewOf<typeof portalSession>;

/** What the pages of a session show. */
export type Shown = Session['shown'];

/** A subscription, and what its customer may do with it. */
export type Subscribed = Shown['subscriptions'][number];

/** A thing that is subscribed to, and what it can be changed to. */
export type Item = Subscribed['items'][number];

/** A price as customers see it; without an amount where that depends on the quantity. */
export type Priced = Omit<Item['offers'][number], 'quantities'>;

/** A saved payment method. */
export type Method = Shown['payment_methods'][number];

/** An invoice on the list of all. */
export type Billed = Shown['invoices'][number];

/** The retention offer of a cancellation. */
export type Offer = NonNullable<Shown['coupon']>;

/** What a session leads to at once. */
export type Flow = NonNullable<Session['flow']>;

/** What a change would be billed. */
export type Bill = ViewOf<typeof invoice>;
