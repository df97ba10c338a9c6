import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download } from '../api.js';
import { save } from '../kit/export.js';
import { Failure } from '../parts.js';
import { say } from '../say.js';

/** Saves the contents of a file. */
export const Download = ({ item: { id, filename } }: { item: { readonly id: string; readonly filename: string | null } }): ReactNode => (
  <DownloadOf path={`files/${id}/contents`} name={filename ?? id} />
);

/** Saves what the API has at a path. */
export function DownloadOf({ path, name }: { path: string; name: string }): ReactNode {
  const saved = useMutation({ mutationFn: async () => save(await download(path), name) });
  return (
    <Stack align="start">
      <Button variant="default" loading={saved.isPending} onClick={() => saved.mutate()}>
        {say('Download')}
      </Button>
      <Failure error={saved.error} />
    </Stack>
  );
}
