import type { Interval } from './words.js';

/** A price, as far as a payer is to know it. */
export type PriceShown = {
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string | null;
  readonly recurring: {
    readonly interval: Interval;
    readonly interval_count: number;
    readonly usage_type: 'licensed' | 'metered';
  } | null;
  readonly custom_unit_amount: {
    readonly minimum: number | null;
    readonly maximum: number | null;
    readonly preset: number | null;
  } | null;
};

/** Something that is bought. */
export type LineItem = {
  readonly id: string;
  readonly description: string | null;
  readonly quantity: number | null;
  readonly amount_subtotal: number;
  readonly amount_discount: number;
  readonly amount_tax: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly adjustable_quantity: { readonly enabled: boolean; readonly minimum: number | null; readonly maximum: number | null } | null;
  readonly price: PriceShown | null;
  readonly taxes?: readonly LineTax[] | null;
};

/** A tax of a line. */
export type LineTax = {
  readonly amount: number;
  readonly rate: { readonly display_name: string; readonly percentage: number; readonly inclusive: boolean };
};

type TextAsked = {
  readonly default_value: string | null;
  readonly maximum_length: number | null;
  readonly minimum_length: number | null;
} | null;

/** What a merchant asks in words of its own. */
export type CustomField = {
  readonly key: string;
  readonly label: { readonly custom: string | null };
  readonly optional: boolean;
  readonly type: 'text' | 'numeric' | 'dropdown';
  readonly text?: TextAsked;
  readonly numeric?: TextAsked;
  readonly dropdown?: {
    readonly default_value: string | null;
    readonly options: readonly { readonly label: string; readonly value: string }[];
  } | null;
};

/** A way to have things sent. */
export type ShippingOption = {
  readonly id: string;
  readonly display_name: string;
  readonly amount: number;
  readonly delivery_estimate: { readonly minimum: Estimate | null; readonly maximum: Estimate | null } | null;
};

/** How long something takes. */
export type Estimate = { readonly unit: 'business_day' | 'day' | 'hour' | 'week' | 'month'; readonly value: number };

/** Something that the payer has saved before. */
export type SavedMethod = {
  readonly id: string;
  readonly type: string;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  } | null;
};

/** Why the last try failed. */
export type LastFailure = {
  readonly code: string | null;
  readonly decline_code: string | null;
  readonly param?: string | null;
  readonly type?: string | null;
};

/** Members that only the page of a session receives. */
export type PageOnly = {
  readonly methods: readonly SavedMethod[];
  readonly types: readonly string[];
  readonly is_due: boolean;
  readonly step: { readonly type: string; readonly url: string } | null;
  readonly failure: LastFailure | null;
  /** What is known of a customer who comes again. */
  readonly payer: { readonly email: string | null; readonly name: string | null; readonly phone: string | null } | null;
  readonly promotion_code: string | null;
  /** What is charged after today: one for each change of the amount. */
  readonly renewals: readonly { readonly amount: number; readonly moment: number }[];
  readonly shipping_options: readonly ShippingOption[];
  readonly shipping_rate: string | null;
  readonly trial_end: number | null;
  readonly trial_days: number | null;
  readonly after_completion: AfterCompletion | null;
};

/** The redirect after paying by a link. */
export type AfterCompletion = {
  readonly type: 'redirect' | 'hosted_confirmation';
  readonly redirect: { readonly url: string } | null;
  readonly hosted_confirmation: { readonly custom_message: string | null } | null;
};

/** What is asked of a name. */
export type NameAsked = { readonly enabled: boolean; readonly optional: boolean } | null;

type Said = { readonly message: string } | null;

/** A checkout session as its page sees it. */
export type CheckoutSession = {
  readonly id: string;
  readonly livemode: boolean;
  readonly status: 'open' | 'complete' | 'expired';
  readonly mode: 'payment' | 'setup' | 'subscription';
  readonly ui_mode: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly total_details: { readonly amount_discount: number; readonly amount_shipping: number; readonly amount_tax: number } | null;
  readonly line_items: { readonly data: readonly LineItem[] } | null;
  readonly payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  readonly submit_type: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe' | null;
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly return_url: string | null;
  readonly redirect_on_completion: 'always' | 'if_required' | 'never' | null;
  readonly allow_promotion_codes: boolean | null;
  readonly billing_address_collection: 'auto' | 'required' | null;
  readonly phone_number_collection: { readonly enabled: boolean } | null;
  readonly shipping_address_collection: { readonly allowed_countries: readonly string[] } | null;
  readonly custom_fields: readonly CustomField[];
  readonly custom_text: {
    readonly after_submit: Said;
    readonly shipping_address: Said;
    readonly submit: Said;
    readonly terms_of_service_acceptance: Said;
  } | null;
  readonly consent_collection: { readonly promotions: string | null; readonly terms_of_service: string | null } | null;
  readonly name_collection: { readonly business: NameAsked; readonly individual: NameAsked } | null;
  readonly tax_id_collection: { readonly enabled: boolean; readonly required: string } | null;
  readonly customer_email: string | null;
  readonly saved_payment_method_options?: { readonly payment_method_save: 'enabled' | 'disabled' | null } | null;
  readonly after_expiration?: { readonly recovery: { readonly enabled: boolean } | null } | null;
  readonly page: PageOnly;
};

/** Whether the page is shown within a page of the merchant's. */
export const isEmbedded = ({ ui_mode }: CheckoutSession): boolean => ui_mode === 'embedded' || ui_mode === 'embedded_page';
