/** An account, as its page shows it. */
export type Account = {
  readonly id: string;
  readonly created: number;
  readonly business_profile: { readonly name: string | null } | null;
  readonly business_type: string | null;
  readonly capabilities: Readonly<Record<string, string>>;
  readonly charges_enabled: boolean;
  readonly country: string;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payouts_enabled: boolean;
  readonly requirements: {
    readonly currently_due: readonly string[];
    readonly disabled_reason: string | null;
    readonly errors: readonly { readonly requirement: string; readonly reason: string }[];
    readonly eventually_due: readonly string[];
    readonly past_due: readonly string[];
    readonly pending_verification: readonly string[];
  };
  readonly type: string;
};
