import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure } from '../parts.js';
import { chosenLanguage, say } from '../say.js';
import { auth, providerOfSignIn, sendsMail } from '../session.js';
import { ChooseAccount, type Progress } from './choose-account.js';
import { SingleSignOn } from './single-sign-on.js';
import type { Begun } from './webauthn.js';

type Credentials = { readonly email: string; readonly password: string; readonly member?: string };

/** Signs in a member: by the provider of single sign-on, or by a password or passkey unless the provider is the only way. */
export const MemberSignIn = ({ entered }: { entered: () => Promise<void> }): ReactNode => (
  <Stack>
    <SingleSignOn entered={entered} />
    {!providerOfSignIn()?.required && <PasswordSignIn entered={entered} />}
  </Stack>
);

/** Signs in with an e-mail address and a password, and what follows: the choice of an account, or a one-time password. */
function PasswordSignIn({ entered }: { entered: () => Promise<void> }): ReactNode {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const check = useMutation({
    mutationFn: (sent: Credentials) => auth<Progress>('sign_in', sent),
    onSuccess: ({ status }) => (status === 'signed_in' ? entered() : undefined),
  });
  const by_passkey = useMutation({
    mutationFn: async () => {
      const { usePasskey } = await import('./webauthn.js');
      const { options, proof } = await auth<Begun>('passkey/challenge', {});
      return auth('passkey/sign_in', { proof, response: await usePasskey(options) });
    },
    onSuccess: entered,
  });
  const [has_forgotten, setForgotten] = useState(false);
  const { data } = check;
  if (has_forgotten) return <Forgotten typed={email} back={() => setForgotten(false)} />;
  if (data?.status === 'choose_account')
    return <ChooseAccount accounts={data.accounts} chosen={(member) => check.mutate({ email, password, member })} />;
  if (data?.status === 'second_factor') return <SecondFactor proof={data.proof} entered={entered} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate({ email: email.trim(), password });
      }}
    >
      <Stack>
        <TextInput
          label={say('E-mail address')}
          type="email"
          autoComplete="username webauthn"
          required
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label={say('Password')}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Failure error={check.error ?? by_passkey.error} title={say('Not signed in')} />
        <Button type="submit" loading={check.isPending}>
          {say('Sign in')}
        </Button>
        <Button variant="default" loading={by_passkey.isPending} onClick={() => by_passkey.mutate()}>
          {say('Use a passkey')}
        </Button>
        {sendsMail() && (
          <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(true)}>
            {say('Forgot the password?')}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}

/** Asks for a link to choose a new password. The answer does not tell whether the address belongs to a member. */
function Forgotten({ typed, back }: { typed: string; back: () => void }): ReactNode {
  const [email, setEmail] = useState(typed);
  const ask = useMutation({ mutationFn: () => auth('password/forgotten', { email: email.trim(), locale: chosenLanguage() }) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={say('E-mail address')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Failure error={ask.error} />
        {ask.isSuccess ? (
          <Text size="sm" role="status">
            {say('If a member has this address, it receives a link to choose a new password. The link opens once, within an hour.')}
          </Text>
        ) : (
          <Button type="submit" loading={ask.isPending}>
            {say('Send the link')}
          </Button>
        )}
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {say('Sign in')}
        </Anchor>
      </Stack>
    </form>
  );
}

/** The second step: a one-time password of an app, or a recovery code. */
function SecondFactor({ proof, entered }: { proof: string; entered: () => Promise<void> }): ReactNode {
  const [code, setCode] = useState('');
  const check = useMutation({ mutationFn: () => auth('second_factor', { proof, code: code.trim() }), onSuccess: entered });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={say('One-time password')}
          description={say('Six digits of your authenticator app, or a recovery code')}
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Failure error={check.error} title={say('Not signed in')} />
        <Button type="submit" loading={check.isPending}>
          {say('Continue')}
        </Button>
      </Stack>
    </form>
  );
}
