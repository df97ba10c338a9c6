import { Box } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useIsPhone } from '../is-phone.js';

const frame = { overflowX: 'auto' } as const;

/** A screen that is narrower than the breakpoint `md` is held in hands, where nothing shows that a table scrolls sideways. */
const narrow = '(width < 62em)';

type Forms = { readonly table: ReactNode; readonly entries: ReactNode };

/** Rows as a table where it fits, and as entries of a list where it does not. */
export function Fitting({ table, entries }: Forms): ReactNode {
  const is_phone = useIsPhone();
  const is_narrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  if (is_phone) return entries;
  return is_narrow ? <Measured table={table} entries={entries} /> : <Box style={frame}>{table}</Box>;
}

/** What a table that did not fit needs is kept, because only a rendered table can be measured. */
function Measured({ table, entries }: Forms): ReactNode {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const [needed, setNeeded] = useState(0);
  const fits = needed === 0 || width >= needed;
  useLayoutEffect(() => (place ? onWider(place, setNeeded) : undefined), [place]);
  return (
    <Box ref={ref}>
      {fits ? (
        <Box ref={setPlace} style={frame}>
          {table}
        </Box>
      ) : (
        entries
      )}
    </Box>
  );
}

/** Calls `wider` with the width of a table whenever it is wider than its place: a cell can grow without a rendering of the table. */
function onWider(place: HTMLElement, wider: (width: number) => void): () => void {
  // A table may stand in a frame that scrolls, too.
  const table = place.querySelector('table');
  const measure = (): void => {
    const width = Math.max(place.scrollWidth, table?.offsetWidth ?? 0);
    if (width > place.clientWidth) wider(width);
  };
  measure();
  const observer = new ResizeObserver(measure);
  for (const part of [place, table]) if (part) observer.observe(part);
  return () => observer.disconnect();
}
