import {
  Alert,
  Badge,
  CloseButton,
  Code,
  CopyButton,
  Group,
  Modal,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { say, words } from './say.js';

const colors: Readonly<Record<string, string>> = {
  active: 'teal',
  advancing: 'blue',
  available: 'teal',
  canceled: 'gray',
  closed: 'teal',
  complete: 'teal',
  delivered: 'teal',
  disabled: 'gray',
  draft: 'gray',
  enabled: 'teal',
  expired: 'gray',
  failed: 'red',
  in_transit: 'blue',
  incomplete: 'yellow',
  issued: 'teal',
  lost: 'red',
  needs_response: 'orange',
  open: 'blue',
  paid: 'teal',
  partially_refunded: 'blue',
  past_due: 'orange',
  paused: 'yellow',
  pending: 'yellow',
  processing: 'blue',
  ready: 'teal',
  refunded: 'gray',
  requires_action: 'yellow',
  requires_capture: 'blue',
  restricted: 'red',
  succeeded: 'teal',
  trialing: 'blue',
  uncollectible: 'red',
  under_review: 'blue',
  unpaid: 'red',
  valid: 'teal',
  warning_needs_response: 'orange',
  won: 'teal',
};

/** The status of an object. */
export const Status = ({ of }: { of: string }): ReactNode => (
  <Badge variant="dot" color={colors[of] ?? 'gray'} tt="none" miw="max-content">
    {words(of)}
  </Badge>
);

/** A text that a click copies. */
export const Copied = ({ value, label }: { value: string; label: string }): ReactNode => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <UnstyledButton onClick={copy} title={say('Copy {what}', { what: label })} maw="100%">
        <Code style={{ overflowWrap: 'anywhere' }}>{copied ? say('Copied') : value}</Code>
      </UnstyledButton>
    )}
  </CopyButton>
);

/** A request that has failed, in the words of the API. */
export const Failure = ({ error, title = say('The request was refused') }: { error: Error | null; title?: string }): ReactNode =>
  error && (
    <Alert color="red" role="alert" title={title}>
      {error.message}
    </Alert>
  );

/** A page that still loads. */
export const Loading = (): ReactNode => (
  <Stack aria-busy="true" aria-label={say('Loading')}>
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
);

/** A list without objects: what it would contain, and a command that creates the first. */
export const Empty = ({ title, children, command }: { title: string; children: ReactNode; command: string | null }): ReactNode => (
  <Stack align="stretch" py="xl" gap="xs" ta="center">
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{children}</Text>
    {command && <Command>{command}</Command>}
  </Stack>
);

/** A command to copy into a terminal. */
export const Command = ({ children }: { children: string }): ReactNode => (
  <Stack gap={4} align="stretch">
    <Code block ta="start" tabIndex={0}>
      {children}
    </Code>
    <CopyButton value={children}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} fz="sm" td="underline">
          {copied ? say('Copied') : say('Copy the command')}
        </UnstyledButton>
      )}
    </CopyButton>
  </Stack>
);

/** A part of a page under its own heading. */
export const Section = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }): ReactNode => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  </Paper>
);

/** A term and its value. */
export const Fact = ({ term, children }: { term: string; children: ReactNode }): ReactNode => (
  <Group justify="space-between" align="start" gap="md" wrap="nowrap">
    <Text c="dimmed" size="sm">
      {term}
    </Text>
    <Text component="div" size="sm" ta="end" style={{ overflowWrap: 'anywhere' }}>
      <bdi>{children}</bdi>
    </Text>
  </Group>
);

type Opened = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

/** A dialog. Its head is no banner of the page, unlike that of Mantine's own. */
export const Dialog = ({ title, close, children }: Opened): ReactNode => (
  <Modal.Root opened onClose={close} centered size="lg">
    <Modal.Overlay />
    <Modal.Content aria-label={title}>
      <Modal.Body>
        <Group justify="space-between" wrap="nowrap" mb="md">
          <Title order={2} size="h4">
            {title}
          </Title>
          <CloseButton aria-label={say('Close')} onClick={close} />
        </Group>
        {children}
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
