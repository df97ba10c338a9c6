import { Anchor, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type Listed, read } from '../api.js';
import { moment } from '../format.js';
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

function Runs({ names }: { names: ReadonlyMap<string, string> }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['report runs'],
    queryFn: () => read<Listed<ReportRun>>('reporting/report_runs', { limit: 100 }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'pending') ? 1000 : false),
  });
  return (
    <Section title={say('Runs')}>
      <Failure error={error} />
      {data?.data.length === 0 && <Text c="dimmed">{say('Reports that you run appear here, with their files.')}</Text>}
      {data && data.data.length > 0 && (
        <Table.ScrollContainer minWidth={680}>
          <Table highlightOnHover aria-label={say('Report runs')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('Report')}</Table.Th>
                <Table.Th>{say('Status')}</Table.Th>
                <Table.Th>{say('Interval')}</Table.Th>
                <Table.Th>{say('Created')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, report_type, status, progress, parameters, created }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} href={`/reports?run=${id}`} size="sm">
                      {names.get(report_type) ?? report_type}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    {status === 'pending' ? <Progress value={progress} aria-label={say('Progress')} /> : <Status of={status} />}
                  </Table.Td>
                  <Table.Td>
                    {parameters.interval_start !== undefined && `${moment(parameters.interval_start)} – `}
                    {parameters.interval_end !== undefined && moment(parameters.interval_end)}
                  </Table.Td>
                  <Table.Td>{moment(created)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
