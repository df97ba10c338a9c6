import { Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { type Listed, read } from '../api.js';
import { moment } from '../format.js';
import { type Column, created, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Failure, Loading, Section, Status } from '../parts.js';
import { say } from '../say.js';
import { NewReport } from './new-report.js';
import { type ReportRun, type ReportType, reportName } from './report.js';
import { RunView } from './run-view.js';
import { Schedules } from './schedules.js';

/** The reports: a form for a new one, the chosen one, and all runs, newest first. */
export default function ReportsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const run = search.get('run');
  const types = useQuery({ queryKey: ['report types'], queryFn: () => read<Listed<ReportType>>('reporting/report_types') });
  if (!types.data) return types.error ? <Failure error={types.error} /> : <Loading />;
  const names = new Map(types.data.data.map((type) => [type.id, reportName(type)]));
  return (
    <Stack>
      <Title order={1} size="h2">
        {say('Reports')}
      </Title>
      <NewReport types={types.data.data} started={(id) => setSearch({ run: id })} />
      {run && <RunView key={run} id={run} names={names} />}
      <Runs names={names} />
      <Schedules types={types.data.data} names={names} />
    </Stack>
  );
}

const intervalOf = ({ parameters: { interval_start, interval_end } }: ReportRun): string =>
  [interval_start, interval_end].flatMap((time) => (time === undefined ? [] : moment(time))).join(' – ');

function Runs({ names }: { names: ReadonlyMap<string, string> }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['report runs'],
    queryFn: () => read<Listed<ReportRun>>('reporting/report_runs', { limit: 100 }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'pending') ? 1000 : false),
  });
  const columns: readonly Column<ReportRun>[] = [
    text('Report', ({ report_type }) => names.get(report_type) ?? report_type),
    {
      label: 'Status',
      is_aside: true,
      show: ({ status, progress }) =>
        status === 'pending' ? <Progress value={progress} miw={96} aria-label={say('Progress')} /> : <Status of={status} />,
    },
    { ...text('Interval', intervalOf), wraps: true },
    created,
  ];
  return (
    <Section title={say('Runs')}>
      <Failure error={error} />
      {data?.data.length === 0 && <Text c="dimmed">{say('Reports that you run appear here, with their files.')}</Text>}
      {data && data.data.length > 0 && (
        <ObjectTable label={say('Report runs')} columns={columns} rows={data.data} pathOf={({ id }) => `/reports?run=${id}`} />
      )}
    </Section>
  );
}
