import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../format.js';
import { Reference } from '../kit/members.js';
import type { Dispute } from '../objects.js';
import { Fact } from '../parts.js';

/** The evidence that was saved or submitted. */
export function Evidence({ item: { evidence } }: { item: Dispute }): ReactNode {
  const given = Object.entries(evidence).flatMap(([name, value]) => (typeof value === 'string' && value ? [{ name, value }] : []));
  if (given.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No evidence was saved.
      </Text>
    );
  return (
    <Stack gap="sm">
      {given.map(({ name, value }) => (
        <Fact key={name} term={words(name)}>
          {value.startsWith('file_') ? <Reference of={value} /> : value}
        </Fact>
      ))}
    </Stack>
  );
}
