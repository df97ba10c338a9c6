import type { Referred } from '../kit/members.js';
import type { PriceParts } from './price-text.js';

/** A subscription, with its customer expanded. */
export type Subscription = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly collection_method: string;
  readonly current_period_end: number | null;
  readonly current_period_start: number | null;
  readonly customer: Referred;
  readonly default_payment_method: string | null;
  readonly description: string | null;
  readonly items: { readonly data: readonly SubscriptionItem[] };
  readonly latest_invoice: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly pause_collection: { readonly behavior: string } | null;
  readonly test_clock: string | null;
  readonly trial_end: number | null;
};

/** A price of a subscription and its quantity. */
export type SubscriptionItem = {
  readonly id: string;
  readonly quantity?: number | null;
  readonly price: PriceParts & { readonly product: string };
};
