import type { Cardholder } from '../cardholders/cardholder.js';

/** Whether wallets accept a card: its cardholder must be reachable, to confirm that the card is theirs. */
export const isReachable = ({ email, phone_number }: Pick<Cardholder, 'email' | 'phone_number'>): boolean =>
  email !== null || phone_number !== null;

/** What a card shows of the wallets, by its cardholder. */
export function walletsFor(holder: Cardholder) {
  const eligible = isReachable(holder);
  const wallet = { eligible, ineligible_reason: eligible ? null : ('missing_cardholder_contact' as const) };
  return { apple_pay: wallet, google_pay: wallet };
}
