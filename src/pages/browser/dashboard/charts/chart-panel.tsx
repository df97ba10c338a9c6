import { SegmentedControl, Skeleton, Table } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Section } from '../parts.js';
import { say } from '../say.js';
import type { ChartRow, Series } from './series-chart.js';

const SeriesChart = lazy(() => import('./series-chart.js'));

type Props = {
  readonly title: string;
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  /** A value of the table and of the axis. */
  readonly shown: (value: number) => string;
};

const views = ['Chart', 'Table'] as const;

/** A chart with its heading, and the same values as a table. */
export function ChartPanel({ title, rows, series, shown }: Props): ReactNode {
  const [view, setView] = useState<string>('Chart');
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={say('View of {title}', { title })}
      data={views.map((value) => ({ value, label: say(value) }))}
      value={view}
      onChange={setView}
    />
  );
  return (
    <Section title={title} aside={choice}>
      {view === 'Table' ? (
        <Table.ScrollContainer minWidth={240} mah={260} tabIndex={0}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('Time')}</Table.Th>
                {series.map(({ name, label }) => (
                  <Table.Th key={name} ta="end">
                    {say(label)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.label}>
                  <Table.Td>{row.label}</Table.Td>
                  {series.map(({ name }) => (
                    <Table.Td key={name} ta="end">
                      {shown(Number(row[name]))}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <Suspense fallback={<Skeleton height={220} />}>
          <div aria-hidden="true">
            <SeriesChart rows={rows} series={series} shown={shown} />
          </div>
        </Suspense>
      )}
    </Section>
  );
}
