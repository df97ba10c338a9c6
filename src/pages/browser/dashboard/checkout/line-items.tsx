import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Listed, read } from '../api.js';
import { type PriceParts, priceText } from '../billing/price-text.js';
import { amount, type Member, text } from '../kit/members.js';
import { ObjectTable } from '../kit/table.js';
import { Failure, Loading } from '../parts.js';
import { say } from '../say.js';

type LineItem = {
  readonly id: string;
  readonly amount_total: number;
  readonly currency: string;
  readonly description: string | null;
  readonly price: PriceParts | null;
  readonly quantity: number | null;
};

const columns: readonly Member<LineItem>[] = [
  text('Description', (it) => it.description),
  text('Price', ({ price }) => (price ? priceText(price) : null)),
  text('Quantity', (it) => it.quantity),
  amount(
    'Total',
    (it) => it.amount_total,
    (it) => it.currency,
  ),
];

/** The line items of a payment link or a checkout session. */
export function LineItems({ path }: { path: string }): ReactNode {
  const { data, error } = useQuery({ queryKey: ['line items', path], queryFn: () => read<Listed<LineItem>>(path, { limit: 100 }) });
  if (!data) return error ? <Failure error={error} /> : <Loading />;
  return (
    <ObjectTable
      label={say('Line items')}
      columns={columns}
      rows={data.data}
      pathOf={({ price }) => (price ? `/prices/${price.id}` : null)}
    />
  );
}
