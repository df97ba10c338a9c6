import { Alert, Anchor, Badge, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Listed, ofMembers } from '../api.js';
import { moment } from '../format.js';
import { optionsOf } from '../kit/fields.js';
import { type Column, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Copied, Failure, Loading } from '../parts.js';
import { chosenLanguage, say, sayWith } from '../say.js';
import { sendsMail, sessionInUse } from '../session.js';
import { roleName, roles } from './roles.js';

type Member = {
  readonly id: string;
  readonly accepted: number | null;
  readonly email: string | null;
  readonly has_totp: boolean;
  readonly invitation?: string;
  readonly last_sign_in: number | null;
  readonly name: string | null;
  readonly passkeys: readonly object[];
  readonly role: string;
};

const linkOf = (secret: string): string => `${location.origin}/dashboard/invitation#${secret}`;

/** The members of the account: roles, invitations, and a form that invites. */
export default function MemberList(): ReactNode {
  const { data, error, isPending } = useQuery({
    queryKey: ['members'],
    queryFn: () => ofMembers.read<Listed<Member>>('members', { limit: 100 }),
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        {say('Members')}
      </Title>
      <Invite />
      <Failure error={error} />
      {isPending && <Loading />}
      {data && <Listing members={data.data} />}
      {data?.data.length === 0 && <Text c="dimmed">{say('No member has been invited yet.')}</Text>}
    </Stack>
  );
}

const sent_text = 'It was sent by e-mail. It opens once, within three days: {link}';

/** The link of an invitation, which is shown once. */
const InvitationLink = ({ secret }: { secret: string }): ReactNode => (
  <Alert variant="default" title={say('The link is shown only now')} role="status">
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {sayWith(sendsMail() ? sent_text : 'Send it to the person. It opens once, within three days: {link}', {
        link: <Copied value={linkOf(secret)} label={say('the link')} />,
      })}
    </Text>
  </Alert>
);

function Invite(): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('support');
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () => ofMembers.send<Member>('members', { email: email.trim(), role, locale: chosenLanguage() }),
    onSuccess: () => {
      setEmail('');
      return queries.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Stack gap="sm">
        <Group align="end">
          <TextInput
            label={say('E-mail address of a new member')}
            type="email"
            required
            flex="1 1 14rem"
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Select
            label={say('Role')}
            flex="1 1 10rem"
            allowDeselect={false}
            data={optionsOf(roles)}
            value={role}
            onChange={(next) => next && setRole(next)}
          />
          <Button type="submit" loading={invite.isPending}>
            {say('Invite')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {say(roles.find(({ value }) => value === role)?.can ?? 'View only')}
        </Text>
        <Failure error={invite.error} />
        {invite.data?.invitation && <InvitationLink secret={invite.data.invitation} />}
      </Stack>
    </form>
  );
}

/** The columns that change nothing. */
const columns: readonly Column<Member>[] = [
  text('Second factor', ({ passkeys, has_totp }) => say(passkeys.length > 0 ? 'Passkey' : has_totp ? 'One-time password' : 'None')),
  text('Last sign-in', ({ last_sign_in }) => (last_sign_in === null ? say('Never') : moment(last_sign_in))),
];

/** The members, each with its role and what an administrator can do. */
function Listing({ members }: { members: readonly Member[] }): ReactNode {
  const queries = useQueryClient();
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members'] });
  const update = useMutation({
    mutationFn: ({ id, role }: Pick<Member, 'id' | 'role'>) => ofMembers.send(`members/${id}`, { role }),
    onSettled: changed,
  });
  const again = useMutation({
    mutationFn: (id: string) => ofMembers.send<Member>(`members/${id}/invite`, { locale: chosenLanguage() }),
    onSuccess: changed,
  });
  const end = useMutation({ mutationFn: (id: string) => ofMembers.remove(`members/${id}`), onSuccess: changed });
  return (
    <>
      <Failure error={update.error ?? again.error ?? end.error} />
      {again.data?.invitation && <InvitationLink secret={again.data.invitation} />}
      <ObjectTable
        label={say('Members')}
        rows={members}
        pathOf={() => null}
        columns={[
          { label: 'Member', show: (member) => <Name of={member} /> },
          { label: 'Role', show: (member) => <Role of={member} change={(role) => update.mutate({ id: member.id, role })} /> },
          ...columns,
          { label: 'Actions', show: (member) => <Actions of={member} again={again.mutate} end={end.mutate} /> },
        ]}
      />
    </>
  );
}

const Name = ({ of: { name, email, accepted } }: { of: Member }): ReactNode => (
  <>
    <Text size="sm" fw="inherit">
      {name ?? email ?? say('First administrator')}
    </Text>
    {name && (
      <Text size="xs" c="dimmed">
        {email}
      </Text>
    )}
    {accepted === null && (
      <Badge variant="default" tt="none">
        {say('Invited')}
      </Badge>
    )}
  </>
);

const isMe = ({ id }: Member): boolean => sessionInUse()?.member.id === id;

const Role = ({ of: member, change }: { of: Member; change: (role: string) => void }): ReactNode =>
  isMe(member) ? (
    roleName(member.role)
  ) : (
    <Select
      size="xs"
      aria-label={say('Role of {name}', { name: member.email ?? '' })}
      allowDeselect={false}
      data={optionsOf(roles)}
      value={member.role}
      onChange={(next) => next && next !== member.role && change(next)}
    />
  );

type Acting = { readonly of: Member; readonly again: (id: string) => void; readonly end: (id: string) => void };

const Actions = ({ of: member, again, end }: Acting): ReactNode => {
  const named = { name: member.email ?? '' };
  return (
    <Group gap="xs" display="inline-flex">
      <Anchor component="button" size="sm" onClick={() => again(member.id)} aria-label={say('New link for {name}', named)}>
        {say('New link')}
      </Anchor>
      {!isMe(member) && (
        <Anchor component="button" size="sm" c="red" onClick={() => end(member.id)} aria-label={say('Remove {name}', named)}>
          {say('Remove')}
        </Anchor>
      )}
    </Group>
  );
};
