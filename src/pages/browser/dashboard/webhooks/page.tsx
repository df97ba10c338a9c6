import { Accordion, Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type Listed, read, remove, send } from '../api.js';
import { moment } from '../format.js';
import type { WebhookAttempt, WebhookEndpoint } from '../objects.js';
import { Copied, Empty, Fact, Failure, Loading, Status } from '../parts.js';

const page_rows = 25;

/** One endpoint: its settings, its deliveries with bodies and responses, and their replay. */
export default function EndpointPage({ id }: { id: string }): ReactNode {
  const path = `webhook_endpoints/${encodeURIComponent(id)}`;
  const { data, error } = useQuery({ queryKey: ['endpoint', id], queryFn: () => read<WebhookEndpoint>(path) });
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <Anchor component={Link} href="/webhooks" size="sm">
        All endpoints
      </Anchor>
      <Group>
        <Title order={1} size="h3">
          {data.url}
        </Title>
        <Status of={data.status} />
      </Group>
      <Actions endpoint={data} />
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Fact term="Id">
            <Copied value={data.id} label="the endpoint's id" />
          </Fact>
          <Fact term="API version">{data.api_version ?? '–'}</Fact>
          <Fact term="Events">{data.enabled_events.includes('*') ? 'All' : data.enabled_events.join(', ')}</Fact>
        </Stack>
      </Paper>
      <Deliveries endpoint={data} />
    </Stack>
  );
}

function Actions({ endpoint: { id, status, created } }: { endpoint: WebhookEndpoint }): ReactNode {
  const queries = useQueryClient();
  const [, open] = useLocation();
  const path = `webhook_endpoints/${id}`;
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['endpoint', id] });
  const pause = useMutation({ mutationFn: () => send(path, { disabled: status === 'enabled' }), onSuccess: changed });
  const roll = useMutation({ mutationFn: () => send<WebhookEndpoint>(`${path}/roll_secret`), onSuccess: changed });
  const resend = useMutation({
    mutationFn: () => send(`${path}/resend`, { created: { gte: created } }),
  });
  const end = useMutation({
    mutationFn: () => remove(path),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['endpoints'] });
      open('/webhooks');
    },
  });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {status === 'enabled' ? 'Disable' : 'Enable'}
        </Button>
        <Button variant="default" loading={roll.isPending} onClick={() => roll.mutate()}>
          Roll the secret
        </Button>
        <Button variant="default" loading={resend.isPending} disabled={status !== 'enabled'} onClick={() => resend.mutate()}>
          Resend what failed
        </Button>
        <Button variant="default" color="red" loading={end.isPending} onClick={() => end.mutate()}>
          Delete
        </Button>
      </Group>
      <Failure error={pause.error ?? roll.error ?? resend.error ?? end.error} />
      {roll.data?.secret && (
        <Text size="sm" role="status">
          The new secret is shown only now: <Copied value={roll.data.secret} label="the signing secret" />. The previous one is valid for a
          day.
        </Text>
      )}
      {resend.isSuccess && (
        <Text size="sm" role="status">
          The events are delivered again.
        </Text>
      )}
    </Stack>
  );
}

function Deliveries({ endpoint: { id, status } }: { endpoint: WebhookEndpoint }): ReactNode {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['attempts', id],
    queryFn: ({ pageParam }) =>
      read<Listed<WebhookAttempt>>('webhook_attempts', {
        webhook_endpoint: id,
        limit: page_rows,
        expand: ['data.event'],
        ...(pageParam !== '' && { starting_after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ data: rows, has_more }) => (has_more ? rows.at(-1)?.id : undefined),
    refetchInterval: 5000,
  });
  const attempts = data?.pages.flatMap((each) => each.data) ?? [];
  return (
    <Stack>
      <Title order={2} size="h4">
        Deliveries
      </Title>
      <Failure error={error} />
      {data && attempts.length === 0 && (
        <Empty title="No deliveries" command={`curl -u sk_test_123: ${location.origin}/v1/customers -d email=jo@example.com`}>
          Deliveries appear here when an event occurs. This command causes one:
        </Empty>
      )}
      {attempts.length > 0 && (
        <Accordion variant="contained" chevronPosition="left">
          {attempts.map((each) => (
            <Delivery key={each.id} attempt={each} endpoint={id} enabled={status === 'enabled'} />
          ))}
        </Accordion>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()} mx="auto">
          Show more
        </Button>
      )}
    </Stack>
  );
}

type Delivered = { readonly attempt: WebhookAttempt; readonly endpoint: string; readonly enabled: boolean };

function Delivery({ attempt, endpoint, enabled }: Delivered): ReactNode {
  const queries = useQueryClient();
  const { id, event, outcome, response_status, response_body, next_attempt, created } = attempt;
  const again = useMutation({
    mutationFn: () => send(`events/${event.id}/retry`, { webhook_endpoint: endpoint }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['attempts', endpoint] }),
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
              {response_status ?? 'no response'} · {moment(created)}
            </Text>
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Group>
            <Button size="xs" variant="default" loading={again.isPending} disabled={!enabled} onClick={() => again.mutate()}>
              Resend
            </Button>
            {next_attempt !== null && <Text size="sm">Next attempt {moment(next_attempt)}</Text>}
            {again.isSuccess && (
              <Text size="sm" role="status">
                The event is delivered again.
              </Text>
            )}
          </Group>
          <Failure error={again.error} />
          <Text size="sm" fw={600}>
            Response
          </Text>
          <Code block>{response_body || '(empty)'}</Code>
          <Text size="sm" fw={600}>
            Event {event.id}
          </Text>
          <Code block mah={360}>
            {JSON.stringify(event, null, 2)}
          </Code>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
