import { Button, Center, Code, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from './api.js';
import { Failure } from './parts.js';

/** The page to sign in to a sandbox with a secret key. */
export function SignIn({ signedIn }: { signedIn: (key: string) => void }): ReactNode {
  const [key, setKey] = useState('');
  const check = useMutation({ mutationFn: (typed: string) => read('account', {}, typed), onSuccess: (_, typed) => signedIn(typed) });
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            check.mutate(key.trim());
          }}
        >
          <Stack>
            <Title order={1} size="h3">
              Florin dashboard
            </Title>
            <Text size="sm" c="dimmed">
              Any secret key of test mode opens a sandbox, for example <Code>sk_test_123</Code>.
            </Text>
            <PasswordInput
              label="Secret key"
              autoComplete="off"
              required
              value={key}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
            />
            <Failure error={check.error} />
            <Button type="submit" loading={check.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
