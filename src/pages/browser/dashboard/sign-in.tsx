import { Anchor, Button, Center, Code, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Access } from './access.js';
import { read } from './api.js';
import { MemberSignIn } from './members/sign-in.js';
import { hasAnswer } from './members/single-sign-on.js';
import { Failure } from './parts.js';
import { say, sayWith } from './say.js';

/** The card in the middle of pages without navigation. */
export const Entrance = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <Center component="main" mih="100vh" p="md">
    <Paper withBorder p="xl" w="100%" maw={420}>
      <Stack>
        <Title order={1} size="h3">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  </Center>
);

/** Whether an API key signs in here, as in a local sandbox. */
const takesKeys = (): boolean => document.getElementById('root')?.dataset.keys === 'on';

/** The page to sign in: with a secret key in a local sandbox, elsewhere as a member. */
export function SignIn({ access }: { access: Access }): ReactNode {
  const [by_key, setByKey] = useState(() => takesKeys() && !hasAnswer());
  return (
    <Entrance title={say('Florin dashboard')}>
      {by_key ? <KeySignIn signedIn={access.useKey} /> : <MemberSignIn entered={access.enter} />}
      {takesKeys() && (
        <Anchor component="button" size="sm" onClick={() => setByKey(!by_key)}>
          {by_key ? say('Sign in as a member') : say('Sign in with a secret key')}
        </Anchor>
      )}
    </Entrance>
  );
}

function KeySignIn({ signedIn }: { signedIn: (key: string) => void }): ReactNode {
  const [key, setKey] = useState('');
  const check = useMutation({ mutationFn: (typed: string) => read('account', {}, typed), onSuccess: (_, typed) => signedIn(typed) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate(key.trim());
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {sayWith('Any secret key of test mode opens a sandbox, for example {key}.', { key: <Code>sk_test_my_first_key</Code> })}
        </Text>
        <PasswordInput
          label={say('Secret key')}
          autoComplete="off"
          required
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <Failure error={check.error} />
        <Button type="submit" loading={check.isPending}>
          {say('Sign in')}
        </Button>
      </Stack>
    </form>
  );
}
