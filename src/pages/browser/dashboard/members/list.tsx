import { Alert, Anchor, Badge, Button, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Listed, ofMembers } from '../api.js';
import { moment } from '../format.js';
import { optionsOf } from '../kit/fields.js';
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
      {data && (
        <Table.ScrollContainer minWidth={640}>
          <Table highlightOnHover aria-label={say('Members')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('Member')}</Table.Th>
                <Table.Th>{say('Role')}</Table.Th>
                <Table.Th>{say('Second factor')}</Table.Th>
                <Table.Th>{say('Last sign-in')}</Table.Th>
                <Table.Th>
                  <Text span size="sm" fw="inherit">
                    {say('Actions')}
                  </Text>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((member) => (
                <Row key={member.id} member={member} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
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

function Row({ member }: { member: Member }): ReactNode {
  const { id, email, name, role, accepted, has_totp, passkeys, last_sign_in } = member;
  const queries = useQueryClient();
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members'] });
  const update = useMutation({ mutationFn: (next: string) => ofMembers.send(`members/${id}`, { role: next }), onSettled: changed });
  const again = useMutation({
    mutationFn: () => ofMembers.send<Member>(`members/${id}/invite`, { locale: chosenLanguage() }),
    onSuccess: changed,
  });
  const end = useMutation({ mutationFn: () => ofMembers.remove(`members/${id}`), onSuccess: changed });
  const named = { name: email ?? '' };
  const is_me = sessionInUse()?.member.id === id;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{name ?? email ?? say('First administrator')}</Text>
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
        <Failure error={update.error ?? again.error ?? end.error} />
        {again.data?.invitation && <InvitationLink secret={again.data.invitation} />}
      </Table.Td>
      <Table.Td>
        {is_me ? (
          roleName(role)
        ) : (
          <Select
            size="xs"
            aria-label={say('Role of {name}', named)}
            allowDeselect={false}
            data={optionsOf(roles)}
            value={role}
            onChange={(next) => next && next !== role && update.mutate(next)}
          />
        )}
      </Table.Td>
      <Table.Td>{passkeys.length > 0 ? say('Passkey') : has_totp ? say('One-time password') : say('None')}</Table.Td>
      <Table.Td>{last_sign_in === null ? say('Never') : moment(last_sign_in)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Anchor component="button" size="sm" onClick={() => again.mutate()} aria-label={say('New link for {name}', named)}>
            {say('New link')}
          </Anchor>
          {!is_me && (
            <Anchor component="button" size="sm" c="red" onClick={() => end.mutate()} aria-label={say('Remove {name}', named)}>
              {say('Remove')}
            </Anchor>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
