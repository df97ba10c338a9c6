import { Anchor, Box, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { say } from '../say.js';
import type { Head } from './description.js';
import { Fitting } from './fitting.js';
import type { Column } from './members.js';
import { PhoneList } from './phone-list.js';
import { useRowsInView } from './rows-in-view.js';

/** Objects with the columns to show of them. */
export type Shown<Item> = {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  /** The path of an object's page; null without one. */
  readonly pathOf: (item: Item) => string | null;
  /** Loads further rows; undefined when all are loaded. */
  readonly more?: (() => void) | undefined;
};

const cell = { maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

const row_height = 41;

/** Objects as rows of a table, or as entries of a list where the table does not fit. A long one renders those in view. */
export const ObjectTable = <Item extends Head>(shown: Shown<Item>): ReactNode => (
  <Fitting
    // Other columns are measured again.
    key={shown.columns.map(({ label }) => label).join()}
    table={<WideTable {...shown} />}
    entries={<PhoneList {...shown} />}
  />
);

function WideTable<Item extends Head>({ label, columns, rows, pathOf, more }: Shown<Item>): ReactNode {
  const { place, shown, from, before, after } = useRowsInView<Item, HTMLDivElement>({ rows, row_height, more });
  return (
    <Box ref={place}>
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
        <Gap height={before} />
        <Table.Tbody>
          {shown.map((item, index) => (
            <Row key={item.id} item={item} columns={columns} path={pathOf(item)} place={from + index + 1} />
          ))}
        </Table.Tbody>
        <Gap height={after} />
      </Table>
    </Box>
  );
}

/** The place of rows that are not rendered. */
const Gap = ({ height }: { height: number }): ReactNode =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

type OfRow<Item> = { readonly item: Item; readonly columns: readonly Column<Item>[]; readonly path: string | null; readonly place: number };

const Row = <Item extends Head>({ item, columns, path, place }: OfRow<Item>): ReactNode => (
  <Table.Tr aria-rowindex={place} data-id={item.id} h={row_height}>
    {columns.map((column, at) => (
      <Table.Td
        key={column.label}
        data-title={at === 0 || undefined}
        ta={column.is_number ? 'end' : 'start'}
        style={column.wraps ? undefined : cell}
      >
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
