import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Listed, read } from '../api.js';
import { moment, money } from '../format.js';
import { amount, type Member, Reference, reference, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import type { BalanceTransaction, Charge, Dispute, Payment, Refund } from '../objects.js';
import { Fact } from '../parts.js';
import { say, words } from '../say.js';
import { bookedOf, chargeOf } from './charge.js';

/** The charges, refunds and disputes of a payment, with their changes of the balance. */
export type Moved = { readonly charges: readonly Charge[]; readonly refunds: readonly Refund[]; readonly disputes: readonly Dispute[] };

/** Reads what has happened to the money of a payment. */
export function useMoved(payment: string) {
  const of = { payment_intent: payment, limit: 100 };
  return useQuery<Moved>({
    queryKey: ['moved', payment],
    queryFn: async () => {
      const [charges, refunds, disputes] = await Promise.all([
        read<Listed<Charge>>('charges', { ...of, expand: ['data.balance_transaction'] }),
        read<Listed<Refund>>('refunds', { ...of, expand: ['data.balance_transaction'] }),
        read<Listed<Dispute>>('disputes', of),
      ]);
      return { charges: charges.data, refunds: refunds.data, disputes: disputes.data };
    },
  });
}

const columns: readonly Member<BalanceTransaction>[] = [
  text('Type', ({ type }) => words(type)),
  amount(
    'Amount',
    (it) => it.amount,
    (it) => it.currency,
  ),
  amount(
    'Fee',
    (it) => it.fee,
    (it) => it.currency,
  ),
  amount(
    'Net',
    (it) => it.net,
    (it) => it.currency,
  ),
  text('Available', ({ available_on, status }) => (status === 'available' ? say('Yes') : moment(available_on))),
  reference('Payout', ({ payout }) => payout),
];

/** What was received, returned, and kept; every change of the balance, and its payout. */
export function Money({ item: payment }: { item: Payment }): ReactNode {
  const { data } = useMoved(payment.id);
  const { currency } = payment;
  const charge = chargeOf(payment);
  const changes = data ? [...data.charges, ...data.refunds].flatMap(({ balance_transaction }) => bookedOf(balance_transaction) ?? []) : [];
  const all = [...changes, ...(data?.disputes.flatMap(({ balance_transactions }) => balance_transactions) ?? [])];
  const net = all.reduce((sum, each) => sum + each.net, 0);
  return (
    <Stack gap="sm">
      <Fact term={say('Received')}>{money(payment.amount_received, currency)}</Fact>
      {payment.amount_capturable > 0 && <Fact term={say('Can be captured')}>{money(payment.amount_capturable, currency)}</Fact>}
      {charge && charge.amount_refunded > 0 && <Fact term={say('Refunded')}>{money(charge.amount_refunded, currency)}</Fact>}
      {all[0] && <Fact term={say('Net')}>{money(net, all[0].currency)}</Fact>}
      {data?.disputes.map(({ id, amount: disputed, status }) => (
        <Fact key={id} term={say('Dispute')}>
          {money(disputed, currency)}, {words(status)} · <Reference of={id} />
        </Fact>
      ))}
      {all.length > 0 ? (
        <ObjectTable label={say('Balance transactions')} columns={columns} rows={all} pathOf={({ id }) => `/balance-transactions/${id}`} />
      ) : (
        <Text size="sm" c="dimmed">
          {say('The balance has not changed.')}
        </Text>
      )}
      {charge?.receipt_url && (
        <Anchor href={charge.receipt_url} target="_blank" rel="noreferrer" size="sm">
          {say('Open the receipt')}
        </Anchor>
      )}
    </Stack>
  );
}
