import { Anchor, AppShell, Burger, Button, Container, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { keyInUse, useKey } from './api.js';
import { Loading } from './parts.js';
import { SignIn } from './sign-in.js';

const PaymentList = lazy(() => import('./payments/list.js'));
const PaymentPage = lazy(() => import('./payments/page.js'));
const EndpointList = lazy(() => import('./webhooks/list.js'));
const EndpointPage = lazy(() => import('./webhooks/page.js'));

/** The sections, in the order of the navigation. */
const sections = [
  { path: '/payments', label: 'Payments' },
  { path: '/webhooks', label: 'Webhooks' },
] as const;

/** The dashboard: navigation and pages, or the page to sign in. */
export function App(): ReactNode {
  const [key, setKey] = useState(keyInUse);
  const queries = useQueryClient();
  const change = (next: string | null): void => {
    useKey(next);
    queries.clear();
    setKey(next);
  };
  return key === null ? <SignIn signedIn={change} /> : <Signed signOut={() => change(null)} />;
}

function Signed({ signOut }: { signOut: () => void }): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  const [location] = useLocation();
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Text fw={700}>Florin</Text>
            <Text c="dimmed" size="sm" visibleFrom="xs">
              Sandbox
            </Text>
          </Group>
          <Button variant="subtle" size="compact-sm" onClick={signOut}>
            Sign out
          </Button>
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
