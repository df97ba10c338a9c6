import { Anchor, Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { read } from '../api.js';
import { moment } from '../format.js';
import { ActionButtons, post } from '../kit/action.js';
import type { Action } from '../kit/description.js';
import { type Column, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Copied, Fact, Failure, Loading, Section } from '../parts.js';
import { type Text as Label, say, sayWith, words } from '../say.js';

type Clock = { readonly frozen_time: number; readonly status: string };
type Health = { readonly status: string };

const day_seconds = 86_400;

const advance: Action<Clock> = {
  label: 'Advance the clock',
  is_primary: true,
  when: ({ status }) => status === 'ready',
  question: () =>
    say('Everything of this sandbox that is due until then happens in order: settlements, renewals, payouts. The clock never goes back.'),
  fields: ({ frozen_time }) => [
    { name: 'frozen_time', label: 'Advance to', kind: 'time', initial: frozen_time + day_seconds, is_required: true },
  ],
  request: (_, parameters) => post('test_helpers/sandbox_clock/advance', parameters),
  done: () => say('The clock was advanced.'),
};

const reset: Action<null> = {
  label: 'Reset the sandbox',
  is_destructive: true,
  question: () =>
    say('All objects, events and requests of this sandbox are deleted, and its clock shows the present. Snapshots and keys remain.'),
  request: () => post('test_helpers/reset'),
  next: () => '/payments',
};

/** Cards that cause an outcome (docs/test-data.md has all of them). */
const cards = (
  [
    ['4242 4242 4242 4242', 'pm_card_visa', 'Pays'],
    ['4000 0000 0000 0002', 'pm_card_chargeDeclined', 'Is declined'],
    ['4000 0000 0000 9995', 'pm_card_chargeDeclinedInsufficientFunds', 'Is declined for insufficient funds'],
    ['4000 0000 0000 3220', 'pm_card_threeDSecure2Required', 'Requires 3D Secure'],
    ['4000 0000 0000 0259', 'pm_card_createDispute', 'Pays, then is disputed'],
    ['4000 0000 0000 9235', 'pm_card_riskLevelElevated', 'Pays with elevated risk'],
    ['4000 0000 0000 0341', 'pm_card_chargeCustomerFail', 'Can be saved, then is declined'],
  ] as const satisfies readonly (readonly [string, string, Label])[]
).map(([number, id, outcome]) => ({ number, id, outcome }));

const card_columns: readonly Column<(typeof cards)[number]>[] = [
  { label: 'Number', show: ({ number }) => <Copied value={number} label={say('the number')} /> },
  { label: 'Payment method', wraps: true, show: ({ id }) => <Copied value={id} label={say('the payment method')} /> },
  { ...text('Outcome', ({ outcome }) => say(outcome)), wraps: true },
];

/** The controls of a sandbox: its clock, its messages, and data that causes outcomes. */
export default function SandboxPage(): ReactNode {
  const clock = useQuery({ queryKey: ['sandbox clock'], queryFn: () => read<Clock>('test_helpers/sandbox_clock') });
  return (
    <Stack>
      <Title order={1} size="h2">
        {say('Sandbox')}
      </Title>
      <Section title={say('Clock')} aside={clock.data && <ActionButtons item={clock.data} actions={[advance]} />}>
        <Failure error={clock.error} />
        {clock.isPending && <Loading />}
        {clock.data && (
          <>
            <Fact term={say('Time')}>{moment(clock.data.frozen_time)}</Fact>
            <Fact term={say('Status')}>{words(clock.data.status)}</Fact>
          </>
        )}
        <Text size="sm">
          {sayWith('Customers with {clocks} have their own time.', {
            clocks: (
              <Anchor component={Link} href="/test-clocks" inherit underline="always">
                {say('test clocks')}
              </Anchor>
            ),
          })}
        </Text>
      </Section>
      <Section title={say('Contents')} aside={<ActionButtons item={null} actions={[reset]} />}>
        <Text size="sm">
          {sayWith('Save and restore the whole sandbox with {snapshots}.', {
            snapshots: (
              <Anchor component={Link} href="/snapshots" inherit underline="always">
                {say('snapshots')}
              </Anchor>
            ),
          })}
        </Text>
      </Section>
      <TestCards />
      <Faults />
      <Section title={say('Messages')}>
        <Text size="sm">
          {say('E-mail to customers of test mode is not sent.')}{' '}
          <Anchor href="/outbox" target="_blank" rel="noreferrer" inherit underline="always">
            {say('Open the outbox')}
          </Anchor>
        </Text>
      </Section>
      <ServiceHealth />
    </Stack>
  );
}

const Faults = (): ReactNode => (
  <Section title={say('Faults')}>
    <Text size="sm">
      {sayWith('A request with the header {header} fails as in a bad network. {shell} sends one.', {
        header: <Code>Florin-Test-Fault</Code>,
        shell: (
          <Anchor component={Link} href="/shell?method=POST&path=customers&parameters=name%3DJo&fault=timeout" inherit underline="always">
            {say('The API shell')}
          </Anchor>
        ),
      })}
    </Text>
  </Section>
);

const TestCards = (): ReactNode => (
  <Section title={say('Test cards')}>
    <ObjectTable label={say('Test cards')} columns={card_columns} rows={cards} pathOf={() => null} />
  </Section>
);

function ServiceHealth(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['health'],
    queryFn: async () => {
      const response = await fetch('/readyz', { credentials: 'omit' });
      return { ok: response.ok, ...((await response.json()) as Health) };
    },
    refetchInterval: 10_000,
  });
  return (
    <Section title={say('Service')}>
      <Failure error={error} />
      {data && <Fact term={say('Ready')}>{data.ok ? say('Yes') : words(data.status)}</Fact>}
    </Section>
  );
}
