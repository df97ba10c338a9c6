import { Code, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { say } from '../say.js';
import type { Account } from './account-parts.js';

/** What an account still has to provide. */
export function Requirements({ item: { requirements } }: { item: Account }): ReactNode {
  const { past_due, currently_due, eventually_due, pending_verification, errors } = requirements;
  const groups = [
    { label: 'Past due', names: past_due },
    { label: 'Due now', names: currently_due },
    { label: 'In verification', names: pending_verification },
    { label: 'Due later', names: eventually_due.filter((name) => !currently_due.includes(name)) },
  ] as const;
  const shown = groups.filter(({ names }) => names.length > 0);
  if (shown.length === 0) return <Text size="sm">{say('Nothing is missing.')}</Text>;
  return (
    <Stack gap="sm">
      {shown.map(({ label, names }) => (
        <div key={label}>
          <Text size="sm" fw={600}>
            {say(label)}
          </Text>
          <List size="sm">
            {names.map((name) => (
              <List.Item key={name}>
                <Code>{name}</Code> {errors.find(({ requirement }) => requirement === name)?.reason}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  );
}
