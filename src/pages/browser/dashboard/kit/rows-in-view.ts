import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Longer lists render only the rows in view. */
const all_rendered_max = 100;

type Listed<Item> = {
  readonly rows: readonly Item[];
  /** The expected height of a row, in pixels. */
  readonly row_height: number;
  /** Loads further rows; undefined when all are loaded. */
  readonly more: (() => void) | undefined;
};

/** The rows to render, with the heights of those before and after them, which are not. Further rows are loaded before they come into view. */
export function useRowsInView<Item, Place extends HTMLElement>({ rows, row_height, more }: Listed<Item>) {
  const place = useRef<Place>(null);
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
  if (!is_long) return { place, shown: rows, from: 0, before: 0, after: 0 };
  return {
    place,
    shown: rows.slice(first?.index ?? 0, (last?.index ?? 0) + 1),
    from: first?.index ?? 0,
    before: first ? first.start - top : 0,
    after: virtual.getTotalSize() - (last ? last.end - top : 0),
    /** For rows whose heights differ: the reference of their elements, which have `data-index`. */
    measured: virtual.measureElement,
  };
}
