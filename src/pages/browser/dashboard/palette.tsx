import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Entries, type Entry, pathOf } from './kit/description.js';
import { askedFor, pageOf } from './kit/listing.js';
import { say, type Text } from './say.js';

/** The kinds that a text is searched in. */
const searched = ['customers', 'payments', 'invoices', 'products'];

const results_max = 5;

type Place = { readonly name: string; readonly label: Text; readonly section: Text | null };

/** A page to go to, by its name. */
const placeAction = ({ name, label, section }: Place, open: (path: string) => void) => ({
  id: `/${name}`,
  label: say(label),
  ...(section && section !== label && { description: say(section) }),
  onClick: () => open(`/${name}`),
});

/** Objects that match a text, of the kinds that can be searched. */
function useFound(entries: readonly Entry[], typed: string) {
  const [query] = useDebouncedValue(typed.trim(), 250);
  return useQuery({
    queryKey: ['palette', query],
    enabled: query.length > 1 && pathOf(entries, query) === null,
    queryFn: async () => {
      const found = await Promise.all(
        entries
          .filter(({ name }) => searched.includes(name))
          .map(async (entry) => {
            const description = await entry.load();
            // A text that one kind cannot search must not hide what the others find.
            const rows = await pageOf(askedFor(description, { query }), '').then(
              (page) => page.rows,
              () => [],
            );
            return rows
              .slice(0, results_max)
              .map((row) => ({ path: `/${entry.name}/${row.id}`, label: description.title(row), description: say(entry.label) }));
          }),
      );
      return found.flat();
    },
  });
}

/** Opens any page or object by a few letters. `asked` counts how often it was asked for. */
export default function Palette({ asked, places }: { asked: number; places: readonly Place[] }): ReactNode {
  const entries = useContext(Entries);
  const [, open] = useLocation();
  const [typed, setTyped] = useState('');
  const { data: found = [] } = useFound(entries, typed);
  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);
  const path = pathOf(entries, typed.trim());
  const groups: SpotlightActionGroupData[] = [
    ...(path
      ? [{ group: say('By id'), actions: [{ id: path, label: say('Open {id}', { id: typed.trim() }), onClick: () => open(path) }] }]
      : []),
    ...(found.length > 0
      ? [
          {
            group: say('Found'),
            actions: found.map(({ path: id, ...rest }) => ({ ...rest, id, keywords: typed, onClick: () => open(id) })),
          },
        ]
      : []),
    { group: say('Pages'), actions: places.map((place) => placeAction(place, open)) },
  ];
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      nothingFound={say('Nothing found')}
      scrollable
      maxHeight={420}
      searchProps={{ placeholder: say('Go to a page, or find a customer, payment, invoice or id'), 'aria-label': say('Go to') }}
    />
  );
}
