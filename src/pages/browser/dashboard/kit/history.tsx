import { Accordion, Anchor, Badge, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'wouter';
import { call, type Listed, type Request, read } from '../api.js';
import { moment } from '../format.js';
import { Command, Failure, Loading } from '../parts.js';
import { say } from '../say.js';
import { curlOf } from './curl.js';
import { Entries, pathOf } from './description.js';

/** An event of the API. */
export type Event = {
  readonly id: string;
  /** Milliseconds, unlike the times of other objects. */
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: { readonly id?: string; readonly object: string }; readonly previous_attributes?: object };
  readonly pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null } | null;
};

/** A logged request. */
export type RequestLog = {
  readonly id: string;
  readonly created: number;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly status_code: number;
  readonly outcome: string;
  readonly duration_ms: number;
  readonly idempotency_key: string | null;
  readonly object_id: string | null;
  readonly parameters: object | null;
  readonly response: object | null;
  readonly key: string;
  readonly key_type: string;
  readonly address: string;
  readonly user_agent: string | null;
  readonly replayed: boolean;
  readonly error: { readonly code: string | null; readonly message: string; readonly param: string | null } | null;
};

/** A logged request as a request that can be sent again. */
export const requestOf = ({ method, path, parameters }: RequestLog): Request => ({
  method,
  path: path.replace(/^\/v1\//, ''),
  parameters: (parameters ?? {}) as NonNullable<Request['parameters']>,
});

/** JSON in which the ids of other objects open their pages. */
export function Json({ of }: { of: unknown }): ReactNode {
  const entries = useContext(Entries);
  const parts = JSON.stringify(of, null, 2).split(/("(?:[a-z]+_)+[A-Za-z0-9]{8,}")/);
  return (
    <Code block mah={420} tabIndex={0}>
      {parts.map((part, at) => {
        const path = at % 2 === 1 ? pathOf(entries, part.slice(1, -1)) : null;
        return path ? (
          <Anchor key={at} component={Link} href={path} inherit c="inherit" td="underline">
            {part}
          </Anchor>
        ) : (
          part
        );
      })}
    </Code>
  );
}

const EventItem = ({ event }: { event: Event }): ReactNode => (
  <Accordion.Item value={event.id}>
    <Accordion.Control>
      <Group justify="space-between" pr="md">
        <Text size="sm" fw={600}>
          {event.type}
        </Text>
        <Text size="xs" c="dimmed">
          {moment(event.created / 1000)}
        </Text>
      </Group>
    </Accordion.Control>
    <Accordion.Panel>
      <Json of={event} />
    </Accordion.Panel>
  </Accordion.Item>
);

/** A request with its parameters, its response, and the command that repeats it. */
export const RequestBody = ({ log }: { log: RequestLog }): ReactNode => (
  <Stack gap="xs">
    {log.error && <Text size="sm">{log.error.message}</Text>}
    <Command>{curlOf(requestOf(log))}</Command>
    <Text size="sm" fw={600}>
      {say('Parameters')}
    </Text>
    <Json of={log.parameters} />
    <Text size="sm" fw={600}>
      {say('Response')}
    </Text>
    <Json of={log.response} />
  </Stack>
);

const RequestItem = ({ log }: { log: RequestLog }): ReactNode => (
  <Accordion.Item value={log.id}>
    <Accordion.Control>
      <Group justify="space-between" pr="md">
        <Group gap="xs">
          <Badge color={log.outcome === 'succeeded' ? 'teal' : 'red'} variant="dot">
            {log.status_code}
          </Badge>
          <Text size="sm">
            {log.method} {log.path}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {moment(log.created)}
        </Text>
      </Group>
    </Accordion.Control>
    <Accordion.Panel>
      <RequestBody log={log} />
    </Accordion.Panel>
  </Accordion.Item>
);

/** The events, the requests and the JSON of an object, each loaded when it is opened. */
export function History({ path, id, expand = [] }: { path: string; id: string; expand?: readonly string[] }): ReactNode {
  const [opened, open] = useState<string[]>([]);
  const parts = [
    { label: say('Events'), content: <Events id={id} /> },
    { label: say('API requests'), content: <Requests id={id} /> },
    { label: 'JSON', content: <Raw path={path} id={id} expand={expand} /> },
  ];
  return (
    <Accordion multiple variant="contained" value={opened} onChange={open}>
      {parts.map(({ label, content }) => (
        <Accordion.Item key={label} value={label}>
          <Accordion.Control>{label}</Accordion.Control>
          <Accordion.Panel>{opened.includes(label) && content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** The events of an object with their bodies. */
function Events({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['events', id],
    queryFn: () => read<Listed<Event>>('events', { related_object: id, limit: 100 }),
  });
  if (!data) return error ? <Failure error={error} /> : <Loading />;
  return data.data.length === 0 ? (
    <Text size="sm">{say('No events')}</Text>
  ) : (
    <Accordion variant="separated">
      {data.data.map((event) => (
        <EventItem key={event.id} event={event} />
      ))}
    </Accordion>
  );
}

/** The API requests whose response is an object. */
function Requests({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['requests', id],
    queryFn: () => read<Listed<RequestLog>>('request_logs', { object_id: id, limit: 100 }),
    // Requests are logged within seconds.
    refetchInterval: 5000,
  });
  if (!data) return error ? <Failure error={error} /> : <Loading />;
  return data.data.length === 0 ? (
    <Text size="sm">{say('No requests of the last 30 days')}</Text>
  ) : (
    <Accordion variant="separated">
      {data.data.map((log) => (
        <RequestItem key={log.id} log={log} />
      ))}
    </Accordion>
  );
}

function Raw({ path, id, expand }: { path: string; id: string; expand: readonly string[] }): ReactNode {
  const request: Request = { method: 'GET', path: `${path}/${encodeURIComponent(id)}`, parameters: { expand } };
  const { data, error } = useQuery({ queryKey: ['raw', request], queryFn: () => call<object>(request) });
  if (!data) return error ? <Failure error={error} /> : <Loading />;
  return (
    <Stack gap="xs">
      <Command>{curlOf(request)}</Command>
      <Json of={data} />
    </Stack>
  );
}
