import { Burger, Button, Group, Kbd, Menu, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Access } from './access.js';
import { Identity } from './members/identity.js';
import { Dialog } from './parts.js';

type Shown = { readonly opened: boolean; readonly toggle: () => void; readonly goTo: () => void; readonly access: Access };

/** The keys of the dashboard. */
const keys = [
  ['Ctrl K', 'Go to a page or an object'],
  ['/', 'Search the list'],
  ['J, K', 'Next and previous row'],
  ['C', 'Create'],
  ['Ctrl J', 'Light or dark'],
  ['?', 'These shortcuts'],
] as const;

/** The bar above all pages. */
export function Header({ opened, toggle, goTo, access }: Shown): ReactNode {
  const [helped, { open: help, close }] = useDisclosure();
  const { toggleColorScheme } = useMantineColorScheme();
  useHotkeys([
    ['mod+K', goTo],
    ['mod+J', toggleColorScheme],
    ['shift+?', help],
  ]);
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group wrap="nowrap">
        <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
        <Text fw={700}>Florin</Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={goTo} rightSection={<Kbd visibleFrom="sm">Ctrl K</Kbd>}>
          Go to
        </Button>
        <Appearance />
        <Identity access={access} />
      </Group>
      {helped && (
        <Dialog title="Keyboard shortcuts" close={close}>
          <Stack gap="xs">
            {keys.map(([key, effect]) => (
              <Group key={key} justify="space-between">
                <Text size="sm">{effect}</Text>
                <Kbd>{key}</Kbd>
              </Group>
            ))}
          </Stack>
        </Dialog>
      )}
    </Group>
  );
}

function Appearance(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label="Appearance">
          ◐
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setColorScheme('light')}>Light</Menu.Item>
        <Menu.Item onClick={() => setColorScheme('dark')}>Dark</Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>As the system</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
