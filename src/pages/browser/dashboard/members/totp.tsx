import { Button, Code, Image, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure } from '../parts.js';
import { say, sayCount } from '../say.js';
import { auth, type Me } from '../session.js';
import { Section } from './section.js';

type Setup = { readonly secret: string; readonly qr: string };

/** One-time passwords as the second factor: set up by a QR code, with recovery codes, and turned off. */
export function TotpSection({ member }: { member: Me }): ReactNode {
  const [current_password, setCurrent] = useState('');
  const queries = useQueryClient();
  const read = (): Promise<void> => queries.invalidateQueries({ queryKey: ['profile'] });
  const password = member.has_password ? { current_password } : {};
  const begin = useMutation({ mutationFn: () => auth<Setup>('totp', password), onSuccess: () => setCurrent('') });
  const end = useMutation({
    mutationFn: () => auth('totp/remove', password),
    onSuccess: () => {
      setCurrent('');
      begin.reset();
      return read();
    },
  });
  return (
    <Section title={say('One-time passwords')}>
      <Text size="sm">
        {member.has_totp
          ? sayCount('On. {count} recovery codes are unused.', member.recovery_codes)
          : say('Off. An authenticator app on your phone makes a code that only you have.')}
      </Text>
      {begin.data && <Confirm setup={begin.data} confirmed={read} />}
      {(member.has_totp || !begin.data) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            (member.has_totp ? end : begin).mutate();
          }}
        >
          <Stack gap="sm" maw={360}>
            {member.has_password && (
              <PasswordInput
                label={say('Current password')}
                autoComplete="current-password"
                required
                value={current_password}
                onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
              />
            )}
            <Failure error={begin.error ?? end.error} title={say('Not changed')} />
            <Button type="submit" variant="default" loading={begin.isPending || end.isPending}>
              {member.has_totp ? say('Turn off') : say('Set up')}
            </Button>
          </Stack>
        </form>
      )}
    </Section>
  );
}

function Confirm({ setup, confirmed }: { setup: Setup; confirmed: () => Promise<void> }): ReactNode {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => auth<{ readonly recovery_codes: readonly string[] }>('totp/confirm', { code: code.trim() }),
    onSuccess: confirmed,
  });
  if (confirm.data)
    return (
      <Stack gap="xs" role="status">
        <Text size="sm">
          {say('Keep these recovery codes in a safe place. Each of them signs in once without your phone, and they are shown only now.')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw={360} spacing="xs">
          {confirm.data.recovery_codes.map((each) => (
            <Code key={each}>{each}</Code>
          ))}
        </SimpleGrid>
      </Stack>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="sm" maw={360}>
        <Image src={setup.qr} alt={say('QR code for the authenticator app')} w={180} h={180} />
        <Text size="sm">
          {say('Or enter this key:')}{' '}
          <Code data-testid="totp-secret" style={{ overflowWrap: 'anywhere' }}>
            {setup.secret}
          </Code>
        </Text>
        <TextInput
          label={say('One-time password')}
          description={say('The six digits that the app shows')}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Failure error={confirm.error} title={say('Not turned on')} />
        <Button type="submit" loading={confirm.isPending}>
          {say('Turn on')}
        </Button>
      </Stack>
    </form>
  );
}
