import { Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Column, text, time } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Fact, Failure, Loading } from '../parts.js';
import { say } from '../say.js';
import { auth, readSession, sessionInUse } from '../session.js';
import { PasskeySection } from './passkeys.js';
import { roleName } from './roles.js';
import { Section } from './section.js';
import { TotpSection } from './totp.js';

/** Reads the member who is signed in again, after a change. */
export const useProfile = () =>
  useQuery({
    queryKey: ['profile'],
    queryFn: async () => (await readSession())?.member ?? null,
    initialData: () => sessionInUse()?.member,
  });

/** What a member changes about the own access: password, second factor, passkeys and sessions. */
export default function ProfilePage(): ReactNode {
  const { data: member } = useProfile();
  const title = (
    <Title order={1} size="h2">
      {say('Profile')}
    </Title>
  );
  if (!member)
    return (
      <Stack>
        {title}
        <Text>{say('A key has no profile. Sign in as a member.')}</Text>
      </Stack>
    );
  return (
    <Stack>
      {title}
      <Section title={say('You')}>
        <Fact term={say('Name')}>{member.name ?? '–'}</Fact>
        <Fact term={say('E-mail address')}>{member.email}</Fact>
        <Fact term={say('Role')}>{roleName(member.role)}</Fact>
        <Fact term={say('Account')}>{member.account_name ?? '–'}</Fact>
      </Section>
      <PasswordChange has_password={member.has_password} />
      <PasskeySection member={member} />
      <TotpSection member={member} />
      <Sessions current={member.session} />
    </Stack>
  );
}

function PasswordChange({ has_password }: { has_password: boolean }): ReactNode {
  const [current_password, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => auth('password', { password, ...(has_password && { current_password }) }),
    onSuccess: async () => {
      setCurrent('');
      setPassword('');
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Section title={say('Password')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack gap="sm" maw={360}>
          {has_password && (
            <PasswordInput
              label={say('Current password')}
              autoComplete="current-password"
              required
              value={current_password}
              onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            />
          )}
          <PasswordInput
            label={say('New password')}
            autoComplete="new-password"
            required
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Failure error={change.error} title={say('Not changed')} />
          {change.isSuccess && (
            <Text size="sm" role="status">
              {say('The password was changed, and your other sessions have ended.')}
            </Text>
          )}
          <Button type="submit" variant="default" loading={change.isPending}>
            {say('Change the password')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

type OwnSession = {
  readonly id: string;
  readonly address: string;
  readonly created: number;
  readonly last_used: number;
  readonly user_agent: string | null;
};

/** The open sessions of the member, each of which can be ended. */
function Sessions({ current }: { current: string }): ReactNode {
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: ['sessions'], queryFn: () => auth<{ readonly data: readonly OwnSession[] }>('sessions') });
  const end = useMutation({
    mutationFn: (session: string) => auth('sessions/end', { session }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const columns: readonly Column<OwnSession>[] = [
    text('Browser', ({ user_agent }) => browserOf(user_agent)),
    text('IP address', ({ address }) => address),
    time('Last used', ({ last_used }) => last_used),
    {
      label: 'Actions',
      is_aside: true,
      show: ({ id }) =>
        id === current ? (
          say('This session')
        ) : (
          <Anchor component="button" size="sm" onClick={() => end.mutate(id)}>
            {say('End')}
          </Anchor>
        ),
    },
  ];
  return (
    <Section title={say('Sessions')}>
      <Failure error={error ?? end.error} />
      {!data && !error && <Loading />}
      {data && <ObjectTable label={say('Sessions')} columns={columns} rows={data.data} pathOf={() => null} />}
    </Section>
  );
}

/** The browser and system that a `User-Agent` names, as far as people know them. */
function browserOf(agent: string | null): string {
  const [browser] = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent ?? '') ?? [];
  const [system] = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent ?? '') ?? [];
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
  return [names[browser ?? ''] ?? browser ?? say('Another program'), system].filter(Boolean).join(', ');
}
