import { Anchor, Box, Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { say } from '../say.js';
import type { Head } from './description.js';
import type { Member } from './members.js';

type Shown<Item> = {
  readonly label: string;
  readonly columns: readonly Member<Item>[];
  readonly rows: readonly Item[];
  /** The path of an object's page; null without one. */
  readonly pathOf: (item: Item) => string | null;
  /** Loads further rows; undefined when all are loaded. */
  readonly more?: (() => void) | undefined;
};

const frame = { overflowX: 'auto' } as const;
const cell = { maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

const row_height = 41;
/** Longer lists render only the rows in view. */
const all_rendered_max = 100;

/** Objects as rows. A long list renders the rows in view and loads further ones before they come into view. */
export function ObjectTable<Item extends Head>({ label, columns, rows, pathOf, more }: Shown<Item>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const is_long = rows.length >= all_rendered_max;
  useLayoutEffect(() => setTop(place.current ? place.current.getBoundingClientRect().top + window.scrollY : 0), []);
  const virtual = useWindowVirtualizer({
    count: is_long ? rows.length : 0,
    estimateSize: () => row_height,
    overscan: 20,
    scrollMargin: top,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items.at(0), items.at(-1)];
  const is_near_end = last !== undefined && last.index >= rows.length - all_rendered_max / 2;
  useEffect(() => {
    if (is_near_end) more?.();
  }, [is_near_end, more]);
  const shown = is_long ? rows.slice(first?.index ?? 0, (last?.index ?? 0) + 1) : rows;
  const from = is_long ? (first?.index ?? 0) : 0;
  return (
    <Box ref={place} style={frame}>
      <Table highlightOnHover horizontalSpacing={6} aria-label={label} aria-rowcount={rows.length}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label: name, is_number }) => (
              <Table.Th key={name} ta={is_number ? 'end' : 'start'}>
                {say(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Gap rows={from} />
        <Table.Tbody>
          {shown.map((item, index) => (
            <Row key={item.id} item={item} columns={columns} path={pathOf(item)} place={from + index + 1} />
          ))}
        </Table.Tbody>
        <Gap rows={is_long ? rows.length - from - shown.length : 0} />
      </Table>
    </Box>
  );
}

/** The height of the rows that are not rendered. */
const Gap = ({ rows }: { rows: number }): ReactNode =>
  rows > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height: rows * row_height }} />
    </tbody>
  );

type OfRow<Item> = { readonly item: Item; readonly columns: readonly Member<Item>[]; readonly path: string | null; readonly place: number };

const Row = <Item extends Head>({ item, columns, path, place }: OfRow<Item>): ReactNode => (
  <Table.Tr aria-rowindex={place} data-id={item.id} h={row_height}>
    {columns.map((column, at) => (
      <Table.Td key={column.label} ta={column.is_number ? 'end' : 'start'} style={cell}>
        {at === 0 && path ? (
          <Anchor component={Link} href={path} fw={600} size="sm">
            {column.show(item)}
          </Anchor>
        ) : (
          column.show(item)
        )}
      </Table.Td>
    ))}
  </Table.Tr>
);
