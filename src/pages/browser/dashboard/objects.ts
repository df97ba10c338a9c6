type Head = { readonly id: string; readonly created: number };

/** A payment intent with its customer, payment method and latest charge expanded. Amounts are in minor units. */
export type Payment = Head & {
  readonly amount: number;
  readonly amount_capturable: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly customer: { readonly id: string; readonly email: string | null; readonly name: string | null } | null;
  readonly description: string | null;
  readonly last_payment_error: { readonly message: string | null; readonly code: string | null } | null;
  readonly latest_charge: Charge | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_method: PaymentMethod | null;
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
  readonly outcome: { readonly risk_level?: string | null; readonly seller_message?: string | null } | null;
  readonly payment_method_details: {
    readonly type: string;
    readonly card?: { readonly brand: string; readonly last4: string } | null;
  } | null;
  readonly receipt_url: string | null;
  readonly refunded: boolean;
  readonly status: string;
};

/** A refund. The amount is in minor units. */
export type Refund = Head & {
  readonly amount: number;
  readonly currency: string;
  readonly failure_reason: string | null;
  readonly reason: string | null;
  readonly status: string;
};

/** A dispute. The amount is in minor units, `due_by` in seconds. */
export type Dispute = Head & {
  readonly amount: number;
  readonly currency: string;
  readonly evidence_details: { readonly due_by: number | null } | null;
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
};
