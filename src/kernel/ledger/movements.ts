import { type Effect, type Posting, posted } from '../base/effects.js';

type Movement = { readonly debit: string; readonly credit: string; readonly bounded?: true };

/**
 * The allow-list: money moves only between these pairs of ledger accounts. A `bounded` movement must leave its debit side at zero or above; the
 * others are never refused for a balance.
 *
 * `processor_clearing` is what processors hold for or owe to Florin's operator, the `merchant_` accounts are owed to the merchant, `platform_fees`
 * are the fees it has paid, and `customer_cash` is money that customers have sent and not spent yet. `currency_conversion` is between two currencies:
 * it holds the converted amount in one and lacks the resulting amount in the other, so that each currency sums to zero. `between_accounts` is the
 * difference between an account's outgoing and incoming transfers: over all accounts it is zero. `issuing_available` is the spendable balance of the
 * merchant's issued cards, `issuing_held` the part held for open authorizations.
 */
export const movements = {
  charge_captured: { debit: 'processor_clearing', credit: 'merchant_pending' },
  fee_charged: { debit: 'merchant_pending', credit: 'platform_fees' },
  funds_available: { debit: 'merchant_pending', credit: 'merchant_available' },
  charge_refunded: { debit: 'merchant_available', credit: 'processor_clearing' },
  refund_failed: { debit: 'processor_clearing', credit: 'merchant_available' },
  dispute_opened: { debit: 'merchant_available', credit: 'processor_clearing' },
  dispute_fee_charged: { debit: 'merchant_available', credit: 'platform_fees' },
  dispute_won: { debit: 'processor_clearing', credit: 'merchant_available' },
  topped_up: { debit: 'processor_clearing', credit: 'merchant_available' },
  topup_reversed: { debit: 'merchant_available', credit: 'processor_clearing' },
  payout_created: { debit: 'merchant_available', credit: 'payouts_in_transit', bounded: true },
  payout_paid: { debit: 'payouts_in_transit', credit: 'processor_clearing' },
  payout_failed: { debit: 'payouts_in_transit', credit: 'merchant_available' },
  payout_returned: { debit: 'processor_clearing', credit: 'merchant_available' },
  payout_reversed: { debit: 'processor_clearing', credit: 'merchant_available' },
  reversal_returned: { debit: 'merchant_available', credit: 'processor_clearing' },
  cash_funded: { debit: 'processor_clearing', credit: 'customer_cash' },
  cash_applied: { debit: 'customer_cash', credit: 'processor_clearing' },
  converted_out: { debit: 'merchant_available', credit: 'currency_conversion', bounded: true },
  converted_in: { debit: 'currency_conversion', credit: 'merchant_available' },
  conversion_undone: { debit: 'merchant_available', credit: 'currency_conversion' },
  conversion_returned: { debit: 'currency_conversion', credit: 'merchant_available' },
  transferred_out: { debit: 'merchant_available', credit: 'between_accounts', bounded: true },
  transferred_on: { debit: 'merchant_pending', credit: 'between_accounts' },
  transferred_in: { debit: 'between_accounts', credit: 'merchant_pending' },
  transfer_taken_back: { debit: 'merchant_pending', credit: 'between_accounts' },
  transfer_returned: { debit: 'between_accounts', credit: 'merchant_pending' },
  application_fee_charged: { debit: 'merchant_pending', credit: 'between_accounts' },
  application_fee_earned: { debit: 'between_accounts', credit: 'merchant_pending' },
  application_fee_refunded: { debit: 'merchant_pending', credit: 'between_accounts' },
  application_fee_returned: { debit: 'between_accounts', credit: 'merchant_pending' },
  pending_converted_out: { debit: 'merchant_pending', credit: 'currency_conversion' },
  pending_converted_in: { debit: 'currency_conversion', credit: 'merchant_pending' },
  shortfall_covered: { debit: 'merchant_available', credit: 'merchant_pending' },
  issuing_topped_up: { debit: 'processor_clearing', credit: 'issuing_available' },
  issuing_topup_reversed: { debit: 'issuing_available', credit: 'processor_clearing' },
  issuing_held: { debit: 'issuing_available', credit: 'issuing_held', bounded: true },
  issuing_released: { debit: 'issuing_held', credit: 'issuing_available' },
  issuing_captured: { debit: 'issuing_available', credit: 'processor_clearing' },
  issuing_refunded: { debit: 'processor_clearing', credit: 'issuing_available' },
  issuing_dispute_won: { debit: 'processor_clearing', credit: 'issuing_available' },
  payout_canceled: { debit: 'payouts_in_transit', credit: 'merchant_available' },
} as const satisfies Record<string, Movement>;

/** The ledger accounts of a merchant's funds and debts: an account is deleted only while all of these are zero. */
export const held_for_account = [
  'merchant_available',
  'merchant_pending',
  'issuing_available',
  'issuing_held',
  'payouts_in_transit',
  'customer_cash',
] as const;

/** A movement's name. */
export type MovementName = keyof typeof movements;

/** The movement with a name; an unknown name is an internal error. */
export function movementOf(name: string): Movement {
  const found: Movement | undefined = Object.hasOwn(movements, name) ? movements[name as MovementName] : undefined;
  if (!found) throw new Error(`The movement ${name} is not in the allow-list`);
  return found;
}

/** Moves money by a movement of the allow-list. `amount` in minor units, above zero; `source` is the id of the object that causes it. */
export const post = (movement: MovementName, of: { amount: number; currency: string; source: string }): Effect =>
  posted(posting(movement, of));

/** A posting of the allow-list. `amount` in minor units, above zero; `source` is the id of the object that causes it. */
export function posting(
  movement: MovementName,
  { amount, currency, source }: { amount: number; currency: string; source: string },
): Posting {
  if (amount <= 0) throw new Error(`A posting must be above zero, not ${amount}`);
  return { movement, amount: BigInt(amount), currency, source };
}
