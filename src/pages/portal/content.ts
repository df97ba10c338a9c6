/** A price as customers see it; without an amount where that depends on the quantity. */
export type Priced = {
  readonly currency: string;
  readonly interval: string;
  readonly interval_count: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly price: string;
  readonly unit_amount_decimal: string | null;
};

/** Between how many a customer may choose. */
export type Quantities = { readonly maximum: number | null; readonly minimum: number } | null;

/** A thing that is subscribed to, and what it can be changed to. */
export type Item = Priced & {
  readonly id: string;
  readonly offers: readonly (Priced & { readonly quantities: Quantities })[];
  readonly quantity: number | null;
  readonly quantities: Quantities;
};

/** A subscription, and what its customer may do with it. */
export type Subscribed = {
  readonly id: string;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly currency: string;
  readonly current_period_end: number;
  readonly items: readonly Item[];
  readonly may_cancel: boolean;
  readonly may_change: boolean;
  readonly may_resume: boolean;
  readonly owed_url: string | null;
  readonly schedule: string | null;
  readonly status: string;
  readonly trial_end: number | null;
};

/** A billing or shipping address. */
export type Address = {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
  readonly state: string | null;
};

/** What is paid with. */
export type Method = {
  readonly id: string;
  readonly type: string;
  readonly card?: { readonly brand: string; readonly last4: string; readonly exp_month: number; readonly exp_year: number } | null;
};

/** An invoice on the list of all. */
export type Billed = {
  readonly id: string;
  readonly created: number;
  readonly currency: string;
  readonly hosted_invoice_url: string | null;
  readonly invoice_pdf: string | null;
  readonly number: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly total: number;
};

/** What may be done. */
export type Features = {
  readonly customer_update: { readonly allowed_updates: readonly string[]; readonly enabled: boolean };
  readonly invoice_history: { readonly enabled: boolean };
  readonly payment_method_update: { readonly enabled: boolean };
  readonly subscription_cancel: {
    readonly cancellation_reason: { readonly enabled: boolean; readonly options: readonly string[] };
    readonly mode: 'at_period_end' | 'immediately';
    readonly proration_behavior: string;
  };
  readonly subscription_update: { readonly default_allowed_updates: readonly string[] };
};

/** Whose session it is. */
export type Customer = {
  readonly address: Address | null;
  readonly default_payment_method: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly preferred_locales: readonly string[];
  readonly shipping: { readonly address: Address | null; readonly name: string | null; readonly phone: string | null } | null;
};

/** The retention offer of a cancellation. */
export type Offer = { readonly amount_off: number | null; readonly currency: string | null; readonly percent_off: number | null };

/** All that the pages of a session show, as the API says it. */
export type Shown = {
  readonly business_profile: {
    readonly headline: string | null;
    readonly privacy_policy_url: string | null;
    readonly terms_of_service_url: string | null;
  };
  readonly coupon: Offer | null;
  readonly customer: Customer;
  readonly features: Features;
  readonly invoices: readonly Billed[];
  readonly now: number;
  readonly payment_methods: readonly Method[];
  readonly subscriptions: readonly Subscribed[];
  readonly tax_id_types: readonly string[];
  readonly tax_ids: readonly { readonly id: string; readonly type: string; readonly value: string }[];
};

/** What a session leads to at once. */
export type Flow = {
  readonly after_completion: {
    readonly hosted_confirmation: { readonly custom_message: string | null } | null;
    readonly redirect: { readonly return_url: string } | null;
    readonly type: 'hosted_confirmation' | 'portal_homepage' | 'redirect';
  };
  readonly subscription_cancel: { readonly retention: object | null; readonly subscription: string } | null;
  readonly subscription_update: { readonly subscription: string } | null;
  readonly subscription_update_confirm: { readonly subscription: string } | null;
  readonly type: string;
};

/** A session as its pages see it. */
export type Session = {
  readonly flow: Flow | null;
  readonly livemode: boolean;
  readonly locale: string | null;
  readonly return_url: string | null;
  readonly shown: Shown;
};

/** A line of what would be billed, and the time that it is for. */
export type Line = {
  readonly amount: number;
  readonly description: string | null;
  readonly period: { readonly start: number };
};

/** What a change would be billed. */
export type Bill = {
  readonly amount_due: number;
  readonly currency: string;
  readonly lines: { readonly data: readonly Line[] };
  readonly total: number;
};
