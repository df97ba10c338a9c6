import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Failure, Loading } from '../parts.js';
import { say } from '../say.js';
import { auth } from '../session.js';
import { Entrance } from '../sign-in.js';
import { roleName } from './roles.js';

type Invitation = {
  readonly account_name: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string;
  readonly accepted: boolean;
};

/** The page of an invitation's link. The secret is in the fragment of the address, which browsers do not send. */
export default function InvitationPage({ entered }: { entered: () => Promise<void> }): ReactNode {
  const [secret] = useState(() => location.hash.slice(1));
  const { data, error } = useQuery({ queryKey: ['invitation'], queryFn: () => auth<Invitation>('invitation', { secret }) });
  if (error)
    return (
      <Entrance title={say('Invitation')}>
        <Failure error={error} title={say('This link cannot be opened')} />
        <Anchor component={Link} href="/" size="sm">
          {say('Sign in')}
        </Anchor>
      </Entrance>
    );
  return (
    <Entrance title={data?.accepted ? say('Choose a new password') : say('Join the dashboard')}>
      {data ? <Accept invitation={data} secret={secret} entered={entered} /> : <Loading />}
    </Entrance>
  );
}

type Accepting = { readonly invitation: Invitation; readonly secret: string; readonly entered: () => Promise<void> };

function Accept({ invitation, secret, entered }: Accepting): ReactNode {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [name, setName] = useState(invitation.name ?? '');
  const [password, setPassword] = useState('');
  const [, open] = useLocation();
  const accept = useMutation({
    mutationFn: () =>
      auth('invitation/accept', { secret, password, ...(name && { name }), ...(invitation.email === null && { email: email.trim() }) }),
    onSuccess: async () => {
      // The link is used: its secret leaves the address and the history.
      open('/', { replace: true });
      await entered();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate();
      }}
    >
      <Stack>
        {!invitation.accepted && (
          <Text size="sm">
            {say('{account} invites you as: {role}', {
              account: invitation.account_name ?? say('The account'),
              role: roleName(invitation.role),
            })}
          </Text>
        )}
        <TextInput
          label={say('E-mail address')}
          type="email"
          autoComplete="username"
          required
          readOnly={invitation.email !== null}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {!invitation.accepted && (
          <TextInput
            label={say('Your name')}
            autoComplete="name"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <PasswordInput
          label={say('Password')}
          description={say('At least 10 characters; several words are easy to remember')}
          autoComplete="new-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Failure error={accept.error} title={say('Not saved')} />
        <Button type="submit" loading={accept.isPending}>
          {invitation.accepted ? say('Save and sign in') : say('Join')}
        </Button>
      </Stack>
    </form>
  );
}
