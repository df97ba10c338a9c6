import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Access } from '../access.js';
import { say } from '../say.js';
import { type Mode, modeInUse, sessionInUse, useMode } from '../session.js';

/** Who is signed in, the mode of the tab, and signing out. */
export const Identity = ({ access }: { access: Access }): ReactNode => {
  const member = sessionInUse()?.member;
  return (
    <Group gap="sm" wrap="nowrap">
      {member && member.modes.length > 1 && <ModeSwitch />}
      {member ? (
        <Anchor component={Link} href="/profile" size="sm" visibleFrom="xs">
          {member.name ?? member.email}
        </Anchor>
      ) : (
        <Text c="dimmed" size="sm" visibleFrom="xs">
          {say('Sandbox')}
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" onClick={access.leave}>
        {say('Sign out')}
      </Button>
    </Group>
  );
};

/** Switches between live and test mode. Everything on the page is read again. */
function ModeSwitch(): ReactNode {
  const [mode, setMode] = useState<Mode>(modeInUse);
  const queries = useQueryClient();
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
