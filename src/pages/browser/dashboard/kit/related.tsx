import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { Section } from '../parts.js';
import { say } from '../say.js';
import { Entries, type Head, pathOf, type Related, useEntry } from './description.js';
import { pageOf } from './listing.js';
import { ObjectTable } from './table.js';

/** The newest objects of another kind that belong to an object, without a column for the object (`of` is its kind). Without any, it is not shown. */
export function RelatedList({ related, item, of = '' }: { related: Related<Head>; item: Head; of?: string }): ReactNode {
  const entry = useEntry(related.of);
  const entries = useContext(Entries);
  const parameters = related.parameters(item);
  const { data } = useQuery({
    queryKey: ['related', related.of, related.path?.(item), parameters],
    queryFn: async () => {
      const description = await entry.load();
      const expand = description.expand?.map((each) => `data.${each}`) ?? [];
      const path = related.path?.(item) ?? description.path;
      const request = { method: 'GET', path, parameters: { limit: 10, expand, ...parameters } } as const;
      return { description, ...(await pageOf({ request, items: (found) => found as readonly Head[] }, '')) };
    },
  });
  if (!data || data.rows.length === 0) return null;
  const { description, rows, next } = data;
  const title = say(related.label ?? description.label);
  const all = `/${description.name}?${new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]))}`;
  return (
    <Section
      title={title}
      aside={
        next !== undefined && (
          <Anchor component={Link} href={all} size="sm">
            {say('All')}
          </Anchor>
        )
      }
    >
      <ObjectTable
        label={title}
        columns={description.columns.filter(({ is_extra, label }) => !is_extra && label.toLowerCase() !== of)}
        rows={rows}
        pathOf={({ id }) => pathOf(entries, id)}
      />
    </Section>
  );
}
