import { Alert, Anchor, Button, Code, Group, Stack, Table, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Listed, read, send } from '../api.js';
import { moment } from '../format.js';
import type { WebhookEndpoint } from '../objects.js';
import { Copied, Empty, Failure, Loading, Status } from '../parts.js';

const first_endpoint = (origin: string): string =>
  `curl -u sk_test_123: ${origin}/v1/webhook_endpoints -d url=http://localhost:3000/webhooks -d 'enabled_events[]=*'`;

/** The webhook endpoints, and a form that adds one. */
export default function EndpointList(): ReactNode {
  const { data, error, isPending } = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => read<Listed<WebhookEndpoint>>('webhook_endpoints', { limit: 100 }),
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        Webhooks
      </Title>
      <AddEndpoint />
      <Failure error={error} />
      {isPending && <Loading />}
      {data?.data.length === 0 && (
        <Empty title="No endpoints" command={first_endpoint(location.origin)}>
          An endpoint receives events by HTTP. Add one above, or by this command:
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table highlightOnHover aria-label="Webhook endpoints">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>URL</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th>Events</Table.Th>
                <Table.Th>Created</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map(({ id, url, status, enabled_events, created }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} href={`/webhooks/${id}`} size="sm">
                      {url}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Status of={status} />
                  </Table.Td>
                  <Table.Td>{enabled_events.includes('*') ? 'All' : enabled_events.length}</Table.Td>
                  <Table.Td>{moment(created)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

/** Adds an endpoint. Its signing secret is shown once. */
function AddEndpoint(): ReactNode {
  const [url, setUrl] = useState('');
  const [enabled_events, setEvents] = useState<string[]>(['*']);
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () => send<WebhookEndpoint>('webhook_endpoints', { url, enabled_events }),
    onSuccess: () => {
      setUrl('');
      return queries.invalidateQueries({ queryKey: ['endpoints'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm">
        <Group align="end">
          <TextInput
            label="URL of a new endpoint"
            type="url"
            required
            placeholder="https://example.com/webhooks"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            flex="1 1 16rem"
          />
          <TagsInput label="Events" value={enabled_events} onChange={setEvents} flex="1 1 12rem" placeholder="payment_intent.succeeded" />
          <Button type="submit" loading={add.isPending}>
            Add endpoint
          </Button>
        </Group>
        <Failure error={add.error} />
        {add.data?.secret && (
          <Alert color="teal" title="The endpoint was added" role="status">
            <Text size="sm">
              Its signing secret is shown only now: <Copied value={add.data.secret} label="the signing secret" />
            </Text>
            <Text size="sm">
              Verify signatures with it, in the header <Code>Stripe-Signature</Code>.
            </Text>
          </Alert>
        )}
      </Stack>
    </form>
  );
}
