import { by_category, type ColumnOf, fees_by_type, type Layout, layouts, metadata_column, of_balance, of_month } from './columns.js';

/** A parameter of a run that chooses what a report contains. `columns` and `timezone` are accepted by all types. */
export type Chosen = 'connected_account' | 'currency' | 'interval_end' | 'interval_start' | 'payout' | 'reporting_category';

/**
 * The transactions of a report: those that change the balance, except payouts; payouts; those that the automatic payouts of an interval or one
 * payout have paid out; those that no automatic payout had paid out at the end; or all.
 */
export type Selection = 'activity' | 'payouts' | 'settled' | 'settled_by_payout' | 'unsettled' | 'all';

type Kind<L extends Layout = Layout> = {
  readonly name: string;
  readonly layout: L;
  readonly selection: Selection;
  readonly default_columns: readonly ColumnOf<L>[];
  readonly requires: readonly Chosen[];
  readonly accepts: readonly Chosen[];
};

/** A type of report. */
export type ReportType = Kind & {
  readonly id: string;
  readonly version: number;
  /** Whether it is about connected accounts. */
  readonly connected: boolean;
};

const kind = <const L extends Layout>(of: Kind<L>): Kind<L> => of;

const interval = ['interval_start', 'interval_end'] as const;
const amounts = ['currency', 'gross', 'fee', 'net', 'reporting_category'] as const;

const balance = kind({
  name: 'Balance summary',
  layout: 'balance',
  selection: 'all',
  default_columns: of_balance,
  requires: interval,
  accepts: ['currency'],
});

const activity_by_category = kind({
  name: 'Balance change from activity summary',
  layout: 'categories',
  selection: 'activity',
  default_columns: by_category,
  requires: interval,
  accepts: ['currency'],
});

const activity = kind({
  name: 'Itemized balance change from activity',
  layout: 'transactions',
  selection: 'activity',
  default_columns: ['balance_transaction_id', 'created', 'available_on', ...amounts, 'description'],
  requires: interval,
  accepts: ['currency', 'reporting_category'],
});

const payouts_by_category = kind({
  name: 'Payouts summary',
  layout: 'categories',
  selection: 'payouts',
  default_columns: by_category,
  requires: interval,
  accepts: ['currency'],
});

const payouts = kind({
  name: 'Itemized payouts',
  layout: 'payouts',
  selection: 'payouts',
  default_columns: [
    ...(['payout_id', 'effective_at', ...amounts, 'balance_transaction_id', 'description', 'payout_expected_arrival_date'] as const),
    ...(['payout_status', 'payout_reversed_at', 'payout_type', 'payout_description', 'payout_destination_id'] as const),
  ],
  requires: interval,
  accepts: ['currency', 'reporting_category'],
});

const settled_columns = [
  ...(['automatic_payout_id', 'automatic_payout_effective_at', 'balance_transaction_id', 'created', 'available_on'] as const),
  ...([...amounts, 'description'] as const),
] as const;

const settled_by_category = kind({
  name: 'Payout reconciliation summary',
  layout: 'categories',
  selection: 'settled',
  default_columns: by_category,
  requires: interval,
  accepts: ['currency'],
});

const settled = kind({
  name: 'Itemized payout reconciliation',
  layout: 'transactions',
  selection: 'settled',
  default_columns: settled_columns,
  requires: interval,
  accepts: ['currency', 'reporting_category'],
});

const of_payout_by_category = kind({
  name: 'Payout reconciliation by id summary',
  layout: 'categories',
  selection: 'settled_by_payout',
  default_columns: by_category,
  requires: ['payout'],
  accepts: [],
});

const of_payout = kind({
  name: 'Itemized payout reconciliation by id',
  layout: 'transactions',
  selection: 'settled_by_payout',
  default_columns: settled_columns,
  requires: ['payout'],
  accepts: ['reporting_category'],
});

const unsettled_by_category = kind({
  name: 'Ending balance reconciliation summary',
  layout: 'categories',
  selection: 'unsettled',
  default_columns: by_category,
  requires: ['interval_end'],
  accepts: ['currency'],
});

const unsettled = kind({
  name: 'Itemized ending balance reconciliation',
  layout: 'transactions',
  selection: 'unsettled',
  default_columns: ['balance_transaction_id', 'created', 'available_on', ...amounts, 'description'],
  requires: ['interval_end'],
  accepts: ['currency', 'reporting_category'],
});

const by_fee = kind({
  name: 'Fees summary',
  layout: 'fee_types',
  selection: 'all',
  default_columns: fees_by_type,
  requires: interval,
  accepts: ['currency'],
});

const fees = kind({
  name: 'Itemized fees',
  layout: 'fees',
  selection: 'all',
  default_columns: ['balance_transaction_id', 'created', 'currency', 'amount', 'fee_type', 'description', 'source_id'],
  requires: interval,
  accepts: ['currency', 'reporting_category'],
});

const revenue_by_month = kind({
  name: 'Recurring revenue by month',
  layout: 'months',
  selection: 'all',
  default_columns: of_month,
  requires: interval,
  accepts: ['currency'],
});

const revenue = kind({
  name: 'Itemized changes of recurring revenue',
  layout: 'revenue_changes',
  selection: 'all',
  default_columns: ['subscription_id', 'customer_id', 'changed_at', 'currency', 'change_type', 'change', 'recurring_revenue'],
  requires: interval,
  accepts: ['currency'],
});

/** The types by their ids. The versions of a type accept the same columns; Stripe's older ones have fewer. */
const own: Readonly<Record<string, Kind>> = {
  'balance.summary.1': balance,
  'balance_change_from_activity.itemized.1': activity,
  'balance_change_from_activity.itemized.2': activity,
  'balance_change_from_activity.itemized.3': activity,
  'balance_change_from_activity.summary.1': activity_by_category,
  'ending_balance_reconciliation.itemized.1': unsettled,
  'ending_balance_reconciliation.itemized.2': unsettled,
  'ending_balance_reconciliation.itemized.3': unsettled,
  'ending_balance_reconciliation.itemized.4': unsettled,
  'ending_balance_reconciliation.summary.1': unsettled_by_category,
  'fees.itemized.1': fees,
  'fees.summary.1': by_fee,
  'payout_reconciliation.by_id.itemized.1': of_payout,
  'payout_reconciliation.by_id.itemized.2': of_payout,
  'payout_reconciliation.by_id.itemized.3': of_payout,
  'payout_reconciliation.by_id.itemized.4': of_payout,
  'payout_reconciliation.by_id.summary.1': of_payout_by_category,
  'payout_reconciliation.itemized.1': settled,
  'payout_reconciliation.itemized.2': settled,
  'payout_reconciliation.itemized.3': settled,
  'payout_reconciliation.itemized.4': settled,
  'payout_reconciliation.itemized.5': settled,
  'payout_reconciliation.summary.1': settled_by_category,
  'payouts.itemized.1': payouts,
  'payouts.itemized.2': payouts,
  'payouts.itemized.3': payouts,
  'payouts.summary.1': payouts_by_category,
  'recurring_revenue.itemized.1': revenue,
  'recurring_revenue.summary.1': revenue_by_month,
};

/** The same reports of a connected account, which a platform runs. */
const of_connected: Readonly<Record<string, Kind>> = {
  'connected_account_balance.summary.1': balance,
  'connected_account_balance_change_from_activity.itemized.1': activity,
  'connected_account_balance_change_from_activity.itemized.2': activity,
  'connected_account_balance_change_from_activity.itemized.3': activity,
  'connected_account_balance_change_from_activity.summary.1': activity_by_category,
  'connected_account_ending_balance_reconciliation.itemized.1': unsettled,
  'connected_account_ending_balance_reconciliation.itemized.2': unsettled,
  'connected_account_ending_balance_reconciliation.itemized.3': unsettled,
  'connected_account_ending_balance_reconciliation.itemized.4': unsettled,
  'connected_account_ending_balance_reconciliation.summary.1': unsettled_by_category,
  'connected_account_payout_reconciliation.by_id.itemized.1': of_payout,
  'connected_account_payout_reconciliation.by_id.itemized.2': of_payout,
  'connected_account_payout_reconciliation.by_id.itemized.3': of_payout,
  'connected_account_payout_reconciliation.by_id.itemized.4': of_payout,
  'connected_account_payout_reconciliation.by_id.summary.1': of_payout_by_category,
  'connected_account_payout_reconciliation.itemized.1': settled,
  'connected_account_payout_reconciliation.itemized.2': settled,
  'connected_account_payout_reconciliation.itemized.3': settled,
  'connected_account_payout_reconciliation.itemized.4': settled,
  'connected_account_payout_reconciliation.itemized.5': settled,
  'connected_account_payout_reconciliation.summary.1': settled_by_category,
  'connected_account_payouts.itemized.1': payouts,
  'connected_account_payouts.itemized.2': payouts,
  'connected_account_payouts.itemized.3': payouts,
  'connected_account_payouts.summary.1': payouts_by_category,
};

const typed = ([id, of]: [string, Kind], connected: boolean): ReportType => ({
  ...of,
  ...(connected && { name: `Connected account: ${of.name}`, requires: ['connected_account', ...of.requires] }),
  id,
  version: Number(id.slice(id.lastIndexOf('.') + 1)),
  connected,
});

/** All types of reports, in the order of their ids. */
export const report_types: readonly ReportType[] = [
  ...Object.entries(own).map((each) => typed(each, false)),
  ...Object.entries(of_connected).map((each) => typed(each, true)),
].sort((a, b) => (a.id < b.id ? -1 : 1));

const by_id = new Map(report_types.map((each) => [each.id, each]));

/** The type with an id; null if there is none. */
export const reportTypeOf = (id: string): ReportType | null => by_id.get(id) ?? null;

/** Whether a report of a type can have a column. */
export const hasColumn = ({ layout }: ReportType, column: string): boolean =>
  (layouts[layout] as readonly string[]).includes(column) || (layout === 'transactions' && metadata_column.test(column));
