import { Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Fitting } from '../kit/fitting.js';
import { say, sayCount, words } from '../say.js';
import { isNumber, type Sheet } from './report.js';

/** The most rows that the page shows; the file has all. */
const rows_max = 100;

/** The entries that are shown at first, and how many more with every press of a button, because each has a line for every column. */
const entries_step = 10;

/** The first rows of a report: as a table, or as entries where the table does not fit. */
export const SheetRows = ({ sheet }: { sheet: Sheet }): ReactNode => (
  <Fitting table={<SheetTable sheet={sheet} />} entries={<SheetEntries sheet={sheet} />} />
);

const Shown = ({ shown, count }: { shown: number; count: number }): ReactNode => (
  <Text size="sm" c="dimmed">
    {count <= shown ? sayCount('{count} rows', count) : sayCount('The first {shown} of {count} rows', count, { shown })}
  </Text>
);

const SheetTable = ({ sheet: { columns, rows } }: { sheet: Sheet }): ReactNode => (
  <Stack>
    <Table.ScrollContainer minWidth={Math.min(columns.length * 120, 1600)} mah={480} tabIndex={0}>
      <Table aria-label={say('Rows of the report')}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{words(column)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, rows_max).map((row, place) => (
            <Table.Tr key={place}>
              {row.map((cell, column) => (
                <Table.Td key={columns[column]} ta={isNumber(cell) ? 'end' : undefined}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
    <Shown shown={rows_max} count={rows.length} />
  </Stack>
);

const list = { listStyle: 'none' } as const;
const border = { borderTop: '1px solid var(--mantine-color-default-border)' } as const;
const breaking = { overflowWrap: 'anywhere' } as const;

function SheetEntries({ sheet: { columns, rows } }: { sheet: Sheet }): ReactNode {
  const [shown, setShown] = useState(entries_step);
  return (
    <Stack>
      <Box component="ul" role="list" aria-label={say('Rows of the report')} m={0} p={0} style={list}>
        {rows.slice(0, shown).map((row, place) => (
          <Box key={place} component="li" py="xs" style={border}>
            <Entry columns={columns} row={row} />
          </Box>
        ))}
      </Box>
      <Shown shown={shown} count={rows.length} />
      {shown < Math.min(rows.length, rows_max) && (
        <Button variant="default" onClick={() => setShown(shown + entries_step)} mx="auto">
          {say('Show more')}
        </Button>
      )}
    </Stack>
  );
}

/** The cells of a row with the names of their columns. What is empty is left out. */
const Entry = ({ columns, row }: { columns: Sheet['columns']; row: Sheet['rows'][number] }): ReactNode => (
  <Box component="dl" m={0}>
    {row.map(
      (cell, column) =>
        cell !== '' && (
          <Group key={columns[column]} justify="space-between" gap="xs" wrap="nowrap" align="start">
            <Text component="dt" size="sm" c="dimmed">
              {words(columns[column] ?? '')}
            </Text>
            <Text component="dd" size="sm" m={0} ta="end" style={breaking}>
              <bdi>{cell}</bdi>
            </Text>
          </Group>
        ),
    )}
  </Box>
);
