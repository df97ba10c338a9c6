/** The account of the key, with its settings. */
export type Account = {
  readonly id: string;
  readonly business_profile: Readonly<Record<'name' | 'support_email' | 'support_phone' | 'support_url' | 'url', string | null>>;
  readonly country: string;
  readonly settings: {
    readonly branding: Readonly<Record<'icon' | 'logo' | 'primary_color' | 'secondary_color', string | null>>;
    readonly invoices: {
      readonly days_until_due: number;
      readonly numbering: string;
      readonly prefix: string;
      readonly retry_days: readonly number[];
      readonly tax_rounding: string;
    };
    readonly payments: { readonly disabled_payment_method_types: readonly string[] };
    readonly payouts: {
      readonly schedule: {
        readonly delay_days: number;
        readonly interval: string;
        readonly monthly_anchor: number | null;
        readonly weekly_anchor: string | null;
      };
      readonly statement_descriptor: string | null;
    };
    readonly subscriptions: { readonly after_last_retry: string; readonly upcoming_days: number };
  };
};
