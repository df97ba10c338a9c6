/** Amounts of transactions by category. */
export const by_category = ['reporting_category', 'currency', 'count', 'gross', 'fee', 'net'] as const;

/** The balance at both ends of an interval, and the changes between them. */
export const of_balance = ['category', 'description', 'net_amount', 'currency'] as const;

/** The columns of a balance transaction, with the payment behind it. */
export const of_transaction = [
  'automatic_payout_effective_at',
  'automatic_payout_effective_at_utc',
  'automatic_payout_id',
  'available_on',
  'available_on_utc',
  'balance_transaction_id',
  'card_address_city',
  'card_address_country',
  'card_address_line1',
  'card_address_line2',
  'card_address_postal_code',
  'card_address_state',
  'card_brand',
  'card_country',
  'card_funding',
  'charge_created',
  'charge_created_utc',
  'charge_id',
  'connected_account',
  'connected_account_country',
  'connected_account_id',
  'connected_account_name',
  'created',
  'created_utc',
  'currency',
  'customer_address_city',
  'customer_address_country',
  'customer_address_line1',
  'customer_address_line2',
  'customer_address_postal_code',
  'customer_address_state',
  'customer_description',
  'customer_email',
  'customer_facing_amount',
  'customer_facing_currency',
  'customer_id',
  'customer_name',
  'customer_shipping_address_city',
  'customer_shipping_address_country',
  'customer_shipping_address_line1',
  'customer_shipping_address_line2',
  'customer_shipping_address_postal_code',
  'customer_shipping_address_state',
  'description',
  'dispute_reason',
  'fee',
  'gross',
  'invoice_id',
  'invoice_number',
  'is_link',
  'net',
  'payment_intent_id',
  'payment_method_type',
  'regulatory_tag',
  'reporting_category',
  'shipping_address_city',
  'shipping_address_country',
  'shipping_address_line1',
  'shipping_address_line2',
  'shipping_address_postal_code',
  'shipping_address_state',
  'source_id',
  'statement_descriptor',
  'subscription_id',
] as const;

/** The columns of a payout and of the balance transaction that pays it or returns it. */
export const of_payout = [
  'balance_transaction_id',
  'connected_account',
  'currency',
  'description',
  'effective_at',
  'effective_at_utc',
  'fee',
  'gross',
  'net',
  'payout_description',
  'payout_destination_id',
  'payout_expected_arrival_date',
  'payout_id',
  'payout_reversed_at',
  'payout_reversed_at_utc',
  'payout_status',
  'payout_type',
  'regulatory_tag',
  'reporting_category',
] as const;

/** Fees by their kind. */
export const fees_by_type = ['fee_type', 'currency', 'count', 'amount'] as const;

/** The columns of a fee. */
export const of_fee = [
  'balance_transaction_id',
  'created',
  'created_utc',
  'currency',
  'amount',
  'fee_type',
  'description',
  'application',
  'reporting_category',
  'source_id',
] as const;

/** Recurring revenue of a month. */
export const of_month = [
  'month',
  'currency',
  'starting_recurring_revenue',
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'ending_recurring_revenue',
  'subscriptions',
] as const;

/** A change of the recurring revenue of a subscription. */
export const of_revenue_change = [
  'subscription_id',
  'customer_id',
  'changed_at',
  'changed_at_utc',
  'currency',
  'change_type',
  'change',
  'recurring_revenue',
] as const;

/** Columns with the value of a key of metadata, such as `payment_metadata[order]`. */
export const metadata_column = /^(payment|refund|transfer)_metadata\[([^\]]{1,40})\]$/;

/** The columns of every layout. */
export const layouts = {
  balance: of_balance,
  categories: by_category,
  transactions: of_transaction,
  payouts: of_payout,
  fee_types: fees_by_type,
  fees: of_fee,
  months: of_month,
  revenue_changes: of_revenue_change,
} as const;

/** How the rows of a report look. */
export type Layout = keyof typeof layouts;

/** A column of a layout. */
export type ColumnOf<L extends Layout> = (typeof layouts)[L][number];
