type Head = { readonly id: string; readonly created: number };

type Customer = { readonly id: string; readonly email: string | null; readonly name: string | null };

/** A payment intent with its customer, payment method and latest charge expanded. Amounts are in minor units. */
export type Payment = Head & {
  readonly amount: number;
  readonly amount_capturable: number;
  readonly amount_received: number;
  readonly cancellation_reason: string | null;
  readonly capture_method: string;
  readonly currency: string;
  readonly customer: Customer | string | null;
  readonly description: string | null;
  readonly invoice: string | null;
  readonly last_payment_error: { readonly message: string | null; readonly code: string | null } | null;
  readonly latest_charge: Charge | string | null;
  readonly merchant_order_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly next_action: { readonly type: string; readonly redirect_to_url?: { readonly url: string } } | null;
  readonly payment_method: PaymentMethod | string | null;
  readonly processor: string | { readonly name: string } | null;
  readonly receipt_email: string | null;
  readonly statement_descriptor: string | null;
  readonly status: string;
};

/** A payment method. */
export type PaymentMethod = {
  readonly id: string;
  readonly type: string;
  readonly card?: { readonly brand: string; readonly last4: string } | null;
};

/** A change of the balance: amounts in minor units, `available_on` in seconds. */
export type BalanceTransaction = Head & {
  readonly amount: number;
  readonly available_on: number;
  readonly currency: string;
  readonly fee: number;
  readonly net: number;
  readonly payout: string | null;
  readonly source: string | null;
  readonly status: string;
  readonly type: string;
};

/** An attempt to take money. Amounts are in minor units. */
export type Charge = Head & {
  readonly amount: number;
  readonly amount_refunded: number;
  readonly balance_transaction: BalanceTransaction | string | null;
  readonly currency: string;
  readonly disputed: boolean;
  readonly failure_message: string | null;
  readonly outcome: {
    readonly network_status?: string | null;
    readonly reason?: string | null;
    readonly risk_level?: string | null;
    readonly risk_score?: number | null;
    readonly seller_message?: string | null;
  } | null;
  readonly captured: boolean;
  readonly failure_code: string | null;
  readonly payment_intent: Payment | string | null;
  readonly payment_method_details: { readonly type: string; readonly card?: CardDetails | null } | null;
  readonly receipt_email: string | null;
  readonly receipt_url: string | null;
  readonly refunded: boolean;
  readonly status: string;
};

type CardDetails = {
  readonly brand: string;
  readonly last4: string;
  readonly country?: string | null;
  readonly funding?: string | null;
  readonly exp_month?: number;
  readonly exp_year?: number;
  readonly checks?: Readonly<Record<string, string | null>> | null;
  readonly three_d_secure?: { readonly result?: string | null; readonly version?: string | null } | null;
};

/** A refund. The amount is in minor units. */
export type Refund = Head & {
  readonly amount: number;
  readonly balance_transaction: BalanceTransaction | string | null;
  readonly charge: string | null;
  readonly payment_intent: string | null;
  readonly currency: string;
  readonly failure_reason: string | null;
  readonly reason: string | null;
  readonly status: string;
};

/** A dispute. The amount is in minor units, `due_by` in seconds. */
export type Dispute = Head & {
  readonly amount: number;
  readonly currency: string;
  readonly balance_transactions: readonly BalanceTransaction[];
  readonly charge: string;
  readonly evidence: Readonly<Record<string, string | null>>;
  readonly evidence_details: { readonly due_by: number | null; readonly has_evidence?: boolean; readonly submission_count?: number } | null;
  readonly payment_intent: string | null;
  readonly reason: string;
  readonly status: string;
};

/** A webhook endpoint; its secret is present only in the answer that creates or rolls it. */
export type WebhookEndpoint = Head & {
  readonly api_version: string | null;
  readonly description: string | null;
  readonly enabled_events: readonly string[];
  readonly secret?: string;
  readonly status: string;
  readonly url: string;
};

/** A delivery attempt with its event expanded; `next_attempt` is in seconds. */
export type WebhookAttempt = Head & {
  readonly attempt: number;
  readonly event: { readonly id: string; readonly type: string; readonly data: object };
  readonly next_attempt: number | null;
  readonly outcome: string;
  readonly response_body: string | null;
  readonly response_status: number | null;
  readonly url: string;
  readonly webhook_endpoint: string;
};
