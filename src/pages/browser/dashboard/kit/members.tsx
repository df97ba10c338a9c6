import { Anchor, Code } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { moment, money } from '../format.js';
import { Copied, Status } from '../parts.js';
import { say, type Text, words } from '../say.js';
import { Entries, pathOf } from './description.js';

/** A column of a table. */
export type Column<Item> = {
  readonly label: Text;
  show(item: Item): ReactNode;
  /** Its text, empty without a value. */
  plain?(item: Item): string;
  readonly is_number?: boolean;
  /** Whether a table shows it in several lines where it is long, and not its beginning only. */
  readonly wraps?: boolean;
  /** Whether a phone shows it beside the title of an entry, without its label. */
  readonly is_aside?: boolean;
};

/** A member of an object, as lists, pages and exported files show it. */
export type Member<Item> = Column<Item> & {
  /** Its text in an exported file. */
  plain(item: Item): string;
  /** Whether a list shows it only after it was chosen. */
  readonly is_extra?: boolean;
};

/** Stands for a value that does not exist. */
export const none = '–';

/** A text. */
export const text = <Item,>(label: Text, of: (item: Item) => string | number | null | undefined): Member<Item> => {
  const plain = (item: Item): string => String(of(item) ?? '');
  return { label, plain, show: (item) => plain(item) || none };
};

/** A constant of the API, as words. */
export const constant = <Item,>(label: Text, of: (item: Item) => string | null | undefined): Member<Item> => ({
  label,
  plain: (item) => of(item) ?? '',
  show: (item) => words(of(item) ?? '') || none,
});

/** A status, with its color. */
export const status = <Item,>(of: (item: Item) => string): Member<Item> => ({
  label: 'Status',
  plain: of,
  show: (item) => <Status of={of(item)} />,
  is_aside: true,
});

/** An amount in minor units, with its currency. */
export const amount = <Item,>(
  label: Text,
  of: (item: Item) => number | null | undefined,
  currency: (item: Item) => string | null | undefined,
): Member<Item> => {
  const shown = (item: Item): string => {
    const [value, code] = [of(item), currency(item)];
    return value === null || value === undefined || !code ? '' : money(value, code);
  };
  return { label, plain: shown, show: (item) => shown(item) || none, is_number: true };
};

/** A time in seconds. Files have it in ISO 8601. */
export const time = <Item,>(label: Text, of: (item: Item) => number | null | undefined): Member<Item> => ({
  label,
  plain: (item) => {
    const seconds = of(item);
    return seconds ? new Date(seconds * 1000).toISOString() : '';
  },
  show: (item) => {
    const seconds = of(item);
    return seconds ? moment(seconds) : none;
  },
});

/** When the object was created. */
export const created = { ...time<{ readonly created?: number }>('Created', (item) => item.created) };

/** Yes or no. */
export const flag = <Item,>(label: Text, of: (item: Item) => boolean | null | undefined): Member<Item> => ({
  label,
  plain: (item) => String(of(item) ?? false),
  show: (item) => (of(item) ? say('Yes') : say('No')),
});

/** A text that a click copies. */
export const copied = <Item,>(label: Text, of: (item: Item) => string | null | undefined): Member<Item> => ({
  label,
  plain: (item) => of(item) ?? '',
  show: (item) => {
    const value = of(item);
    return value ? <Copied value={value} label={say(label)} /> : none;
  },
});

/** The id of an object, which a click copies. */
export const id = { ...copied<{ readonly id: string }>('ID', (item) => item.id), is_extra: true };

/** An address outside the dashboard. */
export const address = <Item,>(label: Text, of: (item: Item) => string | null | undefined): Member<Item> => ({
  label,
  plain: (item) => of(item) ?? '',
  show: (item) => {
    const url = of(item);
    return url ? (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        {say('Open')}
      </Anchor>
    ) : (
      none
    );
  },
});

/** Another object, by its id or expanded: a name that leads to its page. */
export type Referred =
  | string
  | { readonly id: string; readonly email?: string | null; readonly name?: string | null; readonly deleted?: boolean }
  | null
  | undefined;

/** The id of an object that is expanded or not. */
export const idOf = (of: Referred): string | null => (typeof of === 'string' ? of : (of?.id ?? null));

const nameOf = (of: Referred): string => (of && typeof of === 'object' ? (of.email ?? of.name ?? of.id) : (of ?? ''));

/** A link to an object's page, or its id if its kind has no page. */
export function Reference({ of }: { of: Referred }): ReactNode {
  const entries = useContext(Entries);
  const to = idOf(of);
  if (to === null) return none;
  const path = pathOf(entries, to);
  return path ? (
    <Anchor component={Link} href={path} size="sm">
      {nameOf(of)}
    </Anchor>
  ) : (
    <Code>{nameOf(of)}</Code>
  );
}

/** Another object. */
export const reference = <Item,>(label: Text, of: (item: Item) => Referred): Member<Item> => ({
  label,
  plain: (item) => nameOf(of(item)),
  show: (item) => <Reference of={of(item)} />,
});

/** The metadata. */
export const metadata: Member<{ readonly metadata: Readonly<Record<string, string>> }> = {
  label: 'Metadata',
  plain: (item) => JSON.stringify(item.metadata),
  show: (item) => {
    const pairs = Object.entries(item.metadata);
    return pairs.length === 0 ? none : pairs.map(([name, value]) => <div key={name}>{`${name}: ${value}`}</div>);
  },
};

/** A member that a list shows only after it was chosen. */
export const extra = <Item,>(member: Member<Item>): Member<Item> => ({ ...member, is_extra: true });
