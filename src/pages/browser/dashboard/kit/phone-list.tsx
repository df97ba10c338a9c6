import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { say } from '../say.js';
import type { Head } from './description.js';
import { type Column, none } from './members.js';
import { useRowsInView } from './rows-in-view.js';
import type { Shown } from './table.js';

const list = { listStyle: 'none' } as const;
const border = { borderTop: '1px solid var(--mantine-color-default-border)' } as const;
const breaking = { overflowWrap: 'anywhere' } as const;
/** The area of a link that is its whole entry. */
const whole = { position: 'absolute', inset: 0 } as const;

const head_height = 56;
const line_height = 22;

/** Objects as entries of a list: the first column is the title, the amount and the status are beside it, and the others follow with their labels. */
export function PhoneList<Item extends Head>({ label, columns, rows, pathOf, more }: Shown<Item>): ReactNode {
  const row_height = head_height + line_height * Math.max(0, columns.length - 2);
  const { place, shown, from, before, after, measured } = useRowsInView<Item, HTMLUListElement>({ rows, row_height, more });
  return (
    <Box component="ul" ref={place} role="list" aria-label={label} m={0} p={0} pt={before} pb={after} style={list}>
      {shown.map((item, index) => (
        <Box
          key={item.id}
          component="li"
          ref={measured}
          data-id={item.id}
          data-index={from + index}
          aria-posinset={from + index + 1}
          aria-setsize={rows.length}
          pos="relative"
          py="xs"
          style={border}
        >
          <Content item={item} columns={columns} path={pathOf(item)} />
        </Box>
      ))}
    </Box>
  );
}

/** The columns of an entry by their places. What is empty is left out, except for the title. */
function placesOf<Item>(item: Item, columns: readonly Column<Item>[]) {
  const [title, ...others] = columns;
  const filled = others.filter(({ plain }) => !plain || !['', none].includes(plain(item)));
  const amount = columns.find(({ is_number }) => is_number);
  const isAside = (column: Column<Item>): boolean => column === amount || column.is_aside === true;
  const aside = filled.filter(isAside).sort((one, other) => Number(other === amount) - Number(one === amount));
  return { title, aside, lines: filled.filter((column) => !isAside(column)) };
}

type OfEntry<Item> = { readonly item: Item; readonly columns: readonly Column<Item>[]; readonly path: string | null };

function Content<Item>({ item, columns, path }: OfEntry<Item>): ReactNode {
  const { title, aside, lines } = placesOf(item, columns);
  return (
    <>
      <Group justify="space-between" align="start" gap="xs">
        <Box data-title flex={title?.is_number ? '1 0 auto' : '1 1 6rem'} miw={0} fw={600} style={breaking}>
          {path ? (
            <Anchor component={Link} href={path} inherit>
              <span style={whole} />
              {title?.show(item)}
            </Anchor>
          ) : (
            title?.show(item)
          )}
        </Box>
        <Stack align="end" gap={4} ms="auto">
          {aside.map((column) => (
            <Box key={column.label} {...(column.is_number ? { fw: 600 } : { fz: 'sm' })}>
              {column.show(item)}
            </Box>
          ))}
        </Stack>
      </Group>
      {lines.map((column) => (
        <Line key={column.label} label={say(column.label)} value={column.show(item)} />
      ))}
    </>
  );
}

/** A value with its label. Links and buttons in it are above the area of the entry's own link. */
const Line = ({ label, value }: { label: string; value: ReactNode }): ReactNode => (
  <Text component="div" size="sm" style={breaking} {...(typeof value === 'string' && { lineClamp: 3 })}>
    <Text span inherit c="dimmed">
      {label}:{' '}
    </Text>
    <Box component="bdi" {...(typeof value !== 'string' && { pos: 'relative' })}>
      {value}
    </Box>
  </Text>
);
