import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Failure } from '../parts.js';
import { say } from '../say.js';
import { auth, providerOfSignIn } from '../session.js';
import { ChooseAccount, type Progress } from './choose-account.js';

const answer = /^#single_sign_on(_failed)?=(.*)$/s;

/** Whether the provider has just sent the browser back. */
export const hasAnswer = (): boolean => answer.test(location.hash);

/** What the provider's answer has led to: a proof of who the person is, or the reason why there is none. */
function takeAnswer(): { readonly proof: string | null; readonly failed: string | null } {
  const [, failed, text = ''] = answer.exec(location.hash) ?? [];
  // The proof leaves the address and the history.
  if (text !== '' || failed) history.replaceState(null, '', location.pathname);
  return failed ? { proof: null, failed: decodeURIComponent(text) } : { proof: text || null, failed: null };
}

/** Signs in by the provider of single sign-on, and continues when the browser comes back from it. */
export function SingleSignOn({ entered }: { entered: () => Promise<void> }): ReactNode {
  const provider = providerOfSignIn();
  const [{ proof, failed }] = useState(takeAnswer);
  const begin = useMutation({
    mutationFn: () => auth<{ readonly url: string }>('single_sign_on', {}),
    onSuccess: ({ url }) => location.assign(url),
  });
  const finish = useMutation({
    mutationFn: (member?: string) => auth<Progress>('single_sign_on/finish', { proof, ...(member !== undefined && { member }) }),
    onSuccess: ({ status }) => (status === 'signed_in' ? entered() : undefined),
  });
  const { mutate } = finish;
  useEffect(() => {
    if (proof !== null) mutate(undefined);
  }, [proof, mutate]);
  if (!provider) return null;
  if (finish.data?.status === 'choose_account') return <ChooseAccount accounts={finish.data.accounts} chosen={finish.mutate} />;
  const error = begin.error ?? finish.error ?? (failed === null ? null : new Error(failed || say('The provider has refused it.')));
  return (
    <Stack>
      <Failure error={error} title={say('Not signed in')} />
      <Button
        variant={provider.required ? 'filled' : 'default'}
        loading={begin.isPending || finish.isPending}
        onClick={() => begin.mutate()}
      >
        {say('Continue with {provider}', { provider: provider.name })}
      </Button>
    </Stack>
  );
}
