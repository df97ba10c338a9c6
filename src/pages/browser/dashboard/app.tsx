import { Anchor, AppShell, Box, Container, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { type Access, useAccess } from './access.js';
import { entries } from './entries.js';
import { Header } from './header.js';
import { useIsPhone } from './is-phone.js';
import { Entries } from './kit/description.js';
import { ListPage } from './kit/list-page.js';
import { useLive } from './kit/live.js';
import { ObjectPage } from './kit/object-page.js';
import { Identity } from './members/identity.js';
import { pages } from './pages.js';
import { Loading } from './parts.js';
import { say } from './say.js';
import { SignIn } from './sign-in.js';

const InvitationPage = lazy(() => import('./members/invitation.js'));
const Palette = lazy(() => import('./palette.js'));

const kinds = entries.map(({ name, load }) => ({
  name,
  List: lazy(async () => {
    const description = await load();
    return { default: () => <ListPage description={description} /> };
  }),
  One: lazy(async () => {
    const description = await load();
    return { default: ({ id }: { id: string }) => <ObjectPage key={id} description={description} id={id} /> };
  }),
}));

/** The links of the navigation, by section. */
const links = [...pages, ...entries].filter(({ section }) => section !== null);
const sections = ['Overview' as const, ...new Set(entries.flatMap(({ section }) => section ?? []))];

/** The dashboard: navigation and pages, or the page to sign in. */
export function App(): ReactNode {
  const access = useAccess();
  const [location] = useLocation();
  if (location === '/invitation')
    return (
      <Suspense fallback={<Loading />}>
        <InvitationPage entered={access.enter} />
      </Suspense>
    );
  if (access.state === 'unknown') return <Loading />;
  return access.state === 'out' ? <SignIn access={access} /> : <Signed access={access} />;
}

function Signed({ access }: { access: Access }): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  const [asked, setAsked] = useState(0);
  useLive();
  return (
    <Entries value={entries}>
      <AppShell header={{ height: 56 }} navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding="md">
        <AppShell.Header>
          <Header opened={opened} toggle={toggle} goTo={() => setAsked(asked + 1)} access={access} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={say('Sections')}>
          <Navigation close={close} access={access} />
        </AppShell.Navbar>
        <AppShell.Main>
          <Container size="xl" p={0}>
            <Suspense fallback={<Loading />}>
              <Pages />
            </Suspense>
          </Container>
        </AppShell.Main>
      </AppShell>
      {asked > 0 && (
        <Suspense>
          <Palette asked={asked} places={links} />
        </Suspense>
      )}
    </Entries>
  );
}

/** Shows the link of the current page where the navigation is longer than the screen. */
const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest' });

/** The links to all pages. On a phone they are followed by the identity, for which the header has no room. */
function Navigation({ close, access }: { close: () => void; access: Access }): ReactNode {
  const is_phone = useIsPhone();
  const [location] = useLocation();
  return (
    <>
      <AppShell.Section grow style={{ overflowY: 'auto' }}>
        {sections.map((section) => (
          <div key={section}>
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm">
              {say(section)}
            </Text>
            {links
              .filter((each) => each.section === section)
              .map(({ name, label }) => (
                <NavLink
                  key={name}
                  component={Link}
                  href={`/${name}`}
                  label={say(label)}
                  active={location.split('/')[1] === name}
                  ref={location.split('/')[1] === name ? intoView : undefined}
                  variant="filled"
                  py={4}
                  onClick={close}
                />
              ))}
          </div>
        ))}
      </AppShell.Section>
      <Anchor href="/docs" size="sm" p="xs">
        {say('API reference')}
      </Anchor>
      {is_phone && (
        <Box p="xs">
          <Identity access={access} left={close} />
        </Box>
      )}
    </>
  );
}

const Pages = (): ReactNode => (
  <Switch>
    {kinds.flatMap(({ name, List, One }) => [
      <Route key={name} path={`/${name}`} component={List} />,
      <Route key={`${name}/:id`} path={`/${name}/:id`}>
        {({ id }) => <One id={id} />}
      </Route>,
    ])}
    {pages.map(({ name, Page }) => (
      <Route key={name} path={`/${name}`} component={Page} />
    ))}
    <Route path="/">
      <Redirect to="/home" />
    </Route>
    <Route>
      <Text>
        {say('This page does not exist.')}{' '}
        <Anchor component={Link} href="/payments" underline="always">
          {say('All payments')}
        </Anchor>
      </Text>
    </Route>
  </Switch>
);
