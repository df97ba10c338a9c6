import { Button, Checkbox, Group, Popover, Stack, TextInput, Title } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Empty, Failure, Loading } from '../parts.js';
import { say, sayCount } from '../say.js';
import { ActionButtons } from './action.js';
import { commandOf } from './curl.js';
import { type AnyDescription, Entries, pathOf } from './description.js';
import { allOf, fileOf, save } from './export.js';
import { type Active, FilterBar } from './filters.js';
import { useListing } from './listing.js';
import type { Member } from './members.js';
import { SavedFilters } from './saved-filters.js';
import { ObjectTable } from './table.js';

/** The filters of a list, as its address holds them; how to change some of them, and how to replace all. */
function useActive(): [Active, (next: Active) => void, (all: Active) => void] {
  const [search, setSearch] = useSearchParams();
  const active = Object.fromEntries(search);
  const change = (next: Active): void =>
    setSearch(new URLSearchParams(Object.entries({ ...active, ...next }).filter(([, value]) => value !== '')));
  return [active, change, (all) => setSearch(new URLSearchParams(all))];
}

/** The columns that a list shows, which this browser remembers. */
function useColumns({ name, columns }: AnyDescription) {
  const usual = columns.filter(({ is_extra }) => !is_extra).map(({ label }) => label);
  const [chosen, choose] = useLocalStorage<readonly string[]>({ key: `florin.columns.${name}`, defaultValue: usual });
  return { chosen: columns.filter(({ label }) => chosen.includes(label)), choose };
}

/** The list of a kind of objects, newest first, with filters in the address. */
export function ListPage({ description }: { description: AnyDescription }): ReactNode {
  const { name, label, empty, filters = [], create, search, is_flat } = description;
  const [active, change, replace] = useActive();
  const entries = useContext(Entries);
  const { rows, data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useListing(description, active);
  const { chosen, choose } = useColumns(description);
  useRowKeys();
  const more = hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
  const is_filtered = Object.keys(active).length > 0;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {say(label)}
        </Title>
        <Group gap="xs">
          <ColumnChoice columns={description.columns} chosen={chosen} choose={choose} />
          {rows.length > 0 && <ExportButton description={description} active={active} columns={chosen} />}
          {create && <ActionButtons item={null} actions={[create]} />}
        </Group>
      </Group>
      {search && <SearchForm key={active.query ?? ''} name={name} query={active.query ?? ''} hint={say(search.hint)} change={change} />}
      {filters.length > 0 && (
        <Group gap="xs">
          <FilterBar filters={filters} active={active} change={change} />
          <SavedFilters name={name} active={active} choose={replace} />
        </Group>
      )}
      <Failure error={error} />
      {isPending && <Loading />}
      {data && rows.length === 0 && !hasNextPage && (
        <Empty title={say(is_filtered ? 'Nothing found' : 'Nothing here yet')} command={is_filtered ? null : commandOf(empty.command)}>
          {is_filtered ? say('Nothing matches these filters.') : say(empty.text)}
        </Empty>
      )}
      {rows.length > 0 && (
        <ObjectTable
          label={say(label)}
          columns={chosen}
          rows={rows}
          pathOf={({ id }) => (is_flat ? null : (pathOf(entries, id) ?? `/${name}/${encodeURIComponent(id)}`))}
          more={more}
        />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()} mx="auto">
          {say('Show more')}
        </Button>
      )}
    </Stack>
  );
}

/** J and K move through the rows. */
function useRowKeys(): void {
  const move = (step: number) => () => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-id] [data-title] a')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  };
  useHotkeys([
    ['j', move(1)],
    ['k', move(-1)],
  ]);
}

type Searching = { readonly name: string; readonly query: string; readonly hint: string; readonly change: (next: Active) => void };

/** The id of such an object opens it; anything else filters. */
function SearchForm({ name, query, hint, change }: Searching): ReactNode {
  const [typed, setTyped] = useState(query);
  const [, open] = useLocation();
  const entries = useContext(Entries);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = typed.trim();
          const path = /^\w+_\w+$/.test(text) ? pathOf(entries, text) : null;
          if (path?.startsWith(`/${name}/`)) open(path);
          else change({ query: text });
        }}
      >
        <Group align="start" wrap="nowrap">
          <TextInput
            ref={input}
            aria-label={say('Search')}
            type="search"
            placeholder={say('{hint} – press / to search', { hint })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            flex={1}
          />
          <Button type="submit" variant="default">
            {say('Search')}
          </Button>
        </Group>
      </form>
    </search>
  );
}

type Choosing<Item> = {
  readonly columns: readonly Member<Item>[];
  readonly chosen: readonly Member<Item>[];
  readonly choose: (labels: readonly string[]) => void;
};

const ColumnChoice = <Item,>({ columns, chosen, choose }: Choosing<Item>): ReactNode => (
  <Popover position="bottom-end" shadow="md" trapFocus>
    <Popover.Target>
      <Button variant="default" size="xs">
        {say('Columns')}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={say('Columns')}>
      <Checkbox.Group
        value={chosen.map(({ label }) => label)}
        onChange={(labels) => labels.length > 0 && choose(labels)}
        label={say('Columns')}
      >
        <Stack gap="xs" mt="xs">
          {columns.map(({ label }) => (
            <Checkbox key={label} value={label} label={say(label)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Popover.Dropdown>
  </Popover>
);

type Exporting = { readonly description: AnyDescription; readonly active: Active; readonly columns: AnyDescription['columns'] };

/** Saves all objects of the list as a CSV file, with the shown columns. A second click stops it. */
function ExportButton({ description, active, columns }: Exporting): ReactNode {
  const [rows, setRows] = useState(0);
  const goes_on = useRef(true);
  const exported = useMutation({
    mutationFn: async () => {
      goes_on.current = true;
      const found = await allOf(description, active, (count) => {
        setRows(count);
        return goes_on.current;
      });
      if (found) save(new Blob([fileOf(columns, found)], { type: 'text/csv' }), `${description.name}.csv`);
    },
  });
  return (
    <>
      <Failure error={exported.error} />
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          if (exported.isPending) goes_on.current = false;
          else exported.mutate();
        }}
      >
        {exported.isPending ? say('Stop ({rows})', { rows: sayCount('{count} rows', rows) }) : say('Export CSV')}
      </Button>
    </>
  );
}
