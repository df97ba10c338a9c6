import { Accordion, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Listed, type Parameters, read, send } from '../api.js';
import { moment } from '../format.js';
import { commandOf } from '../kit/curl.js';
import { Json } from '../kit/history.js';
import { Reference } from '../kit/members.js';
import type { WebhookAttempt } from '../objects.js';
import { Empty, Failure, Status } from '../parts.js';
import { say } from '../say.js';

const page_rows = 25;

/** The attempts to deliver events, to one endpoint or of one event, with bodies and responses. */
export function Deliveries({ of }: { of: Parameters }): ReactNode {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['attempts', of],
    queryFn: ({ pageParam }) =>
      read<Listed<WebhookAttempt>>('webhook_attempts', {
        ...{ ...of, limit: page_rows, expand: ['data.event'] },
        ...(pageParam !== '' && { starting_after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ data: rows, has_more }) => (has_more ? rows.at(-1)?.id : undefined),
  });
  const attempts = data?.pages.flatMap((each) => each.data) ?? [];
  return (
    <Stack>
      <Failure error={error} />
      {data && attempts.length === 0 && (
        <Empty title={say('No deliveries')} command={commandOf('customers -d email=jo@example.com')}>
          {say('Deliveries appear here when an event occurs. This command causes one:')}
        </Empty>
      )}
      {attempts.length > 0 && (
        <Accordion variant="contained" chevronPosition="left">
          {attempts.map((each) => (
            <Delivery key={each.id} attempt={each} />
          ))}
        </Accordion>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()} mx="auto">
          {say('Show more')}
        </Button>
      )}
    </Stack>
  );
}

function Delivery({ attempt }: { attempt: WebhookAttempt }): ReactNode {
  const queries = useQueryClient();
  const { id, event, outcome, response_status, response_body, next_attempt, created, url, webhook_endpoint } = attempt;
  const again = useMutation({
    mutationFn: () => send(`events/${event.id}/retry`, { webhook_endpoint }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['attempts'] }),
  });
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group justify="space-between" pr="md">
          <Text size="sm" fw={600}>
            {event.type}
          </Text>
          <Group gap="xs">
            <Status of={outcome} />
            <Text size="sm" c="dimmed">
              {response_status ?? say('no response')} · {moment(created)}
            </Text>
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Group>
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {say('Resend')}
            </Button>
            {next_attempt !== null && <Text size="sm">{say('Next attempt: {time}', { time: moment(next_attempt) })}</Text>}
            {again.isSuccess && (
              <Text size="sm" role="status">
                {say('The event is delivered again.')}
              </Text>
            )}
          </Group>
          <Failure error={again.error} />
          <Text size="sm">{say('Attempt {number} to {url}', { number: attempt.attempt, url })}</Text>
          <Text size="sm" fw={600}>
            {say('Response')}
          </Text>
          <Code block tabIndex={0}>
            {response_body || '(empty)'}
          </Code>
          <Text size="sm" fw={600} component="div">
            {say('Event')} <Reference of={event.id} />
          </Text>
          <Json of={event} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
