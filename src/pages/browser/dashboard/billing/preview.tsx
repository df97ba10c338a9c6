import { Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '../format.js';
import { say } from '../say.js';

type Line = { readonly id: string; readonly amount: number; readonly currency: string; readonly description: string | null };
type Previewed = {
  readonly currency: string;
  readonly amount_due?: number;
  readonly subtotal?: number;
  readonly tax?: number | null;
  readonly total: number;
  readonly lines: { readonly data: readonly Line[] };
};

/** An invoice or credit note that the API has computed and not stored. */
export function InvoicePreview({ invoice }: { invoice: object }): ReactNode {
  const { currency, lines, total, amount_due } = invoice as Previewed;
  return (
    <Paper withBorder p="sm" component="section" aria-label={say('Preview')}>
      <Stack gap={4}>
        {lines.data.map(({ id, description, amount }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm">{description}</Text>
            <Text size="sm">{money(amount, currency)}</Text>
          </Group>
        ))}
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {amount_due === undefined ? say('Total') : say('Next invoice')}
          </Text>
          <Text size="sm" fw={600}>
            {money(amount_due ?? total, currency)}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
