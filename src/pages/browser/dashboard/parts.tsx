import { Alert, Badge, Code, CopyButton, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from './format.js';

const colors: Readonly<Record<string, string>> = {
  available: 'teal',
  canceled: 'gray',
  delivered: 'teal',
  disabled: 'gray',
  enabled: 'teal',
  failed: 'red',
  lost: 'red',
  needs_response: 'orange',
  pending: 'yellow',
  processing: 'blue',
  requires_action: 'yellow',
  requires_capture: 'blue',
  succeeded: 'teal',
  won: 'teal',
};

/** The status of an object. */
export const Status = ({ of }: { of: string }): ReactNode => (
  <Badge variant="dot" color={colors[of] ?? 'gray'} tt="none">
    {words(of)}
  </Badge>
);

/** A text that a click copies. */
export const Copied = ({ value, label }: { value: string; label: string }): ReactNode => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <UnstyledButton onClick={copy} title={`Copy ${label}`}>
        <Code>{copied ? 'Copied' : value}</Code>
      </UnstyledButton>
    )}
  </CopyButton>
);

/** A request that has failed, in the words of the API. */
export const Failure = ({ error, title = 'The request was refused' }: { error: Error | null; title?: string }): ReactNode =>
  error && (
    <Alert color="red" role="alert" title={title}>
      {error.message}
    </Alert>
  );

/** A page that still loads. */
export const Loading = (): ReactNode => (
  <Stack aria-busy="true" aria-label="Loading">
    {[1, 2, 3, 4].map((line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
);

/** A list without objects: what it would contain, and a command that creates the first. */
export const Empty = ({ title, children, command }: { title: string; children: ReactNode; command: string }): ReactNode => (
  <Stack align="stretch" py="xl" gap="xs" ta="center">
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{children}</Text>
    <Code block ta="start">
      {command}
    </Code>
    <CopyButton value={command}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} fz="sm" td="underline">
          {copied ? 'Copied' : 'Copy the command'}
        </UnstyledButton>
      )}
    </CopyButton>
  </Stack>
);

/** A term and its value. */
export const Fact = ({ term, children }: { term: string; children: ReactNode }): ReactNode => (
  <Group justify="space-between" align="start" gap="md" wrap="nowrap">
    <Text c="dimmed" size="sm">
      {term}
    </Text>
    <Text component="div" size="sm" ta="right">
      {children}
    </Text>
  </Group>
);
