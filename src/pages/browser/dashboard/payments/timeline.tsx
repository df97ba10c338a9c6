import { Alert, Anchor, Chip, Collapse, Group, Stack, Text, Timeline, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Listed, read } from '../api.js';
import { moment } from '../format.js';
import { type Event, Json, RequestBody, type RequestLog } from '../kit/history.js';
import type { Payment, WebhookAttempt } from '../objects.js';
import { Loading } from '../parts.js';
import { say } from '../say.js';
import { deliveryMoment, eventMoment, type Kind, kinds, type Moment, momentsOf, requestMoment } from './moments.js';
import { type Moved, useMoved } from './money.js';

const objects_max = 10;
const events_max = 40;
const logged_ms = 5000;

/** The ids of a payment and of its charges, refunds and disputes. */
const idsOf = (payment: Payment, { charges, refunds, disputes }: Moved): string[] =>
  [payment, ...charges, ...refunds, ...disputes].map(({ id }) => id).slice(0, objects_max);

const perId = async <Item,>(ids: readonly string[], read: (id: string) => Promise<Listed<Item>>): Promise<readonly Item[]> =>
  (await Promise.all(ids.map(read))).flatMap(({ data }) => data);

/** The events of objects, and their deliveries. */
const useEvents = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['events of', ids],
    queryFn: async () => {
      const found = await perId(ids, (related_object) => read<Listed<Event>>('events', { related_object, limit: 50 }));
      const events = found.toSorted((one, other) => (one.id < other.id ? 1 : -1));
      const newest = events.slice(0, events_max).map(({ id }) => id);
      const deliveries = await perId(newest, (event) =>
        read<Listed<WebhookAttempt>>('webhook_attempts', { event, expand: ['data.event'] }),
      );
      return { events, deliveries };
    },
  });

/** The requests that changed objects. They are logged within seconds. */
const useRequests = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['requests of', ids],
    queryFn: () => perId(ids, (object_id) => read<Listed<RequestLog>>('request_logs', { object_id, limit: 50 })),
    refetchInterval: logged_ms,
  });

/** Names of events and paths of requests are longer than a phone is wide. */
const breaking = { overflowWrap: 'anywhere' } as const;

/** What has happened to a payment, newest first; each entry opens the body behind it. */
export function PaymentTimeline({ item: payment }: { item: Payment }): ReactNode {
  const { data: moved } = useMoved(payment.id);
  return moved ? <Moments payment={payment} moved={moved} /> : <Loading />;
}

function Moments({ payment, moved }: { payment: Payment; moved: Moved }): ReactNode {
  const ids = idsOf(payment, moved);
  const { data: reports } = useEvents(ids);
  const { data: requests } = useRequests(ids);
  const [shown, show] = useState<string[]>(['Activity', 'Events', 'API requests']);
  const all = [
    ...momentsOf(payment, moved),
    ...(reports?.events.map(eventMoment) ?? []),
    ...(reports?.deliveries.map(deliveryMoment) ?? []),
    ...(requests?.map(requestMoment) ?? []),
  ];
  const moments = all
    .filter(({ kind }) => shown.includes(kind))
    .sort((one, other) => other.at - one.at || (other.order < one.order ? -1 : 1));
  return (
    <Stack>
      <Problem payment={payment} />
      <Chip.Group multiple value={shown} onChange={show}>
        <Group gap="xs">
          {kinds.map((kind: Kind) => (
            <Chip key={kind} value={kind} size="xs">
              {say(kind)} ({all.filter((each) => each.kind === kind).length})
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Timeline active={moments.length} bulletSize={14} lineWidth={2} style={breaking}>
        {moments.map((each) => (
          <Timeline.Item key={`${each.kind} ${each.id}`} title={each.title} color={each.color}>
            <Entry of={each} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function Problem({ payment: { last_payment_error, status, next_action } }: { payment: Payment }): ReactNode {
  const url = next_action?.redirect_to_url?.url;
  return (
    <>
      {last_payment_error?.message && <Alert color="red">{last_payment_error.message}</Alert>}
      {status === 'requires_action' && (
        <Alert color="yellow">
          {say('The payment waits for the payer.')}{' '}
          {url && (
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
              {say("Open the payer's page")}
            </Anchor>
          )}
        </Alert>
      )}
    </>
  );
}

function Entry({ of }: { of: Moment }): ReactNode {
  const [opened, { toggle }] = useDisclosure();
  return (
    <>
      {of.detail && <Text size="sm">{of.detail}</Text>}
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {moment(of.at)} · {of.id}
        </Text>
        {of.body && (
          <UnstyledButton
            fz="xs"
            td="underline"
            onClick={toggle}
            aria-expanded={opened}
            aria-label={say(opened ? '{title}: hide the body' : '{title}: show the body', { title: of.title })}
          >
            {opened ? say('Hide') : say('Show')}
          </UnstyledButton>
        )}
      </Group>
      <Collapse expanded={opened}>{opened && of.body && <Body of={of.body} />}</Collapse>
    </>
  );
}

const Body = ({ of }: { of: NonNullable<Moment['body']> }): ReactNode => ('method' in of ? <RequestBody log={of} /> : <Json of={of} />);
