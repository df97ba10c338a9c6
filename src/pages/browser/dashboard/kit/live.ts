import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiError, follow } from '../api.js';

/** Events that come together are shown together. */
const gathers_ms = 150;
/** Deliveries and the log of the request follow an event within seconds, and are no events themselves. */
const aftermath_ms = 2500;
const retry_ms = { min: 1000, max: 30_000 } as const;

/** A longer list keeps its pages: reading all of them again would load the API for each event. */
const pages_max = 1;

type Paged = { readonly pages?: readonly unknown[] } | undefined;

const readAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ state }) => ((state.data as Paged)?.pages?.length ?? 0) <= pages_max });

/** A caller without the permission to read events is not shown what changes. */
const isRefused = (error: unknown): boolean => [401, 403].includes((error as Partial<ApiError>).status ?? 0);

/** Calls `changed` when events have occurred, until the signal ends it. A stream that ends is opened again; what happened in between may be anything. */
async function followEvents(changed: () => void, signal: AbortSignal): Promise<void> {
  let pause_ms: number = retry_ms.min;
  for (let opened = 0; !signal.aborted; opened++) {
    try {
      if (opened > 0) changed();
      await follow(
        'events/stream',
        ({ id }) => {
          pause_ms = retry_ms.min;
          if (id !== undefined) changed();
        },
        signal,
      );
    } catch (error) {
      if (isRefused(error)) return;
      pause_ms = Math.min(retry_ms.max, pause_ms * 2);
    }
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
}

/** Reads again what the page shows when events occur, while the page is in view. */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let following: AbortController | null = null;
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const later = (ms: number): void => {
      clearTimeout(timers.get(ms));
      timers.set(
        ms,
        setTimeout(() => void readAgain(queries), ms),
      );
    };
    const changed = (): void => {
      later(gathers_ms);
      later(aftermath_ms);
    };
    const look = (): void => {
      const is_shown = document.visibilityState === 'visible';
      if (is_shown && !following) {
        following = new AbortController();
        void followEvents(changed, following.signal);
      }
      if (!is_shown) {
        following?.abort();
        following = null;
      }
    };
    const shown = (): void => {
      look();
      if (following) changed();
    };
    look();
    document.addEventListener('visibilitychange', shown);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      following?.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [queries]);
}
