import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { say } from '../say.js';

/** An account that a person may choose. */
export type Choice = { readonly member: string; readonly name: string | null; readonly livemode: boolean };

/** What follows a proof of who the person is: a session, a second factor, or the choice of an account. */
export type Progress =
  | { readonly status: 'signed_in' }
  | { readonly status: 'second_factor'; readonly proof: string }
  | { readonly status: 'choose_account'; readonly accounts: readonly Choice[] };

/** One address and password may open several accounts. */
export const ChooseAccount = ({ accounts, chosen }: { accounts: readonly Choice[]; chosen: (member: string) => void }): ReactNode => (
  <Stack>
    <Text size="sm">{say('Choose an account.')}</Text>
    {accounts.map(({ member, name, livemode }) => (
      <Button key={member} variant="default" onClick={() => chosen(member)}>
        {name ?? say('Account')}
        {livemode ? '' : say(' (test mode)')}
      </Button>
    ))}
  </Stack>
);
