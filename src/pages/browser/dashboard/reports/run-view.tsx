import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download, read } from '../api.js';
import { ChartPanel } from '../charts/chart-panel.js';
import { moment } from '../format.js';
import { save } from '../kit/export.js';
import { Fact, Failure, Loading, Section } from '../parts.js';
import { say } from '../say.js';
import { type ReportRun, type Sheet, sheetOf } from './report.js';
import { SheetRows } from './sheet-rows.js';

/** The largest file of which the page shows rows, in bytes. */
const shown_bytes = 2_000_000;

const contents = (run: ReportRun): string => `files/${run.result?.id}/contents`;

/** One report: its progress, then its file and the first rows of it. */
export function RunView({ id, names }: { id: string; names: ReadonlyMap<string, string> }): ReactNode {
  const { data: run, error } = useQuery({
    queryKey: ['report run', id],
    queryFn: () => read<ReportRun>(`reporting/report_runs/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1000 : false),
  });
  const saving = useMutation({
    mutationFn: async (of: ReportRun) => save(await download(contents(of)), of.result?.filename ?? 'report.csv'),
  });
  if (!run) return error ? <Failure error={error} /> : <Loading />;
  const { interval_start, interval_end } = run.parameters;
  const button = run.result && (
    <Button size="xs" loading={saving.isPending} onClick={() => saving.mutate(run)}>
      {say('Download CSV')}
    </Button>
  );
  return (
    <Section title={names.get(run.report_type) ?? run.report_type} aside={button}>
      {interval_end !== undefined && (
        <Fact term={say('Interval')}>
          {interval_start === undefined
            ? say('until {time}', { time: moment(interval_end) })
            : `${moment(interval_start)} – ${moment(interval_end)}`}
        </Fact>
      )}
      {run.status === 'pending' && <Progress value={Math.max(run.progress, 2)} animated aria-label={say('Progress of the report')} />}
      {run.status === 'failed' && (
        <Alert color="red" title={say('The report failed')}>
          {run.error}
        </Alert>
      )}
      <Failure error={saving.error} />
      {run.result && run.result.size <= shown_bytes && <Preview run={run} />}
      {run.result && run.result.size > shown_bytes && (
        <Text c="dimmed">{say('The report is too long to be shown here. Download its file.')}</Text>
      )}
    </Section>
  );
}

function Preview({ run }: { run: ReportRun }): ReactNode {
  const { data: sheet, error } = useQuery({
    queryKey: ['report file', run.result?.id],
    queryFn: async () => sheetOf(await (await download(contents(run))).text()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!sheet) return error ? <Failure error={error} /> : <Loading />;
  return (
    <Stack>
      <RevenueChart sheet={sheet} />
      <SheetRows sheet={sheet} />
    </Stack>
  );
}

/** The recurring revenue by month, if the report has it in one currency. */
function RevenueChart({ sheet: { columns, rows } }: { sheet: Sheet }): ReactNode {
  const [month, revenue, currency] = ['month', 'ending_recurring_revenue', 'currency'].map((name) => columns.indexOf(name));
  if (month === undefined || revenue === undefined || currency === undefined || Math.min(month, revenue, currency) < 0) return null;
  const codes = new Set(rows.map((row) => row[currency]));
  if (codes.size !== 1) return null;
  const data = rows.map((row) => ({ label: row[month] ?? '', revenue: Number(row[revenue]) }));
  return (
    <ChartPanel
      title={say('Recurring revenue')}
      rows={data}
      series={[{ name: 'revenue', label: 'At the end of the month' }]}
      shown={(value) => value.toFixed(2)}
    />
  );
}
