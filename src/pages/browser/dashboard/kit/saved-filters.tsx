import { Anchor, Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Listed, read, remove, send } from '../api.js';
import { Failure } from '../parts.js';
import { say } from '../say.js';
import type { Active } from './filters.js';

type SavedFilter = { readonly id: string; readonly name: string; readonly query: string };

type Props = {
  /** The list. */
  readonly name: string;
  readonly active: Active;
  /** Shows the list with exactly these filters. */
  readonly choose: (active: Active) => void;
};

/** Filters that were saved for a list: chosen, saved under a name, and deleted. */
export function SavedFilters({ name, active, choose }: Props): ReactNode {
  const [opened, open] = useState(false);
  return (
    <Popover opened={opened} onChange={open} trapFocus shadow="md" width={300} position="bottom-start">
      <Popover.Target>
        <Button size="compact-sm" radius="xl" variant="subtle" onClick={() => open(!opened)}>
          {say('Saved filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('Saved filters')}>
        <Choices
          name={name}
          active={active}
          choose={(next) => {
            open(false);
            choose(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ name, active, choose }: Props): ReactNode {
  const queries = useQueryClient();
  const queryKey = ['saved filters', name];
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => read<Listed<SavedFilter>>('saved_filters', { type: name, limit: 100 }),
  });
  const end = useMutation({ mutationFn: (id: string) => remove(`saved_filters/${id}`), onSuccess: changed });
  return (
    <Stack gap="xs">
      <Failure error={error ?? end.error} />
      {data?.data.length === 0 && <Text size="sm">{say('No filters of this list have been saved yet.')}</Text>}
      {data?.data.map(({ id, name: shown, query }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Anchor component="button" type="button" size="sm" onClick={() => choose(Object.fromEntries(new URLSearchParams(query)))}>
            {shown}
          </Anchor>
          <CloseButton size="sm" aria-label={say('Remove {name}', { name: shown })} onClick={() => end.mutate(id)} />
        </Group>
      ))}
      {Object.keys(active).length > 0 && <Save name={name} active={active} saved={changed} />}
    </Stack>
  );
}

type Saving = Pick<Props, 'active' | 'name'> & { readonly saved: () => Promise<void> };

function Save({ name: type, active, saved }: Saving): ReactNode {
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => send('saved_filters', { name: name.trim(), type, query: String(new URLSearchParams(active)) }),
    onSuccess: () => {
      setName('');
      return saved();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={say('Save these filters as')}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Failure error={save.error} />
        <Button type="submit" size="xs" loading={save.isPending}>
          {say('Save')}
        </Button>
      </Stack>
    </form>
  );
}
