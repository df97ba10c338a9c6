import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Parameters } from '../api.js';
import { unitsOf } from '../format.js';
import { useIsPhone } from '../is-phone.js';
import { plainNumber, withDecimalMark } from '../numbers.js';
import { say, type Text, words } from '../say.js';

/** The filters in use, by name: the query of the page's address. */
export type Active = Readonly<Record<string, string>>;

/** A filter of a list. `clause` is its form in the search of the API; one without a parameter always searches. */
export type Filter = {
  readonly name: string;
  readonly label: Text;
  readonly kind: 'text' | 'dates' | 'amounts' | { readonly choices: readonly string[] };
  readonly hint?: string;
  parameters?(value: string): Parameters;
  clause?(value: string, active: Active): string;
};

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** A filter by one of several constants. */
export const choice = (name: string, choices: readonly string[], label: Text): Filter => ({
  name,
  label,
  kind: { choices },
  parameters: (value) => ({ [name]: value }),
});

/** A filter by a text that must be equal. */
export const equal = (name: string, label: Text, hint = ''): Filter => ({
  name,
  label,
  hint,
  kind: 'text',
  parameters: (value) => ({ [name]: value }),
});

/** The filter as a clause of the API's search, besides its parameter. */
export const alsoSearched = (filter: Filter): Filter => ({ ...filter, clause: (value) => `${filter.name}:${quoted(value)}` });

/** The filter as a clause only. */
export const onlySearched = ({ name, label, kind, hint = '' }: Filter): Filter => ({
  name,
  label,
  kind,
  hint,
  clause: (value) => `${name}:${quoted(value)}`,
});

const day_seconds = 86_400;

/** The bounds of a range in the address: `2026-01-01..2026-01-31`, each of them optional. Seconds; the end is exclusive. */
const secondsOf = (range: string): { gte?: number; lt?: number } => {
  const [from = '', to = ''] = range.split('..');
  const start = (day: string): number => new Date(`${day}T00:00:00`).getTime() / 1000;
  return { ...(from && { gte: start(from) }), ...(to && { lt: start(to) + day_seconds }) };
};

const bounds = (name: string, { gte, lt }: { gte?: number; lt?: number }): string =>
  [...(gte === undefined ? [] : [`${name}>=${gte}`]), ...(lt === undefined ? [] : [`${name}<${lt}`])].join(' AND ');

/** A filter by the time of creation, or another time. */
export const dates = (name = 'created', label: Text = 'Created'): Filter => ({
  name,
  label,
  kind: 'dates',
  parameters: (value) => ({ [name]: secondsOf(value) }),
  clause: (value) => bounds(name, secondsOf(value)),
});

/** A filter by metadata, typed as `order=6735`. */
export const metadata: Filter = {
  name: 'metadata',
  label: 'Metadata',
  kind: 'text',
  hint: 'order=6735',
  clause: (value) => {
    const [key = '', ...rest] = value.split('=');
    return `metadata[${quoted(key.trim())}]:${quoted(rest.join('=').trim())}`;
  },
};

/** A filter by an amount: `10..50` or `10..` in plain numbers, with the decimals of the currency that is filtered by, otherwise two. */
export const amounts: Filter = {
  name: 'amount',
  label: 'Amount',
  kind: 'amounts',
  clause: (value, { currency = 'usd' }) => {
    const [from = null, to = null] = value.split('..').map((each) => (each === '' ? null : unitsOf(each, currency)));
    return [...(from === null ? [] : [`amount>=${from}`]), ...(to === null ? [] : [`amount<=${to}`])].join(' AND ');
  },
};

/** A button for each filter of a list, with its form. A phone shows those that are not in use after a tap. */
export function FilterBar({ filters, active, change }: { filters: readonly Filter[]; active: Active; change: (next: Active) => void }) {
  const [opened, open] = useState(false);
  const is_phone = useIsPhone();
  const shown = is_phone && !opened ? filters.filter(({ name }) => active[name]) : filters;
  return (
    <Group gap="xs" role="group" aria-label={say('Filters')}>
      {is_phone && (
        <Button size="compact-sm" radius="xl" variant="default" aria-expanded={opened} onClick={() => open(!opened)}>
          {say('Filters')}
        </Button>
      )}
      {shown.map((filter) => (
        <FilterButton
          key={filter.name}
          filter={filter}
          value={active[filter.name] ?? ''}
          change={(value) => change({ [filter.name]: value })}
        />
      ))}
      {filters.some(({ name }) => active[name]) && (
        <Button size="compact-sm" variant="subtle" onClick={() => change(Object.fromEntries(filters.map(({ name }) => [name, ''])))}>
          {say('Clear filters')}
        </Button>
      )}
    </Group>
  );
}

type Shown = { readonly filter: Filter; readonly value: string; readonly change: (value: string) => void };

const shownValue = (filter: Filter, value: string): string =>
  typeof filter.kind === 'object' ? words(value) : typedFor(filter, value).replace('..', ' – ');

const bound = (value: string, change: (each: string) => string): string => value.split('..').map(change).join('..');

/** A value of the page's address as a person types it: amounts have the decimal mark of the language. */
const typedFor = ({ kind }: Filter, value: string): string => (kind === 'amounts' ? bound(value, withDecimalMark) : value);

/** What a person has typed, for the page's address, which is the same in every language. */
const valueFor = ({ kind }: Filter, typed: string): string =>
  kind === 'amounts' ? bound(typed, (each) => plainNumber(each) ?? each) : typed.trim();

function FilterButton({ filter, value, change }: Shown): ReactNode {
  const [opened, open] = useState(false);
  const apply = (next: string): void => {
    open(false);
    if (next !== value) change(next);
  };
  return (
    <Popover opened={opened} onChange={open} trapFocus shadow="md" width={260} position="bottom-start">
      <Popover.Target>
        <Button size="compact-sm" radius="xl" variant={value ? 'filled' : 'default'} onClick={() => open(!opened)}>
          {value ? `${say(filter.label)}: ${shownValue(filter, value)}` : say(filter.label)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say(filter.label)}>
        <FilterForm filter={filter} value={value} change={apply} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ filter, value, change }: Shown): ReactNode {
  const [typed, setTyped] = useState(typedFor(filter, value));
  const { kind, hint } = filter;
  const label = say(filter.label);
  const [from = '', to = ''] = typed.split('..');
  const is_range = kind === 'dates' || kind === 'amounts';
  const setRange = (low: string, high: string): void => setTyped(low || high ? `${low}..${high}` : '');
  const input = { type: kind === 'dates' ? 'date' : 'text', ...(kind === 'amounts' && { inputMode: 'decimal' as const }) };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change(valueFor(filter, typed));
      }}
    >
      <Stack gap="xs">
        {is_range && (
          <>
            <TextInput
              label={say('{field} from', { field: label })}
              {...input}
              value={from}
              onChange={(event) => setRange(event.currentTarget.value, to)}
            />
            <TextInput
              label={say('{field} to', { field: label })}
              {...input}
              value={to}
              onChange={(event) => setRange(from, event.currentTarget.value)}
            />
          </>
        )}
        {kind === 'text' && (
          <TextInput label={label} placeholder={hint} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        )}
        {typeof kind === 'object' && (
          <NativeSelect
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data={[{ value: '', label: say('All') }, ...kind.choices.map((each) => ({ value: each, label: words(each) }))]}
          />
        )}
        <Button type="submit" size="xs">
          {say('Apply')}
        </Button>
      </Stack>
    </form>
  );
}
