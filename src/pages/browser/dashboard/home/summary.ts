/** The figures of an interval or of a part of it. Amounts in minor units. */
export type Figures = {
  readonly gross_volume: number;
  readonly net_volume: number;
  readonly payments: number;
  readonly failed_payments: number;
  readonly success_rate: number | null;
  readonly refunds: { readonly amount: number; readonly count: number };
  readonly disputes: { readonly amount: number; readonly count: number };
  readonly fees: number;
  readonly new_customers: number;
};

/** What needs attention: how much of it there is, the first objects, and the earliest time by which something must be done. */
export type Attention = {
  readonly type: string;
  readonly count: number;
  readonly objects: readonly string[];
  readonly due_by: number | null;
};

/** The answer of `GET /v1/reporting/summary`. */
export type Summary = {
  readonly attention: readonly Attention[];
  readonly balance: { readonly available: number; readonly pending: number };
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly current: Figures & { readonly recurring_revenue: number };
  readonly previous: Figures & { readonly recurring_revenue: number };
  readonly next_payout: {
    readonly amount: number;
    readonly currency: string;
    readonly date: number;
    readonly payout: string | null;
  } | null;
  readonly series: readonly (Figures & { readonly start: number; readonly previous_gross_volume: number })[];
  readonly unit: 'hour' | 'day' | 'week' | 'month';
};
