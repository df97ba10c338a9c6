import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { moment } from '../format.js';
import { amount, type Member, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { say } from '../say.js';
import type { InvoiceLine } from './invoice-parts.js';

type Listing = { readonly currency: string; readonly lines: { readonly data: readonly InvoiceLine[]; readonly has_more: boolean } };

const columnsOf = (currency: string): readonly Member<InvoiceLine>[] => [
  text('Description', (it) => it.description),
  text('Quantity', (it) => it.quantity),
  amount(
    'Amount',
    (it) => it.amount,
    () => currency,
  ),
  text('Period', ({ period }) => (period && period.start !== period.end ? `${moment(period.start)} – ${moment(period.end)}` : '')),
];

/** The lines of an invoice or a credit note. */
export const InvoiceLines = ({ item: { currency, lines } }: { item: Listing }): ReactNode => (
  <>
    {lines.data.length === 0 ? (
      <Text size="sm">{say('No lines')}</Text>
    ) : (
      <ObjectTable label={say('Lines')} columns={columnsOf(currency)} rows={lines.data} pathOf={() => null} />
    )}
    {lines.has_more && (
      <Text size="sm" c="dimmed">
        {say('The PDF has all lines.')}
      </Text>
    )}
  </>
);
