import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Parameters, send } from '../api.js';
import { intervalOf, intervalOfDays, rangeChoices, timezone } from '../home/ranges.js';
import { Failure, Section } from '../parts.js';
import { say } from '../say.js';
import { type ReportRun, type ReportType, reportName } from './report.js';

/** The types that need no more than an interval; the newest version of each. */
export function offered(types: readonly ReportType[]): ReportType[] {
  const newest = new Map(
    types.filter(({ id }) => !/^connected_account_|\.by_id\./.test(id)).map((type) => [type.id.replace(/\.\d+$/, ''), type] as const),
  );
  return [...newest.values()];
}

type Chosen = { readonly range: string; readonly from: string; readonly to: string };

/** Starts a report of a range that ends at `now` at the latest. */
function run(report_type: string, { range, from, to }: Chosen, now: number): Promise<ReportRun> {
  const { interval_start, interval_end } = (range === 'days' ? intervalOfDays(from, to, now) : null) ?? intervalOf(range, now);
  const start = !report_type.startsWith('ending_balance') && { interval_start };
  const parameters: Parameters = { interval_end, ...start, timezone: timezone() };
  return send<ReportRun>('reporting/report_runs', { report_type, parameters });
}

/** A form that starts a report. */
export function NewReport({ types, started }: { types: readonly ReportType[]; started: (id: string) => void }): ReactNode {
  const choices = offered(types);
  const [type, setType] = useState('balance.summary.1');
  const [range, setRange] = useState('4w');
  const [days, setDays] = useState({ from: '', to: '' });
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => run(type, { range, ...days }, types[0]?.data_available_end ?? 0),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['report runs'] });
      started(id);
    },
  });
  return (
    <Section title={say('New report')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <Stack gap="sm">
          <Group align="end">
            <NativeSelect
              label={say('Report')}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
              data={choices.map((each) => ({ value: each.id, label: reportName(each) }))}
              flex="1 1 16rem"
            />
            <NativeSelect
              label={say('Range')}
              value={range}
              onChange={({ currentTarget }) => setRange(currentTarget.value)}
              data={rangeChoices()}
            />
            {range === 'days' && (
              <>
                <TextInput
                  type="date"
                  label={say('From')}
                  required
                  onChange={({ currentTarget }) => setDays({ ...days, from: currentTarget.value })}
                />
                <TextInput
                  type="date"
                  label={say('To')}
                  required
                  onChange={({ currentTarget }) => setDays({ ...days, to: currentTarget.value })}
                />
              </>
            )}
            <Button type="submit" loading={start.isPending}>
              {say('Run report')}
            </Button>
          </Group>
          <Failure error={start.error} />
        </Stack>
      </form>
    </Section>
  );
}
