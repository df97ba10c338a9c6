import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Access } from '../access.js';
import { say } from '../say.js';
import { type Mode, modeInUse, sessionInUse, useMode } from '../session.js';

/** Who is signed in, and signing out. `left` is called when the page changes to the profile. */
export const Identity = ({ access, left }: { access: Access; left?: () => void }): ReactNode => {
  const member = sessionInUse()?.member;
  return (
    <Group gap="sm" wrap="nowrap">
      {member ? (
        <Anchor component={Link} href="/profile" size="sm" onClick={left}>
          {member.name ?? member.email}
        </Anchor>
      ) : (
        <Text c="dimmed" size="sm">
          {say('Sandbox')}
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" onClick={access.leave}>
        {say('Sign out')}
      </Button>
    </Group>
  );
};

/** Switches between live and test mode, for a member who has both. Everything on the page is read again. */
export function ModeSwitch(): ReactNode {
  const [mode, setMode] = useState<Mode>(modeInUse);
  const queries = useQueryClient();
  if ((sessionInUse()?.member.modes.length ?? 0) < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('Mode')}
      data={[
        { value: 'test', label: say('Test') },
        { value: 'live', label: say('Live') },
      ]}
      value={mode}
      onChange={(next) => {
        useMode(next);
        setMode(next);
        void queries.resetQueries();
      }}
    />
  );
}
