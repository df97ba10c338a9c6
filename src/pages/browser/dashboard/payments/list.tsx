import { Anchor, Button, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { type Listed, read } from '../api.js';
import { methodName, moment, money, words } from '../format.js';
import type { Payment } from '../objects.js';
import { Empty, Failure, Loading, Status } from '../parts.js';

const page_rows = 50;

const statuses = [
  'succeeded',
  'requires_capture',
  'requires_action',
  'requires_confirmation',
  'requires_payment_method',
  'processing',
  'canceled',
] as const;

const expand = ['data.customer', 'data.payment_method'];

/** The filters of the list, as its address holds them. */
type Filters = { readonly status: string; readonly query: string };

/** A search clause of the API from what a person types: an amount, a customer, or a clause such as `metadata["order"]:"6735"`. */
const clauseOf = (typed: string): string => {
  if (/[:<>]/.test(typed)) return typed;
  if (/^\d+$/.test(typed)) return `amount:${typed}`;
  return typed.startsWith('cus_') ? `customer:"${typed}"` : `merchant_order_id:"${typed.replaceAll('"', '')}"`;
};

/** A filtered list is a search; all payments are a list, which has no limit of its index. */
function pageOf({ status, query }: Filters, cursor: string): Promise<Listed<Payment>> {
  const clauses = [...(status ? [`status:"${status}"`] : []), ...(query ? [clauseOf(query)] : [])];
  if (clauses.length === 0) return read('payment_intents', { limit: page_rows, expand, ...(cursor !== '' && { starting_after: cursor }) });
  return read('payment_intents/search', { query: clauses.join(' AND '), limit: page_rows, expand, ...(cursor !== '' && { page: cursor }) });
}

const first_payment = (origin: string): string =>
  `curl -u sk_test_123: ${origin}/v1/payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa`;

/** The list of payments, newest first, with filters in the address. */
export default function PaymentList(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const filters = { status: search.get('status') ?? '', query: search.get('query') ?? '' };
  const change = (next: Partial<Filters>): void =>
    setSearch(new URLSearchParams(Object.entries({ ...filters, ...next }).filter(([, value]) => value !== '')));
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['payments', filters],
    queryFn: ({ pageParam }) => pageOf(filters, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ data: rows, has_more, next_page }) => (has_more ? (next_page ?? rows.at(-1)?.id) : undefined),
  });
  const payments = data?.pages.flatMap((each) => each.data) ?? [];
  return (
    <Stack>
      <Title order={1} size="h2">
        Payments
      </Title>
      <FilterForm key={filters.query} filters={filters} change={change} />
      <Failure error={error} />
      {isPending && <Loading />}
      {data && payments.length === 0 && (
        <Empty title="No payments" command={first_payment(location.origin)}>
          {filters.status || filters.query ? 'No payment matches these filters.' : 'Payments appear here. This command creates one:'}
        </Empty>
      )}
      {payments.length > 0 && <PaymentTable payments={payments} />}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()} mx="auto">
          Show more
        </Button>
      )}
    </Stack>
  );
}

/** An id opens its payment; anything else filters. */
function FilterForm({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }): ReactNode {
  const [typed, setTyped] = useState(filters.query);
  const [, open] = useLocation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const query = typed.trim();
        if (query.startsWith('pi_')) open(`/payments/${encodeURIComponent(query)}`);
        else change({ query });
      }}
    >
      <Group align="end">
        <TextInput
          label="Search"
          placeholder="Payment, customer, order or amount"
          description="Also clauses of the API: amount>1000"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          flex="1 1 16rem"
        />
        <NativeSelect
          label="Status"
          mb={23}
          value={filters.status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          data={[{ value: '', label: 'All' }, ...statuses.map((value) => ({ value, label: words(value) }))]}
        />
        <Button type="submit" variant="default" mb={23}>
          Search
        </Button>
      </Group>
    </form>
  );
}

const PaymentTable = ({ payments }: { payments: readonly Payment[] }): ReactNode => (
  <Table.ScrollContainer minWidth={640}>
    <Table highlightOnHover aria-label="Payments">
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="right">Amount</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Payment method</Table.Th>
          <Table.Th>Customer</Table.Th>
          <Table.Th>Created</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {payments.map(({ id, amount, currency, status, payment_method, customer, created }) => (
          <Table.Tr key={id}>
            <Table.Td ta="right">
              <Anchor component={Link} href={`/payments/${id}`} fw={600} size="sm">
                {money(amount, currency)}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Status of={status} />
            </Table.Td>
            <Table.Td>{methodName(payment_method)}</Table.Td>
            <Table.Td>
              <Text size="sm" truncate maw={220}>
                {customer?.email ?? customer?.name ?? customer?.id ?? '–'}
              </Text>
            </Table.Td>
            <Table.Td>{moment(created)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
