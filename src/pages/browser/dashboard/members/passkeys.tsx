import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { moment } from '../format.js';
import { Failure } from '../parts.js';
import { say } from '../say.js';
import { auth, type Me } from '../session.js';
import { Section } from './section.js';
import { type Begun, createPasskey } from './webauthn.js';

/** The passkeys of the member: added with the password, and removed. */
export function PasskeySection({ member }: { member: Me }): ReactNode {
  const [name, setName] = useState('');
  const [current_password, setCurrent] = useState('');
  const queries = useQueryClient();
  const read = (): Promise<void> => queries.invalidateQueries({ queryKey: ['profile'] });
  const add = useMutation({
    mutationFn: async () => {
      const { options, proof } = await auth<Begun>('passkey', member.has_password ? { current_password } : {});
      return auth('passkey/add', { proof, name: name.trim(), response: await createPasskey(options) });
    },
    onSuccess: () => {
      setName('');
      setCurrent('');
      return read();
    },
  });
  const end = useMutation({ mutationFn: (passkey: string) => auth('passkey/remove', { passkey }), onSuccess: read });
  return (
    <Section title={say('Passkeys')}>
      <Text size="sm">{say('A passkey signs in with what unlocks your device, without a password.')}</Text>
      {member.passkeys.map(({ id, name: shown, last_used }) => (
        <Group key={id} justify="space-between">
          <Text size="sm">
            {shown}, {last_used === null ? say('never used') : say('last used {time}', { time: moment(last_used) })}
          </Text>
          <Anchor component="button" size="sm" c="red" onClick={() => end.mutate(id)} aria-label={say('Remove {name}', { name: shown })}>
            {say('Remove')}
          </Anchor>
        </Group>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="sm" maw={360}>
          <TextInput
            label={say('Name of a new passkey')}
            placeholder={say('Laptop')}
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {member.has_password && (
            <PasswordInput
              label={say('Current password')}
              autoComplete="current-password"
              required
              value={current_password}
              onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            />
          )}
          <Failure error={add.error ?? end.error} title={say('Not changed')} />
          <Button type="submit" variant="default" loading={add.isPending}>
            {say('Add a passkey')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
