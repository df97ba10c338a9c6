import { Anchor, AppShell, Burger, Container, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { type Access, useAccess } from './access.js';
import { Identity } from './members/identity.js';
import { Loading } from './parts.js';
import { SignIn } from './sign-in.js';

const PaymentList = lazy(() => import('./payments/list.js'));
const PaymentPage = lazy(() => import('./payments/page.js'));
const EndpointList = lazy(() => import('./webhooks/list.js'));
const EndpointPage = lazy(() => import('./webhooks/page.js'));
const InvitationPage = lazy(() => import('./members/invitation.js'));
const MemberList = lazy(() => import('./members/list.js'));
const ProfilePage = lazy(() => import('./members/profile.js'));

/** The sections, in the order of the navigation. */
const sections = [
  { path: '/payments', label: 'Payments' },
  { path: '/webhooks', label: 'Webhooks' },
  { path: '/members', label: 'Members' },
] as const;

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
  const [location] = useLocation();
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Text fw={700}>Florin</Text>
          </Group>
          <Identity access={access} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Sections">
        {sections.map(({ path, label }) => (
          <NavLink
            key={path}
            component={Link}
            href={path}
            label={label}
            active={location.startsWith(path)}
            variant="filled"
            onClick={close}
          />
        ))}
        <Anchor href="/docs" size="sm" mt="auto" p="xs">
          API reference
        </Anchor>
      </AppShell.Navbar>
      <AppShell.Main>
        <Container size="lg" p={0}>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/payments" component={PaymentList} />
              <Route path="/payments/:id">{({ id }) => <PaymentPage id={id} />}</Route>
              <Route path="/members" component={MemberList} />
              <Route path="/profile" component={ProfilePage} />
              <Route path="/webhooks" component={EndpointList} />
              <Route path="/webhooks/:id">{({ id }) => <EndpointPage id={id} />}</Route>
              <Route path="/">
                <Redirect to="/payments" />
              </Route>
              <Route>
                <Text>
                  This page does not exist.{' '}
                  <Anchor component={Link} href="/payments">
                    All payments
                  </Anchor>
                </Text>
              </Route>
            </Switch>
          </Suspense>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
