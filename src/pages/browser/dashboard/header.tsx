import { Burger, Button, Group, Kbd, Menu, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type ReactNode, useContext } from 'react';
import type { Access } from './access.js';
import { ChangeLanguage } from './change-language.js';
import { useIsPhone } from './is-phone.js';
import { Identity, ModeSwitch } from './members/identity.js';
import { Dialog } from './parts.js';
import { type Text as Label, languageInUse, languages, say, spoken } from './say.js';

type Shown = { readonly opened: boolean; readonly toggle: () => void; readonly goTo: () => void; readonly access: Access };

/** The keys of the dashboard. */
const keys = [
  ['Ctrl K', 'Go to a page or an object'],
  ['/', 'Search the list'],
  ['J, K', 'Next and previous row'],
  ['C', 'Create'],
  ['Ctrl J', 'Light or dark'],
  ['?', 'These shortcuts'],
] as const satisfies readonly (readonly [string, Label])[];

/** The bar above all pages. */
export function Header({ opened, toggle, goTo, access }: Shown): ReactNode {
  const [helped, { open: help, close }] = useDisclosure();
  const is_phone = useIsPhone();
  const { toggleColorScheme } = useMantineColorScheme();
  useHotkeys([
    ['mod+K', goTo],
    ['mod+J', toggleColorScheme],
    ['shift+?', help],
  ]);
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group wrap="nowrap">
        <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={say('Navigation')} />
        <Text fw={700}>Florin</Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={goTo} rightSection={<Kbd visibleFrom="sm">Ctrl K</Kbd>}>
          {say('Go to')}
        </Button>
        <Preferences />
        <ModeSwitch />
        {!is_phone && <Identity access={access} />}
      </Group>
      {helped && (
        <Dialog title={say('Keyboard shortcuts')} close={close}>
          <Stack gap="xs">
            {keys.map(([key, effect]) => (
              <Group key={key} justify="space-between">
                <Text size="sm">{say(effect)}</Text>
                <Kbd>{key}</Kbd>
              </Group>
            ))}
          </Stack>
        </Dialog>
      )}
    </Group>
  );
}

/** How the dashboard looks and speaks in this browser. */
function Preferences(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const change = useContext(ChangeLanguage);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={say('Appearance and language')}>
          ◐
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="80vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{say('Appearance')}</Menu.Label>
        <Menu.Item onClick={() => setColorScheme('light')}>{say('Light')}</Menu.Item>
        <Menu.Item onClick={() => setColorScheme('dark')}>{say('Dark')}</Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>{say('As the system')}</Menu.Item>
        <Menu.Label>{say('Language')}</Menu.Label>
        <Menu.RadioGroup value={languageInUse()}>
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} onChange={() => change(language)}>
              {spoken[language].name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
