import { Group, NativeSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { read } from '../api.js';
import { ChartPanel } from '../charts/chart-panel.js';
import { moment, money } from '../format.js';
import { Fact, Failure, Loading, Section } from '../parts.js';
import { locale, say } from '../say.js';
import { AttentionList } from './attention-list.js';
import { FigureCards } from './figure-cards.js';
import { type Interval, intervalOf, intervalOfDays, rangeChoices, rangeIn, timezone } from './ranges.js';
import type { Summary } from './summary.js';

type Chosen = { readonly range: string; readonly currency: string; readonly from: string; readonly to: string };

/** The time of the account, which differs from the browser's in a sandbox whose clock was advanced. */
const accountTime = async (): Promise<number> =>
  (await read<{ readonly data_available_end: number }>('reporting/report_types/balance.summary.1')).data_available_end;

const intervalFor = ({ range, from, to }: Chosen, now: number): Interval =>
  (range === 'days' ? intervalOfDays(from, to, now) : null) ?? intervalOf(range, now);

async function summaryOf(chosen: Chosen): Promise<Summary> {
  const interval = intervalFor(chosen, await accountTime());
  return read<Summary>('reporting/summary', {
    ...interval,
    timezone: timezone(),
    ...(chosen.currency && { currency: chosen.currency }),
  });
}

const labelOf = (start: number, unit: Summary['unit']): string =>
  new Intl.DateTimeFormat(
    locale(),
    unit === 'hour'
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : unit === 'month'
        ? { month: 'short', year: 'numeric' }
        : { day: 'numeric', month: 'short' },
  ).format(start * 1000);

/** The first page: figures of a range, charts, the balance and what needs attention. */
export default function HomePage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const chosen: Chosen = {
    range: rangeIn(search),
    currency: search.get('currency') ?? '',
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
  };
  const change = (next: Partial<Chosen>): void =>
    setSearch(new URLSearchParams(Object.entries({ ...chosen, ...next }).filter(([, value]) => value !== '')));
  const { data, error } = useQuery({
    queryKey: ['summary', chosen],
    queryFn: () => summaryOf(chosen),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <Stack>
      <Group justify="space-between" align="end">
        <Title order={1} size="h2">
          {say('Home')}
        </Title>
        <Choices chosen={chosen} currencies={data?.currencies ?? []} currency={data?.currency ?? ''} change={change} />
      </Group>
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data && <Content of={data} />}
    </Stack>
  );
}

type ChoicesProps = {
  readonly chosen: Chosen;
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly change: (next: Partial<Chosen>) => void;
};

const Choices = ({ chosen, currencies, currency, change }: ChoicesProps): ReactNode => (
  <Group align="end" gap="sm">
    <NativeSelect
      label={say('Range')}
      value={chosen.range}
      onChange={({ currentTarget }) => change({ range: currentTarget.value })}
      data={rangeChoices()}
    />
    {chosen.range === 'days' && (
      <>
        <TextInput
          type="date"
          label={say('From')}
          value={chosen.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput type="date" label={say('To')} value={chosen.to} onChange={({ currentTarget }) => change({ to: currentTarget.value })} />
      </>
    )}
    <NativeSelect
      label={say('Currency')}
      value={currency}
      onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
      data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
    />
  </Group>
);

function Content({ of }: { of: Summary }): ReactNode {
  const { currency, series, unit, balance, next_payout } = of;
  const amount = (value: number): string => money(value, currency);
  const rows = series.map((each) => ({
    label: labelOf(each.start, unit),
    gross: each.gross_volume,
    before: each.previous_gross_volume,
    net: each.net_volume,
    payments: each.payments,
    failed: each.failed_payments,
    customers: each.new_customers,
  }));
  return (
    <>
      <FigureCards of={of} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <AttentionList of={of.attention} />
        <Section title={say('Balance')}>
          <Fact term={say('Available')}>{amount(balance.available)}</Fact>
          <Fact term={say('Pending')}>{amount(balance.pending)}</Fact>
          <Fact term={say('Next payout')}>
            {next_payout ? `${money(next_payout.amount, next_payout.currency)}, ${moment(next_payout.date)}` : '–'}
          </Fact>
        </Section>
        <ChartPanel
          title={say('Gross volume')}
          rows={rows}
          shown={amount}
          series={[
            { name: 'gross', label: 'Gross volume' },
            { name: 'before', label: 'Before', is_earlier: true },
          ]}
        />
        <ChartPanel title={say('Net volume')} rows={rows} shown={amount} series={[{ name: 'net', label: 'Net volume' }]} />
        <ChartPanel
          title={say('Payments')}
          rows={rows}
          shown={String}
          series={[
            { name: 'payments', label: 'Payments' },
            { name: 'failed', label: 'Failed attempts' },
          ]}
        />
        <ChartPanel title={say('New customers')} rows={rows} shown={String} series={[{ name: 'customers', label: 'New customers' }]} />
      </SimpleGrid>
    </>
  );
}
