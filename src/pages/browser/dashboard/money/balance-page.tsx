import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api.js';
import { money } from '../format.js';
import { ActionButtons, post } from '../kit/action.js';
import type { Action } from '../kit/description.js';
import { RelatedList } from '../kit/related.js';
import { Failure, Loading, Section } from '../parts.js';
import { say } from '../say.js';

type Sums = readonly { readonly amount: number; readonly currency: string }[];
type Balance = {
  readonly available: Sums;
  readonly pending: Sums;
  readonly connect_reserved?: Sums;
  readonly issuing?: { readonly available: Sums };
};

const amountFields: NonNullable<Action<Balance>['fields']> = () => [
  { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
  { name: 'amount', label: 'Amount', kind: 'amount', is_required: true, currency: ({ currency }) => String(currency) },
  { name: 'description', label: 'Description', kind: 'text' },
];

const actions: readonly Action<Balance>[] = [
  {
    label: 'Pay out',
    is_primary: true,
    fields: amountFields,
    request: (_, parameters) => post('payouts', parameters),
    next: (answer) => `/payouts/${(answer as { id: string }).id}`,
  },
  {
    label: 'Add money',
    fields: amountFields,
    request: (_, parameters) => post('topups', parameters),
    done: () => say('The top-up was created.'),
  },
];

const every = { id: '' };

/** The balance in each currency, and its newest changes. */
export default function BalancePage(): ReactNode {
  const { data, error } = useQuery({ queryKey: ['balance'], queryFn: () => read<Balance>('balance') });
  if (!data) return error ? <Failure error={error} /> : <Loading />;
  const sums = [
    { label: 'Available', of: data.available },
    { label: 'Pending', of: data.pending },
    { label: 'Reserved for connected accounts', of: data.connect_reserved ?? [] },
    { label: 'For issued cards', of: data.issuing?.available ?? [] },
  ] as const;
  const shown = sums.filter(({ of, label }) => of.length > 0 || label === 'Available');
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {say('Balance')}
        </Title>
        <ActionButtons item={data} actions={actions} />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {shown.map(({ label, of }) => (
          <Section key={label} title={say(label)}>
            {of.length === 0 && <Text>–</Text>}
            {of.map(({ amount, currency }) => (
              <Text key={currency} size="xl" fw={600}>
                {money(amount, currency)}
              </Text>
            ))}
          </Section>
        ))}
      </SimpleGrid>
      <RelatedList related={{ of: 'payouts', label: 'Newest payouts', parameters: () => ({}) }} item={every} />
      <RelatedList related={{ of: 'balance-transactions', label: 'Newest changes', parameters: () => ({}) }} item={every} />
    </Stack>
  );
}
