import type { Zone } from '../arithmetic/calendar/zone.js';
import type { Cell } from '../kernel/base/csv.js';
import { withPoint } from '../kernel/base/exact.js';
import { exponentOf } from '../kernel/base/money.js';
import { type ColumnOf, metadata_column } from '../resources/reporting/report-types/columns.js';
import { type Entity, memberAt, type Related } from './related.js';
import type { Settlement } from './settled.js';
import type { Transaction } from './transactions.js';

/** The facts of one row. */
export type Row = {
  readonly transaction: Transaction;
  readonly related: Related;
  readonly settlement: Settlement | null;
  /** The connected account that the report is about; null for the caller's own. */
  readonly connected_account: string | null;
};

/** The zone of the report, and UTC for columns that name it. */
export type Zones = { readonly own: Zone; readonly utc: Zone };

/** A column: what it is a member of, and its value. */
export type Column = { readonly of?: Entity; readonly value: (row: Row, zones: Zones) => Cell };

/** An amount in major units, as reports have it: `12.50`. */
export const major = (amount: number | bigint, currency: string): string => withPoint(amount, exponentOf(currency));

const plain = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null);

/** A member of an object behind the transaction. */
const at = (of: Entity, path: string): Column => ({ of, value: ({ related }) => plain(memberAt(related[of], path)) });

/** A time of an object behind the transaction. */
const timeAt = (of: Entity, path: string, zone: keyof Zones): Column => ({
  of,
  value: ({ related }, zones) => {
    const seconds = memberAt(related[of], path);
    return typeof seconds === 'number' ? zones[zone].moment(seconds) : null;
  },
});

const own = (value: (transaction: Transaction, zones: Zones) => Cell): Column => ({
  value: ({ transaction }, zones) => value(transaction, zones),
});

const empty: Column = { value: () => null };

const addressed = (of: Entity, path: string) =>
  ({
    city: at(of, `${path}.city`),
    country: at(of, `${path}.country`),
    line1: at(of, `${path}.line1`),
    line2: at(of, `${path}.line2`),
    postal_code: at(of, `${path}.postal_code`),
    state: at(of, `${path}.state`),
  }) as const;

const card = addressed('charge', 'billing_details.address');
const customer = addressed('customer', 'address');
const delivery = addressed('customer', 'shipping.address');
const shipping = addressed('charge', 'shipping.address');

const amounts = {
  currency: own(({ currency }) => currency),
  fee: own(({ fee, currency }) => major(fee, currency)),
  gross: own(({ amount, currency }) => major(amount, currency)),
  net: own(({ net, currency }) => major(net, currency)),
  reporting_category: own(({ reporting_category }) => reporting_category),
} as const;

const common = {
  ...amounts,
  balance_transaction_id: own(({ id }) => id),
  connected_account: { value: ({ connected_account }: Row) => connected_account },
  description: own(({ description }) => description),
  regulatory_tag: empty,
} as const;

/** The amount that the payer sees: of the charge, or what a refund or dispute takes back. */
const facing: Column = {
  of: 'source',
  value: ({ transaction, related: { charge, dispute, refund } }) => {
    const shown = refund ?? dispute ?? charge;
    const [amount, currency] = [memberAt(shown, 'amount'), memberAt(shown, 'currency')];
    if (typeof amount !== 'number' || typeof currency !== 'string') return null;
    return major(transaction.amount < 0 ? -amount : amount, currency);
  },
};

const facing_currency: Column = {
  of: 'source',
  value: ({ related: { charge, dispute, refund } }) => plain(memberAt(refund ?? dispute ?? charge, 'currency')),
};

const effective = (zone: keyof Zones): Column => ({
  value: ({ settlement }, zones) => (settlement ? zones[zone].moment(settlement.created) : null),
});

/** The columns of transactions. */
export const transaction_columns: Readonly<Record<ColumnOf<'transactions'>, Column>> = {
  ...common,
  automatic_payout_effective_at: effective('own'),
  automatic_payout_effective_at_utc: effective('utc'),
  automatic_payout_id: { value: ({ settlement }) => settlement?.id ?? null },
  available_on: own(({ available_on }, { own: zone }) => zone.moment(available_on)),
  available_on_utc: own(({ available_on }, { utc }) => utc.moment(available_on)),
  card_address_city: card.city,
  card_address_country: card.country,
  card_address_line1: card.line1,
  card_address_line2: card.line2,
  card_address_postal_code: card.postal_code,
  card_address_state: card.state,
  card_brand: at('charge', 'payment_method_details.card.brand'),
  card_country: at('charge', 'payment_method_details.card.country'),
  card_funding: at('charge', 'payment_method_details.card.funding'),
  charge_created: timeAt('charge', 'created', 'own'),
  charge_created_utc: timeAt('charge', 'created', 'utc'),
  charge_id: at('charge', 'id'),
  connected_account_country: empty,
  connected_account_id: {
    of: 'charge',
    value: ({ related: { charge, source, transfer } }) =>
      plain(memberAt(charge, 'destination') ?? memberAt(transfer, 'destination') ?? memberAt(source, 'account')),
  },
  connected_account_name: empty,
  created: own(({ created }, { own: zone }) => zone.moment(created)),
  created_utc: own(({ created }, { utc }) => utc.moment(created)),
  customer_address_city: customer.city,
  customer_address_country: customer.country,
  customer_address_line1: customer.line1,
  customer_address_line2: customer.line2,
  customer_address_postal_code: customer.postal_code,
  customer_address_state: customer.state,
  customer_description: at('customer', 'description'),
  customer_email: at('customer', 'email'),
  customer_facing_amount: { ...facing, of: 'charge' },
  customer_facing_currency: { ...facing_currency, of: 'charge' },
  customer_id: at('charge', 'customer'),
  customer_name: at('customer', 'name'),
  customer_shipping_address_city: delivery.city,
  customer_shipping_address_country: delivery.country,
  customer_shipping_address_line1: delivery.line1,
  customer_shipping_address_line2: delivery.line2,
  customer_shipping_address_postal_code: delivery.postal_code,
  customer_shipping_address_state: delivery.state,
  dispute_reason: at('dispute', 'reason'),
  invoice_id: at('charge', 'invoice'),
  invoice_number: at('invoice', 'number'),
  is_link: empty,
  payment_intent_id: at('charge', 'payment_intent'),
  payment_method_type: at('charge', 'payment_method_details.type'),
  shipping_address_city: shipping.city,
  shipping_address_country: shipping.country,
  shipping_address_line1: shipping.line1,
  shipping_address_line2: shipping.line2,
  shipping_address_postal_code: shipping.postal_code,
  shipping_address_state: shipping.state,
  source_id: own(({ source }) => source),
  statement_descriptor: at('charge', 'calculated_statement_descriptor'),
  subscription_id: at('invoice', 'subscription'),
};

const returned = new Set(['canceled', 'failed']);

const reversed = (zone: keyof Zones): Column => ({
  of: 'payout',
  value: ({ transaction, related: { payout } }, zones) =>
    returned.has(String(memberAt(payout, 'status'))) && transaction.reporting_category === 'payout_reversal'
      ? zones[zone].moment(transaction.created)
      : null,
});

/** The columns of payouts. */
export const payout_columns: Readonly<Record<ColumnOf<'payouts'>, Column>> = {
  ...common,
  effective_at: own(({ created }, { own: zone }) => zone.moment(created)),
  effective_at_utc: own(({ created }, { utc }) => utc.moment(created)),
  payout_description: at('payout', 'description'),
  payout_destination_id: at('payout', 'destination'),
  payout_expected_arrival_date: {
    of: 'payout',
    value: ({ related: { payout } }, { own: zone }) => {
      const arrival = memberAt(payout, 'arrival_date');
      return typeof arrival === 'number' ? zone.day(arrival) : null;
    },
  },
  payout_id: own(({ source }) => source),
  payout_reversed_at: reversed('own'),
  payout_reversed_at_utc: reversed('utc'),
  payout_status: at('payout', 'status'),
  payout_type: at('payout', 'type'),
};

/** A column with the value of a key of metadata; null for another name. That of a payment falls back to the charge. */
export function metadataColumn(name: string): Column | null {
  const [, kind, key = ''] = metadata_column.exec(name) ?? [];
  if (kind === undefined) return null;
  const value = (doc: Related[Entity]): Cell => plain((memberAt(doc, 'metadata') as Readonly<Record<string, unknown>> | null)?.[key]);
  if (kind === 'payment')
    return { of: 'payment_intent', value: ({ related: { charge, payment_intent } }) => value(payment_intent) ?? value(charge) };
  return kind === 'refund'
    ? { of: 'refund', value: ({ related }) => value(related.refund) }
    : { of: 'transfer', value: ({ related }) => value(related.transfer) };
}
