import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Listed, read, remove, send } from '../api.js';
import { moment } from '../format.js';
import { timezone } from '../home/ranges.js';
import { optionsOf } from '../kit/fields.js';
import { type Column, constant, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Failure, Section } from '../parts.js';
import { say } from '../say.js';
import { offered } from './new-report.js';
import { type ReportType, reportName } from './report.js';

type Schedule = {
  readonly id: string;
  readonly active: boolean;
  readonly email: string;
  readonly interval: 'day' | 'week' | 'month';
  readonly next_run: number | null;
  readonly report_type: string;
};

const intervals = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const;

/** Reports that are run after each day, week or month and sent by e-mail. */
export function Schedules({ types, names }: { types: readonly ReportType[]; names: ReadonlyMap<string, string> }): ReactNode {
  const queries = useQueryClient();
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: ['report schedules'] });
  const { data, error } = useQuery({
    queryKey: ['report schedules'],
    queryFn: () => read<Listed<Schedule>>('reporting/report_schedules', { limit: 100 }),
  });
  const removal = useMutation({ mutationFn: (id: string) => remove(`reporting/report_schedules/${id}`), onSuccess });
  const columns: readonly Column<Schedule>[] = [
    text('Report', ({ report_type }) => names.get(report_type) ?? report_type),
    constant('Interval', ({ interval }) => interval),
    text('E-mail', ({ email }) => email),
    text('Next', ({ next_run }) => (next_run === null ? say('Stopped') : moment(next_run))),
    {
      label: 'Action',
      is_aside: true,
      show: ({ id }) => (
        <Button size="compact-sm" variant="default" onClick={() => removal.mutate(id)}>
          {say('Delete')}
        </Button>
      ),
    },
  ];
  return (
    <Section title={say('Reports by e-mail')}>
      <NewSchedule types={types} created={onSuccess} />
      <Failure error={error ?? removal.error} />
      {data?.data.length === 0 && <Text c="dimmed">{say('No report is sent by e-mail.')}</Text>}
      {data && data.data.length > 0 && (
        <ObjectTable label={say('Reports by e-mail')} columns={columns} rows={data.data} pathOf={() => null} />
      )}
    </Section>
  );
}

function NewSchedule({ types, created }: { types: readonly ReportType[]; created: () => Promise<void> }): ReactNode {
  const [form, setForm] = useState({ report_type: 'balance.summary.1', interval: 'month', email: '' });
  const creation = useMutation({
    mutationFn: () => send('reporting/report_schedules', { ...form, timezone: timezone() }),
    onSuccess: created,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
    >
      <Stack gap="sm">
        <Group align="end">
          <NativeSelect
            label={say('Report to send')}
            value={form.report_type}
            onChange={({ currentTarget }) => setForm({ ...form, report_type: currentTarget.value })}
            data={offered(types).map((each) => ({ value: each.id, label: reportName(each) }))}
            flex="1 1 14rem"
          />
          <NativeSelect
            label={say('Interval')}
            value={form.interval}
            onChange={({ currentTarget }) => setForm({ ...form, interval: currentTarget.value })}
            data={optionsOf(intervals)}
          />
          <TextInput
            label={say('E-mail')}
            type="email"
            required
            value={form.email}
            onChange={({ currentTarget }) => setForm({ ...form, email: currentTarget.value })}
            flex="1 1 12rem"
          />
          <Button type="submit" variant="default" loading={creation.isPending}>
            {say('Schedule (verb)')}
          </Button>
        </Group>
        <Failure error={creation.error} />
      </Stack>
    </form>
  );
}
