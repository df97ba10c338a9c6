import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Listed, read } from '../api.js';

const interval_ms = 3000;

/** A longer list keeps its pages: reading all of them again would load the API for each event. */
const pages_max = 1;

type Paged = { readonly pages?: readonly unknown[] } | undefined;

/** Reads again what the page shows when events have occurred since, and follows deliveries while the page is in view. */
export function useLive(): void {
  const queries = useQueryClient();
  const { data: newest } = useQuery({
    queryKey: ['newest'],
    queryFn: async () => {
      const [events, attempts] = await Promise.all([
        read<Listed<{ readonly id: string }>>('events', { limit: 1 }),
        read<Listed<{ readonly id: string }>>('webhook_attempts', { limit: 1 }),
      ]);
      return `${events.data[0]?.id} ${attempts.data[0]?.id}`;
    },
    // A role without these permissions is not asked about again.
    refetchInterval: ({ state: { error } }) => (error ? false : interval_ms),
  });
  useEffect(() => {
    if (newest === undefined) return;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [kind], state }) => kind !== 'newest' && ((state.data as Paged)?.pages?.length ?? 0) <= pages_max,
    });
  }, [newest, queries]);
}
