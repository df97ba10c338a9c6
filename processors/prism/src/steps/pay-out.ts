import type { PayOutAsked } from '../contract.js';
import { declined, refusedBy } from './declines.js';
import { payoutOutcome } from './statuses.js';
import type { Step } from './step.js';
import { pendingUntil } from './try.js';
import { money, secret } from './values.js';

/** The destination as the library has it; null for one that it has not. */
function destinationOf({ account_number, beneficiary = {}, currency }: PayOutAsked): object | null {
  const { type = 'bank_account', routing_number, account_holder_name } = beneficiary;
  const number = secret(account_number);
  if (!number) return null;
  if (type === 'paypal') return { paypal: { email: number } };
  if (type === 'card') return { card: { cardNumber: number, cardHolderName: secret(account_holder_name) } };
  if (currency === 'eur') return { sepa: { iban: number } };
  if (currency === 'gbp') return { bacs: { bankAccountNumber: number, bankSortCode: secret(routing_number) } };
  if (currency === 'usd') return { ach: { bankAccountNumber: number, bankRoutingNumber: secret(routing_number) } };
  return null;
}

/** A question to send money to an account. */
export const payOut: Step<PayOutAsked> = {
  plan: (asked, { supports }) => {
    const payoutMethodData = destinationOf(asked);
    if (!supports.has('payout_create') || !payoutMethodData)
      return { do: 'nothing', why: 'the connector pays nothing out to such a destination' };
    const amount = money(asked.amount, asked.currency) as { currency: number };
    const message = { merchantPayoutId: asked.attempt, amount, destinationCurrency: amount.currency, payoutMethodData };
    return { do: 'call', flow: 'payout_create', message };
  },
  answered: ({ now }, _, response, known) => {
    const { payoutStatus, connectorPayoutId, error } = response as { payoutStatus?: number; connectorPayoutId?: string; error?: object };
    const reference = connectorPayoutId || known.row.reference;
    const named = reference && { reference };
    const outcome = payoutOutcome(payoutStatus);
    if (outcome === 'done') return { state: 'final', answer: { result: 'approved', ...named }, ...named };
    if (outcome === 'failed') return { state: 'final', answer: { ...declined(error, 'processing_error'), ...named }, ...named };
    return { state: 'waiting', answer: pendingUntil(now, reference), ...named };
  },
  refused: (_, error) => refusedBy(error),
  look: ({ attempt }, { row, supports }) =>
    supports.has('payout_get')
      ? { do: 'call', flow: 'payout_get', prepares: true, message: { merchantPayoutId: attempt, connectorPayoutId: row.reference ?? '' } }
      : null,
};
